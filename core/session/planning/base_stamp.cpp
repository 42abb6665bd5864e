// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/base_stamp.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>

namespace apportion {

std::string stampOf(const LoadedBase& base) {
    std::string stamp;
    for (const std::string& input : base.inputs)
        for (const char* const suffix : {"", "-wal"}) {
            std::error_code none;
            const std::filesystem::path file(input + suffix);
            const auto size = input.empty() ? 0 : std::filesystem::file_size(file, none);
            if (input.empty() || none)
                continue;
            const auto written = std::filesystem::last_write_time(file, none);
            stamp += std::to_string(size) + ' ' +
                     std::to_string(written.time_since_epoch().count()) + '\n';
        }
    return stamp;
}

Moment writtenOf(const LoadedBase& base) {
    Moment latest = 0;
    for (const std::string& input : base.inputs) {
        std::error_code none;
        const auto written = std::filesystem::last_write_time(input, none);
        if (!input.empty() && !none)
            latest = std::max<Moment>(
                latest, std::chrono::duration_cast<std::chrono::milliseconds>(
                            std::chrono::file_clock::to_sys(written).time_since_epoch())
                            .count());
    }
    return latest;
}

}  // namespace apportion
