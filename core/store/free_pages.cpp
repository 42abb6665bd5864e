// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/free_pages.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <sqlite3.h>

#include "core/store/savepoint.h"
#include "core/store/wal_file.h"

namespace apportion::store {

namespace {

using Page = std::vector<unsigned char>;

std::uint32_t numberAt(const Page& page, std::size_t at) {
    return std::uint32_t{page[at]} << 24U | std::uint32_t{page[at + 1]} << 16U |
           std::uint32_t{page[at + 2]} << 8U | page[at + 3];
}

// As whoever opens the file reads them: in its log, or in itself. Read by SQLite's own descriptor,
// as closing another one would drop its locks.
class Pages {
public:
    Pages(SQLite::Database& database, const std::string& file)
        : size_(static_cast<std::size_t>(database.execAndGet("PRAGMA page_size").getInt64())) {
        sqlite3_file_control(database.getHandle(), "main", SQLITE_FCNTL_FILE_POINTER, &file_);
        const auto index = readWalIndex(file);
        WalFile log(file);
        while (index && index->salts == log.salts() && log.number() < index->frames && log.next())
            logged_[log.page()].assign(log.content(), log.content() + log.pageSize());
    }
    // Empty = it cannot be read.
    Page at(std::uint32_t number) const {
        if (const auto found = logged_.find(number); found != logged_.end())
            return found->second;
        Page page(size_);
        const auto place =
            static_cast<sqlite3_int64>(number - 1) * static_cast<sqlite3_int64>(size_);
        if (file_ == nullptr || file_->pMethods == nullptr ||
            file_->pMethods->xRead(file_, page.data(), static_cast<int>(size_), place) != SQLITE_OK)
            page.clear();
        return page;
    }

private:
    std::size_t size_;
    sqlite3_file* file_ = nullptr;
    std::map<std::uint32_t, Page> logged_;
};

bool isEmpty(const Page& page) {
    return !page.empty() &&
           std::all_of(page.begin(), page.end(), [](unsigned char byte) { return byte == 0; });
}

// https://www.sqlite.org/fileformat2.html#the_freelist
bool areEmpty(const Pages& pages, std::int64_t count) {
    constexpr std::size_t kFirstTrunk = 32, kFreePages = 36, kLeaves = 4, kFirstLeaf = 8;
    const Page header = pages.at(1);
    if (header.empty())
        return false;
    std::set<std::uint32_t> found;
    const auto isOne = [&](std::uint32_t number) {
        return number > 1 && number <= count && found.insert(number).second;
    };
    for (std::uint32_t trunk = numberAt(header, kFirstTrunk); trunk != 0;) {
        const Page page = isOne(trunk) ? pages.at(trunk) : Page{};
        const std::size_t leaves = page.empty() ? 0 : numberAt(page, kLeaves);
        if (page.empty() || leaves > (page.size() - kFirstLeaf) / 4)
            return false;
        for (std::size_t i = 0; i < leaves; ++i)
            if (const auto leaf = numberAt(page, kFirstLeaf + 4 * i);
                !isOne(leaf) || !isEmpty(pages.at(leaf)))
                return false;
        trunk = numberAt(page, 0);
    }
    return found.size() == numberAt(header, kFreePages);
}

}  // namespace

bool freePagesAreEmpty(SQLite::Database& database, const std::string& file) {
    // Meanwhile nobody begins the log anew.
    Savepoint look(database, "free");
    const std::int64_t count = database.execAndGet("PRAGMA page_count").getInt64();
    const bool empty = areEmpty(Pages(database, file), count);
    look.release();
    return empty;
}

}  // namespace apportion::store
