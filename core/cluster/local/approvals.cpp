// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/approvals.h"

#include <filesystem>

#include "core/change/approval_digest.h"
#include "core/cluster/local/keeper/private_folder.h"

namespace apportion {

Approvals::Approvals(const std::string& folder) : folder_(folder + "/approved") {
    std::error_code ignored;
    for (const auto& each : std::filesystem::directory_iterator(folder_, ignored))
        given_.insert(each.path().filename().string());
}

bool Approvals::has(const ProjectWorkload& work) const {
    return given_.contains(digestOf(work));
}

Result<void> Approvals::give(const ProjectWorkload& work) {
    if (auto made = makePrivateFolder(folder_); !made)
        return made;
    const std::string digest = digestOf(work);
    // The text is for people who look into the folder.
    if (auto written = replaceFile(pathOf(digest), approvalText(work) + "\n"); !written)
        return written;
    given_.insert(digest);
    return {};
}

void Approvals::keepOnly(const std::set<std::string>& digests) {
    std::erase_if(given_, [&](const std::string& digest) {
        if (digests.contains(digest))
            return false;
        std::error_code ignored;
        std::filesystem::remove(pathOf(digest), ignored);
        return true;
    });
}

}  // namespace apportion
