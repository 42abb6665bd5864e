// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/lend_schema.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/store/schema.h"

namespace apportion::store {

namespace {

// https://www.sqlite.org/fileformat2.html
constexpr std::size_t kPage = 4096;  // SQLite's default, with which every project is made
constexpr std::size_t kWrittenAs = 18, kReadAs = 19;
constexpr char kWal = 2;
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

// As a file of one would be.
std::string newProject() {
    SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    createSchema(database);
    sqlite3_int64 size = 0;
    const std::unique_ptr<unsigned char, void (*)(void*)> bytes(
        sqlite3_serialize(database.getHandle(), "main", &size, 0), sqlite3_free);
    if (!bytes)
        return {};
    std::string file(bytes.get(), bytes.get() + size);
    for (const std::size_t version : {kWrittenAs, kReadAs})
        file.at(version) = kWal;
    return file;
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

bool lendSchema(const OwnFile& file) {
    struct stat status {};
    if (fstat(file.file(), &status) != 0)
        return false;
    std::size_t pages = static_cast<std::size_t>(status.st_size) / kPage;
    std::string lent = newProject();
    if (lent.empty() || pages < kFewest)
        return false;
    // Of tables that were cut off nothing can be read, and the others are where they were.
    pages = std::max(pages, lent.size() / kPage);
    if (ftruncate(file.file(), static_cast<off_t>(pages * kPage)) != 0)
        return false;
    for (std::size_t i = 0; i < 4; ++i)
        lent[kPagesInHeader + i] = static_cast<char>(pages >> (24 - 8 * i) & 0xFF);
    for (const std::size_t page : pagesOfList(lent)) {
        const std::size_t at = (page - 1) * kPage;
        if (writeBytes(file.file(), lent.data() + at, kPage, static_cast<off_t>(at)) != 0)
            return false;
    }
    return true;
}

}  // namespace apportion::store
