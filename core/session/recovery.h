// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of unsaved changes. Each lies in the recovery folder as ID.json with ID.info beside it,
// and ID.lock is held by the process that writes it; a copy whose lock is free was left behind by a
// program that did not end well.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/model/problem.h"
#include "core/model/scenario.h"

namespace apportion {

struct RecoveredCopy {
    std::string id;
    std::string name;            // of the scenario
    std::string file;            // the file it belongs to; empty = never saved
    std::int64_t writtenAt = 0;  // seconds since 1970
    std::filesystem::path path;
};

class Recovery {
public:
    // An empty folder switches recovery off.
    explicit Recovery(std::filesystem::path folder);
    ~Recovery();
    Recovery(const Recovery&) = delete;
    Recovery& operator=(const Recovery&) = delete;

    Result<void> write(const Scenario& scenario, const std::string& file);
    // save(path) writes the copy.
    Result<void> write(const std::string& name, const std::string& file,
                       const std::function<Result<void>(const std::string& path)>& save);
    // The changes are saved or given up.
    void remove();

    // Copies left behind by others, latest first.
    std::vector<RecoveredCopy> leftBehind() const;
    void remove(const RecoveredCopy& copy);

private:
    std::filesystem::path path(const char* suffix) const;
    bool lock();

    std::filesystem::path folder_;
    std::string id_;
    int lock_ = -1;
};

}  // namespace apportion
