// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/read_copy.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include <sys/stat.h>

#include "core/store/database.h"
#include "core/store/open_file.h"
#include "core/store/own_file.h"

namespace apportion::store {

namespace fs = std::filesystem;

SQLite::Database connectImmutable(const std::string& path) {
    std::string address = "file:";
    for (const char c : besideFile(path, ""))
        address += c == '?' ? "%3f" : c == '#' ? "%23" : c == '%' ? "%25" : std::string(1, c);
    return openAt(address + "?immutable=1", SQLite::OPEN_READONLY | SQLite::OPEN_URI);
}

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;  // from, to

// What changes while the files are written to.
std::string stampOf(const Pairs& files) {
    std::string stamp;
    struct stat status {};
    for (const auto& [from, to] : files)
        if (stat(from.c_str(), &status) == 0)
            stamp += to + std::to_string(status.st_size) + " " +
                     std::to_string(status.st_mtim.tv_sec) + "." +
                     std::to_string(status.st_mtim.tv_nsec) + " ";
    return stamp;
}

bool copyTogether(const Pairs& files) {
    constexpr int kTries = 5;
    for (int i = 0; i < kTries; ++i) {
        const std::string before = stampOf(files);
        for (const auto& [from, to] : files) {
            std::error_code failed;
            fs::remove(to, failed);
            if (!fs::exists(from, failed))
                continue;
            const Descriptor copy = createNew(to, S_IRUSR | S_IWUSR);
            if (!copy || copyBytes(from, copy.get()) != 0)
                return false;
        }
        if (stampOf(files) == before)
            return true;
    }
    return false;
}

}  // namespace

std::optional<SQLite::Database> connectCopy(const std::string& path, const std::string& log) {
    std::error_code failed;
    std::string folder = (fs::temp_directory_path(failed) / "apportion-reading-XXXXXX").string();
    if (failed || mkdtemp(folder.data()) == nullptr)
        return {};
    const std::shared_ptr<void> removed(nullptr, [&](void*) { fs::remove_all(folder, failed); });
    const std::string copy = folder + "/copy";
    Pairs files{{path, copy}};
    if (!log.empty())
        files.emplace_back(log, copy + "-wal");
    if (!copyTogether(files))
        return {};
    SQLite::Database database = connect(copy, Access::readOnly);
    database.execAndGet("PRAGMA schema_version");
    return database;
}

}  // namespace apportion::store
