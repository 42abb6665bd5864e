// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/recover_file.h"

#include <algorithm>
#include <filesystem>

#include "core/change/free_place.h"
#include "core/view/issues/file_warnings.h"

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

std::string fileToRecover(const View& view, const std::string& refused) {
    std::string file = damagedFile(view);
    return file.empty() ? refused : file;
}

bool wasStopped(const Problems& problems) {
    return std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
        return problem.message.code == "recover-stopped";
    });
}

bool mayRecoverAgain(const Problems& problems) {
    return std::none_of(problems.begin(), problems.end(), [](const Problem& problem) {
        return problem.message.code == "recover-nothing" ||
               problem.message.code == "recover-not-one";
    });
}

std::string placeForRecovered(const std::string& damaged) {
    const fs::path from(damaged);
    return freePlace(
        (from.parent_path() / (from.stem().string() + "-recovered.apportion")).string());
}

}  // namespace apportion
