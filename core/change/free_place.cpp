// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/free_place.h"

#include <filesystem>

namespace apportion {

namespace fs = std::filesystem;

std::string freePlace(const std::string& file) {
    const fs::path wanted(file);
    std::error_code failed;
    fs::path place = wanted;
    // Whatever stands there, though it be a link to nowhere.
    for (int n = 2; fs::exists(fs::symlink_status(place, failed)); ++n)
        place = wanted.parent_path() /
                (wanted.stem().string() + "-" + std::to_string(n) + wanted.extension().string());
    return place.string();
}

}  // namespace apportion
