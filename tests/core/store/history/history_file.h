// SPDX-License-Identifier: GPL-3.0-or-later
// A project file with nothing but a history in it, deleted with the test.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include <SQLiteCpp/Database.h>

#include "core/store/history/reader.h"
#include "core/store/history/writer.h"

namespace apportion::store {

class HistoryFile {
public:
    // In memory, or a file of its own in the temporary folder.
    explicit HistoryFile(bool onDisk = false);
    ~HistoryFile();
    HistoryFile(const HistoryFile&) = delete;
    HistoryFile& operator=(const HistoryFile&) = delete;

    // As a new program finds it after the one before was killed.
    void restart();
    // Until there is nothing left to do; the number of steps.
    int tidy(Second now);
    std::int64_t bytes();  // of the file, free pages left out
    std::int64_t count(const std::string& table);
    void flip(const std::string& table, const std::string& where, std::size_t bit);

    SQLite::Database& database() { return *database_; }
    HistoryWriter& writer() { return *writer_; }
    HistoryReader& reader() { return *reader_; }

private:
    void removeFiles();

    std::filesystem::path path_;
    std::unique_ptr<SQLite::Database> database_;
    std::unique_ptr<HistoryWriter> writer_;
    std::unique_ptr<HistoryReader> reader_;
};

}  // namespace apportion::store
