// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/size_changes.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "core/model/number_text.h"
#include "core/session/entry_changes.h"

namespace apportion {

namespace {

constexpr std::array<std::string_view, 9> kActions{
    "scale",          "quota.add", "quota.delete", "temporary.return", "temporary.end", "restore",
    "timetable.step", "undo",      "redo"};

Gpu gpuOf(const std::string& text) {
    return scaledNumber(text, kOneGpu).value_or(0);
}

}  // namespace

std::vector<SizeChange> sizeChangesOf(const JournalEntry& entry, Moment epoch) {
    std::vector<SizeChange> changes;
    for (const EntryChange& each :
         changesOf(entry, std::numeric_limits<std::size_t>::max()).changes)
        if (each.kind == ObjectKind::quota && each.key == "guaranteed.gpu")
            changes.push_back({entry.at - epoch, each.name, gpuOf(each.before), gpuOf(each.after)});
    return changes;
}

bool changesSizes(const std::string& action) {
    return std::find(kActions.begin(), kActions.end(), action) != kActions.end();
}

void fillSizes(History& history, const std::vector<TeamInfo>& teams,
               std::span<const SizeChange> changes, const std::vector<Gpu>& now) {
    for (std::size_t team = 0; team < teams.size(); ++team) {
        std::vector<const SizeChange*> own;
        for (const SizeChange& each : changes)
            if (each.quota == teams[team].quota)
                own.push_back(&each);
        Gpu size = own.empty() ? now[team] : own.front()->before;
        std::size_t next = 0;
        std::vector<Gpu>& column = history.guaranteed[team];
        for (std::size_t i = 0; i < column.size(); ++i) {
            for (; next < own.size() && own[next]->at <= history.times[i]; ++next)
                size = own[next]->after;
            if (column[i] == History::kUnknown)
                column[i] = size;
        }
    }
}

}  // namespace apportion
