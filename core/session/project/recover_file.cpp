// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/recover_file.h"

#include <algorithm>
#include <filesystem>

#include "core/session/issues/file_warnings.h"

namespace apportion {

namespace fs = std::filesystem;

std::string recoverableFile(const Problems& problems) {
    const auto found = std::find_if(problems.begin(), problems.end(), isOfDamage);
    return found == problems.end() ? std::string() : found->file;
}

std::string damagedFile(const View& view) {
    std::string file = recoverableFile(view.document.trouble);
    return file.empty() ? recoverableFile(view.document.warnings) : file;
}

std::string placeForRecovered(const std::string& damaged) {
    const fs::path from(damaged);
    const std::string stem = from.stem().string() + "-recovered";
    std::error_code failed;
    fs::path place = from.parent_path() / (stem + ".apportion");
    // Whatever stands there, though it be a link to nowhere.
    for (int n = 2; fs::exists(fs::symlink_status(place, failed)); ++n)
        place = from.parent_path() / (stem + "-" + std::to_string(n) + ".apportion");
    return place.string();
}

}  // namespace apportion
