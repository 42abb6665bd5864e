// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/store/history/history_file.h"

#include <atomic>
#include <string>

#include <SQLiteCpp/Statement.h>
#include <unistd.h>

#include "core/store/database.h"
#include "core/store/history/schema.h"

namespace apportion::store {
namespace {

std::filesystem::path newPath() {
    static std::atomic<int> count = 0;
    return std::filesystem::temp_directory_path() /
           ("apportion-history-" + std::to_string(getpid()) + "-" + std::to_string(++count));
}

}  // namespace

HistoryFile::HistoryFile(bool onDisk) : path_(onDisk ? newPath() : ":memory:") {
    database_ = std::make_unique<SQLite::Database>(connect(path_, Access::create));
    createHistoryTables(*database_);
    writer_ = std::make_unique<HistoryWriter>(*database_);
    reader_ = std::make_unique<HistoryReader>(*database_);
}

HistoryFile::~HistoryFile() {
    writer_.reset();
    reader_.reset();
    database_.reset();
    if (path_ != ":memory:")
        removeFiles();
}

void HistoryFile::removeFiles() {
    for (const char* suffix : {"", "-wal", "-shm"})
        std::filesystem::remove(path_.string() + suffix);
}

void HistoryFile::restart() {
    writer_.reset();
    reader_.reset();
    if (path_ != ":memory:") {
        // What is in the files at this moment is what a kill would leave: the journal is not
        // brought in, as it is when a connection is closed.
        const std::filesystem::path next = newPath();
        for (const char* suffix : {"", "-wal"})
            std::filesystem::copy_file(path_.string() + suffix, next.string() + suffix);
        database_.reset();
        removeFiles();
        path_ = next;
        database_ = std::make_unique<SQLite::Database>(connect(path_, Access::readWrite));
    }
    writer_ = std::make_unique<HistoryWriter>(*database_);
    reader_ = std::make_unique<HistoryReader>(*database_);
}

int HistoryFile::tidy(Second now) {
    int steps = 0;
    while (writer_->tidy(wallTimeOf(now)))
        ++steps;
    return steps;
}

std::int64_t HistoryFile::bytes() {
    const auto number = [&](const char* pragma) {
        return database_->execAndGet(std::string("PRAGMA ") + pragma).getInt64();
    };
    return (number("page_count") - number("freelist_count")) * number("page_size");
}

std::int64_t HistoryFile::count(const std::string& table) {
    return database_->execAndGet("SELECT count(*) FROM " + table).getInt64();
}

void HistoryFile::flip(const std::string& table, const std::string& where, std::size_t bit) {
    const std::string column = table == "history_state" ? "standing" : "data";
    SQLite::Statement read(*database_,
                           "SELECT " + column + " FROM " + table + " WHERE " + where + " LIMIT 1");
    if (!read.executeStep())
        throw std::runtime_error("no such row");
    std::string data = read.getColumn(0).getString();
    read.reset();
    bit %= data.size() * 8;
    data[bit / 8] = static_cast<char>(data[bit / 8] ^ (1 << (bit % 8)));
    SQLite::Statement write(*database_,
                            "UPDATE " + table + " SET " + column + " = ? WHERE " + where);
    write.bind(1, data.data(), static_cast<int>(data.size()));
    write.exec();
}

}  // namespace apportion::store
