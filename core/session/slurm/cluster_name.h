// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster that is open stands where the file of a pool does: "cluster:lab".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace apportion {

inline constexpr std::string_view kClusterFile = "cluster:";

inline std::string fileOfCluster(const std::string& name) {
    return std::string(kClusterFile) + name;
}

// Its name or place; nothing = it is a file.
inline std::optional<std::string> clusterOf(std::string_view file) {
    if (!file.starts_with(kClusterFile) || file.size() == kClusterFile.size())
        return std::nullopt;
    return std::string(file.substr(kClusterFile.size()));
}

}  // namespace apportion
