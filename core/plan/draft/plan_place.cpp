// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/plan_place.h"

#include <filesystem>
#include <string_view>
#include <system_error>

namespace apportion {

void moveBase(Plan& plan, const std::string& from, const std::string& to) {
    namespace fs = std::filesystem;
    std::error_code none;
    const fs::path before = from.empty() ? fs::path() : fs::path(from).parent_path();
    const fs::path after = fs::absolute(to, none).parent_path();
    const auto move = [&](std::string& file, bool always) {
        if (file.empty() || file == "-" || (!always && !fs::exists(before / file, none)))
            return;
        const fs::path whole = fs::absolute(before / file, none);
        const fs::path near = fs::relative(whole, after, none);
        file = (none || near.empty() ? whole : near).string();
    };
    std::visit([&](auto& base) { move(base.file, true); }, plan.base);
    if (auto* trace = std::get_if<TraceBase>(&plan.base))
        for (std::string* file : {&trace->pool, &trace->quotas, &trace->guarantee,
                                  &trace->nodesFile, &trace->columns, &trace->nodeColumns})
            move(*file, false);
}

std::string planName(const std::string& file) {
    std::string name = std::filesystem::path(file).filename().string();
    // What the file is called says what kind it is; the plan is called by the rest.
    for (const std::string_view suffix : {".json", ".plan"})
        if (name.size() > suffix.size() && name.ends_with(suffix))
            name.erase(name.size() - suffix.size());
    return name;
}

}  // namespace apportion
