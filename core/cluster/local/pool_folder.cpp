// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/pool_folder.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <sys/file.h>

#include "core/change/refuse.h"
#include "core/cluster/local/keeper/private_folder.h"
#include "core/store/canonical.h"
#include "core/store/process_identity.h"

namespace apportion {

namespace fs = std::filesystem;

namespace {

// Whose a folder is, as it says itself: the file's place on a machine, and its first entry.
struct Owner {
    std::string machine;
    std::string first;
    std::string place;

    std::string text() const { return machine + "\n" + first + "\n" + place + "\n"; }
    friend bool operator==(const Owner&, const Owner&) = default;
};

std::string placeOf(const std::string& path) {
    std::error_code error;
    fs::path place = fs::canonical(path, error);
    if (error)
        place = fs::absolute(path, error);
    return place.string();
}

Result<Owner> ownerOf(ProjectFile& file) {
    auto first = file.firstHash();
    if (!first)
        return tl::unexpected(std::move(first.error()));
    return Owner{store::thisProcess().machine, std::move(*first), placeOf(file.path())};
}

std::optional<Owner> ownerOf(const std::string& folder) {
    const std::string text = smallFile(folder + "/owner");
    const auto first = text.find('\n');
    const auto second = first == std::string::npos ? first : text.find('\n', first + 1);
    if (second == std::string::npos)
        return {};
    return Owner{text.substr(0, first), text.substr(first + 1, second - first - 1),
                 text.substr(second + 1, text.size() - second - 2)};
}

// The one that a file has from its beginning, whoever has it now.
Result<std::string> firstFolder(const Owner& owner) {
    auto state = stateFolder();
    if (!state)
        return state;
    constexpr std::size_t kDigits = 32;  // of the hash, in the name of the folder
    const std::string hash =
        store::chainHash(owner.machine + "\n" + owner.place + "\n", owner.first);
    return *state + "/pools/" + hash.substr(0, kDigits);
}

Result<std::string> markOf(ProjectFile& file) {
    const auto owner = ownerOf(file);
    if (!owner)
        return tl::unexpected(owner.error());
    auto folder = firstFolder(*owner);
    if (folder)
        *folder += "/live";
    return folder;
}

struct Owned {
    std::string folder;
    Owner owner;
};

// Of this machine; whose was live last comes first.
std::vector<Owned> ownedBeside(const std::string& folder, const std::string& machine) {
    std::vector<std::pair<fs::file_time_type, Owned>> found;
    std::error_code ignored;
    for (const auto& each : fs::directory_iterator(fs::path(folder).parent_path(), ignored))
        if (auto owner = ownerOf(each.path().string()); owner && owner->machine == machine)
            found.emplace_back(fs::last_write_time(each.path() / "owner", ignored),
                               Owned{each.path().string(), std::move(*owner)});
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second.folder < b.second.folder;
    });
    std::vector<Owned> all;
    all.reserve(found.size());
    for (auto& [written, each] : found)
        all.push_back(std::move(each));
    return all;
}

// Whether a pool goes on as the file of `owner`, whose first folder is `own`.
bool isInherited(const Owned& from, const Owner& owner, const std::string& damaged) {
    if (!damaged.empty())
        return from.owner.place == damaged;
    std::error_code error;
    return from.owner.first == owner.first && !fs::exists(from.owner.place, error) && !error;
}

Result<std::string> folderOf(const Owner& owner) {
    auto own = firstFolder(owner);
    if (!own)
        return own;
    const auto owns = ownerOf(*own);
    if (owns == owner)
        return own;
    std::error_code ignored;
    const auto all = ownedBeside(*own, owner.machine);
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Owned& each) { return each.owner == owner; });
    if (found != all.end())
        return found->folder;
    if (!owns && !fs::exists(*own + "/runs", ignored)) {
        const std::string damaged = smallFile(*own + "/continues");
        const auto heir = std::find_if(all.begin(), all.end(), [&](const Owned& each) {
            return isInherited(each, owner, damaged);
        });
        return heir != all.end() ? heir->folder : *own;
    }
    // It went to another file with what ran there.
    std::string next = *own;
    for (int n = 2; ownerOf(next).value_or(owner) != owner; ++n)
        next = *own + "-" + std::to_string(n);
    return next;
}

store::Descriptor locked(const std::string& path, int flags, int how) {
    store::Descriptor file(open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (file && flock(file.get(), how) != 0)
        return {};
    return file;
}

}  // namespace

Result<std::string> poolFolder(ProjectFile& file) {
    const auto owner = ownerOf(file);
    if (!owner)
        return tl::unexpected(owner.error());
    return folderOf(*owner);
}

Result<HeldFolder> holdPoolFolder(ProjectFile& file) {
    const auto owner = ownerOf(file);
    if (!owner)
        return tl::unexpected(owner.error());
    auto folder = folderOf(*owner);
    if (!folder)
        return tl::unexpected(std::move(folder.error()));
    if (auto made = makePrivateFolder(*folder); !made)
        return tl::unexpected(std::move(made.error()));
    HeldFolder held{*folder, locked(*folder + "/held", O_RDWR | O_CREAT, LOCK_EX | LOCK_NB)};
    // Of one file the lease decides who takes over from whom.
    if (const auto before = ownerOf(*folder); before && *before != *owner && !held.lock)
        return refuse("pool-folder-held", {textArgument("name", before->place)});
    if (auto noted = replaceFile(*folder + "/owner", owner->text()); !noted)
        return tl::unexpected(std::move(noted.error()));
    return held;
}

void noteSuccessor(const std::string& damaged, ProjectFile& recovered) {
    const auto owner = ownerOf(recovered);
    const auto folder = owner ? firstFolder(*owner) : Result<std::string>("");
    if (!folder || folder->empty())
        return;
    const std::string place = placeOf(damaged);
    const auto all = ownedBeside(*folder, owner->machine);
    if (std::none_of(all.begin(), all.end(),
                     [&](const Owned& each) { return each.owner.place == place; }))
        return;  // nothing ever ran of it
    // What cannot be noted is told when the pool goes live: its commands run elsewhere.
    if (makePrivateFolder(*folder))
        (void)replaceFile(*folder + "/continues", place);
}

std::vector<OtherPool> otherPools(const std::string& folder) {
    std::vector<OtherPool> pools;
    std::error_code ignored;
    for (const auto& each : fs::directory_iterator(fs::path(folder).parent_path(), ignored))
        if (each.path() != folder && fs::exists(each.path() / "runs", ignored)) {
            const auto owner = ownerOf(each.path().string());
            pools.push_back({each.path().string(), owner ? owner->place : std::string()});
        }
    return pools;
}

store::Descriptor lockStarts(const std::string& folder) {
    return locked(fs::path(folder).parent_path().string(), O_RDONLY | O_DIRECTORY, LOCK_EX);
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
