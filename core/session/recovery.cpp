// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/recovery.h"

#include <algorithm>
#include <chrono>
#include <fstream>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "core/io/output_file.h"
#include "core/io/scenario_writer.h"

namespace apportion {

namespace {

namespace fs = std::filesystem;

// -1 if somebody else holds it. The kernel frees it when the process ends, however it ends.
int lockFile(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file >= 0 && ::flock(file, LOCK_EX | LOCK_NB) != 0) {
        ::close(file);
        return -1;
    }
    return file;
}

std::int64_t secondsSinceEpoch() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

void removeFiles(const fs::path& folder, const std::string& id) {
    std::error_code ignored;
    for (const char* suffix : {".json", ".info", ".lock"})
        fs::remove(folder / (id + suffix), ignored);
}

}  // namespace

Recovery::Recovery(fs::path folder) : folder_(std::move(folder)) {}

Recovery::~Recovery() {
    if (lock_ < 0)
        return;
    std::error_code ignored;
    // The copy itself stays if there is one: what it holds is not saved anywhere else.
    if (!fs::exists(path(".json"), ignored))
        fs::remove(path(".lock"), ignored);
    ::close(lock_);
}

fs::path Recovery::path(const char* suffix) const {
    return folder_ / (id_ + suffix);
}

bool Recovery::lock() {
    if (lock_ >= 0)
        return true;
    std::error_code error;
    fs::create_directories(folder_, error);
    for (int attempt = 0; attempt < 100 && lock_ < 0; ++attempt) {
        id_ = "copy-" + std::to_string(::getpid()) + "-" + std::to_string(attempt);
        if (!fs::exists(path(".json"), error))
            lock_ = lockFile(path(".lock"));
    }
    return lock_ >= 0;
}

Result<void> Recovery::write(const Scenario& scenario, const std::string& file) {
    return write(scenario.name, file,
                 [&](const std::string& copy) { return saveScenario(copy, scenario); });
}

Result<void> Recovery::write(const std::string& name, const std::string& file,
                             const std::function<Result<void>(const std::string& path)>& save) {
    if (folder_.empty())
        return {};
    lock();
    const std::string info = std::to_string(secondsSinceEpoch()) + "\n" + file + "\n" + name + "\n";
    if (auto written = writeOutput(path(".info").string(), info); !written)
        return written;
    return save(path(".json").string());
}

void Recovery::remove() {
    if (lock_ < 0)
        return;
    removeFiles(folder_, id_);
    ::close(lock_);
    lock_ = -1;
}

std::vector<RecoveredCopy> Recovery::leftBehind() const {
    std::vector<RecoveredCopy> copies;
    std::error_code error;
    if (folder_.empty() || !fs::is_directory(folder_, error))
        return copies;
    for (const auto& entry : fs::directory_iterator(folder_, error)) {
        if (entry.path().extension() != ".json")
            continue;
        RecoveredCopy copy;
        copy.id = entry.path().stem().string();
        copy.path = entry.path();
        if (lock_ >= 0 && copy.id == id_)
            continue;
        const int held = lockFile(folder_ / (copy.id + ".lock"));
        if (held < 0)
            continue;
        ::close(held);
        std::ifstream info(folder_ / (copy.id + ".info"));
        info >> copy.writtenAt;
        info.ignore();
        std::getline(info, copy.file);
        std::getline(info, copy.name);
        copies.push_back(std::move(copy));
    }
    std::sort(copies.begin(), copies.end(), [](const RecoveredCopy& a, const RecoveredCopy& b) {
        return a.writtenAt > b.writtenAt;
    });
    return copies;
}

void Recovery::remove(const RecoveredCopy& copy) {
    removeFiles(folder_, copy.id);
}

}  // namespace apportion
