// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/command.h"

#include <algorithm>
#include <iterator>

#include "core/change/command_rows.h"

namespace apportion {

CommandEffect::CommandEffect(const Project& before) {
    after.revision = before.revision;
    after.pool = before.pool;
    after.nodeStates = before.nodeStates;
    after.users = before.users;
    after.temporary = before.temporary;
    after.timetables = before.timetables;
    after.restorePoints = before.restorePoints;
}

std::span<const CommandInfo> projectCommands() {
    static const std::vector<CommandInfo> all = [] {
        std::vector<CommandInfo> table;
        for (auto part : {rows::quotas(), rows::workspaces(), rows::people(), rows::pool(),
                          rows::work(), rows::time()})
            table.insert(table.end(), std::make_move_iterator(part.begin()),
                         std::make_move_iterator(part.end()));
        return table;
    }();
    return all;
}

const CommandInfo* findCommand(std::string_view id) {
    const auto all = projectCommands();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const CommandInfo& each) { return each.id == id; });
    return found == all.end() ? nullptr : &*found;
}

const CommandInfo& infoOf(const Change& change) {
    static const std::vector<const CommandInfo*> rows = [] {
        std::vector<const CommandInfo*> table(std::variant_size_v<Change>);
        for (const CommandInfo& each : projectCommands())
            table[each.none.index()] = &each;
        return table;
    }();
    return *rows[change.index()];
}

}  // namespace apportion
