// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/pool_folder.h"

#include <algorithm>
#include <filesystem>

#include "core/keeper/private_folder.h"
#include "core/store/canonical.h"
#include "core/store/process_identity.h"

namespace apportion {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kDigits = 32;  // of the hash, in the name of the folder

Result<std::string> markOf(ProjectFile& file) {
    auto folder = poolFolder(file);
    if (folder)
        *folder += "/live";
    return folder;
}

}  // namespace

Result<std::string> poolFolder(ProjectFile& file) {
    auto state = stateFolder();
    if (!state)
        return state;
    auto first = file.firstHash();
    if (!first)
        return tl::unexpected(std::move(first.error()));
    std::error_code error;
    fs::path place = fs::canonical(file.path(), error);
    if (error)
        place = fs::absolute(file.path(), error);
    const std::string hash =
        store::chainHash(store::thisProcess().machine + "\n" + place.string() + "\n", *first);
    return *state + "/pools/" + hash.substr(0, kDigits);
}

Result<bool> isRemembered(ProjectFile& file) {
    auto mark = markOf(file);
    if (!mark)
        return tl::unexpected(std::move(mark.error()));
    return !smallFile(*mark).empty();
}

Result<void> rememberLive(ProjectFile& file) {
    auto mark = markOf(file);
    if (!mark)
        return tl::unexpected(std::move(mark.error()));
    if (auto made = makePrivateFolder(fs::path(*mark).parent_path().string()); !made)
        return made;
    // For people who look into the folder.
    return replaceFile(*mark, file.path() + "\n");
}

Result<void> forgetLive(ProjectFile& file) {
    auto mark = markOf(file);
    if (!mark)
        return tl::unexpected(std::move(mark.error()));
    std::error_code ignored;
    fs::remove(*mark, ignored);
    return {};
}

std::vector<RememberedPool> rememberedPools() {
    std::vector<RememberedPool> pools;
    const auto state = stateFolder();
    if (!state)
        return pools;
    std::error_code ignored;
    for (const auto& each : fs::directory_iterator(*state + "/pools", ignored)) {
        const std::string mark = each.path().string() + "/live";
        std::string file = smallFile(mark);
        if (!file.empty() && file.back() == '\n')
            file.pop_back();
        if (!file.empty())
            pools.push_back({std::move(file), mark});
    }
    std::sort(pools.begin(), pools.end(),
              [](const auto& a, const auto& b) { return a.file < b.file; });
    return pools;
}

void forgetLive(const RememberedPool& pool) {
    std::error_code ignored;
    fs::remove(pool.mark, ignored);
}

}  // namespace apportion
