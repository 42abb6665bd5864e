// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/lend_schema.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include <SQLiteCpp/Transaction.h>

#include "core/store/database.h"
#include "core/store/draft.h"
#include "core/store/schema.h"

namespace apportion::store {

namespace fs = std::filesystem;

namespace {

// https://www.sqlite.org/fileformat2.html
constexpr std::size_t kPage = 4096;  // SQLite's default, with which every project is made
constexpr std::size_t kPagesInHeader = 28;
constexpr std::size_t kTree = 100;  // the root of the list of tables, behind the header
constexpr char kInterior = 5;
constexpr std::size_t kFewest = 3;  // up to where the journal begins

std::size_t numberAt(const std::string& bytes, std::size_t at, std::size_t size) {
    std::size_t number = 0;
    for (std::size_t i = 0; i < size; ++i)
        number = number << 8 | static_cast<unsigned char>(bytes.at(at + i));
    return number;
}

std::string newProject(const std::string& file) {
    const std::shared_ptr<void> removed(nullptr, [&](void*) { removeDatabase(file); });
    removeDatabase(file);
    {
        SQLite::Database database = connect(file, Access::create);
        SQLite::Transaction transaction(database);
        createSchema(database);
        transaction.commit();
        database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// The first page and those that it names; the list is not longer than that.
std::vector<std::size_t> pagesOfList(const std::string& bytes) {
    std::vector<std::size_t> pages{1};
    if (bytes.at(kTree) != kInterior)
        return pages;
    const std::size_t cells = numberAt(bytes, kTree + 3, 2);
    for (std::size_t i = 0; i < cells; ++i)
        pages.push_back(numberAt(bytes, numberAt(bytes, kTree + 12 + 2 * i, 2), 4));
    pages.push_back(numberAt(bytes, kTree + 8, 4));
    return pages;
}

}  // namespace

std::string lentBeside(const std::string& file) {
    return file + "-lent";
}

bool lendSchema(const std::string& file) {
    std::error_code failed;
    std::uintmax_t pages = fs::file_size(file, failed) / kPage;
    std::string lent = newProject(lentBeside(file));
    if (failed || pages < kFewest)
        return false;
    // Of tables that were cut off nothing can be read, and the others are where they were.
    pages = std::max<std::uintmax_t>(pages, lent.size() / kPage);
    fs::resize_file(file, pages * kPage, failed);
    if (failed)
        return false;
    for (std::size_t i = 0; i < 4; ++i)
        lent[kPagesInHeader + i] = static_cast<char>(pages >> (24 - 8 * i) & 0xFF);
    std::fstream out(file, std::ios::binary | std::ios::in | std::ios::out);
    for (const std::size_t page : pagesOfList(lent)) {
        out.seekp(static_cast<std::streamoff>((page - 1) * kPage));
        out.write(lent.data() + (page - 1) * kPage, kPage);
    }
    return out.flush().good();
}

}  // namespace apportion::store
