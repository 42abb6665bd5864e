// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/old_runs.h"

#include <filesystem>

namespace apportion {

namespace fs = std::filesystem;

void OldRuns::add(const std::string& folder, Moment ended) {
    Run run{folder};
    std::error_code ignored;
    for (const auto& each : fs::directory_iterator(folder, ignored))
        if (each.is_regular_file(ignored))
            run.bytes += static_cast<std::int64_t>(each.file_size(ignored));
    bytes_ += run.bytes;
    runs_.emplace(ended, std::move(run));
}

void OldRuns::tidy(Moment now) {
    std::error_code ignored;
    while (!runs_.empty() && (now - runs_.begin()->first > kKept || bytes_ > kMostBytes)) {
        const fs::path run = runs_.begin()->second.folder;
        bytes_ -= runs_.begin()->second.bytes;
        runs_.erase(runs_.begin());
        fs::remove_all(run, ignored);
        fs::remove(run.parent_path(), ignored);  // if it is empty
    }
}

}  // namespace apportion
