// SPDX-License-Identifier: GPL-3.0-or-later
// Promises that the nodes cannot keep, and nodes that are missing.
#include <algorithm>
#include <map>

#include "core/view/issues/quota_look.h"
#include "core/view/spread.h"

namespace apportion {

namespace {

struct Group {
    std::vector<const QuotaRow*> roots;
    std::vector<const NodeRow*> missing;  // nodes that are not ready, largest first
    Gpu guaranteed = 0;
    Gpu used = 0;  // on those that are closed, and so a part of the capacity
};

std::map<int, Group> groupsOf(const IssueInput& input, const QuotaLook& look) {
    std::map<int, Group> groups;
    for (const QuotaRow& row : input.view.quotas)
        if (row.parent < 0) {
            Group& group = groups[look.group(row)];
            group.roots.push_back(&row);
            group.guaranteed += row.numbers.guaranteed;
        }
    const std::vector<NodeRow>& nodes = input.view.nodes.rows;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].state != NodeState::ready)
            if (const auto group = groups.find(input.source.engine.nodeGroup(i));
                group != groups.end()) {
                group->second.missing.push_back(&nodes[i]);
                if (isClosed(nodes[i].state))
                    group->second.used += nodes[i].used;
            }
    for (auto& [id, group] : groups)
        std::stable_sort(
            group.missing.begin(), group.missing.end(),
            [](const NodeRow* a, const NodeRow* b) { return a->devices > b->devices; });
    return groups;
}

IssueFix takeBack(const NodeRow& node) {
    return fixBy(SetNodeState{node.name, NodeState::ready}, node.name);
}

// Lowers guarantees until so much is no longer promised: at first what nobody uses or waits for, of
// all of a level by their guarantees; what a parent has left for itself before its children.
class Lowering {
public:
    Lowering(const IssueInput& input, const QuotaLook& look) : input_(input), look_(look) {}

    std::vector<std::pair<std::string, Gpu>> sizes(const std::vector<const QuotaRow*>& roots,
                                                   Gpu missing) {
        for (const bool alsoUsed : {false, true})
            missing -= lowerAll(roots, missing, alsoUsed);
        if (missing > 0)
            return {};
        std::vector<std::pair<std::string, Gpu>> sizes;
        for (const QuotaRow& row : input_.view.quotas)
            if (const auto found = given_.find(row.name); found != given_.end())
                sizes.emplace_back(row.name, row.numbers.guaranteed - found->second);
        return sizes;
    }

private:
    static Gpu idle(const QuotaRow& row) {
        return row.numbers.guaranteed - row.numbers.subtree - row.numbers.pending;
    }

    // So much can be lowered of it, as things stand in this draft.
    Gpu mayLower(const QuotaRow& row, bool alsoUsed) const {
        const Gpu given = givenOf(row);
        const Gpu now = row.numbers.guaranteed - given;
        Gpu most = now - row.policy.lend.value_or(0);
        if (!alsoUsed)
            most = std::min(most, idle(row) - given);
        if (most <= 0)
            return 0;
        Gpu parts = now;
        for (const QuotaRow* child : look_.children(row))
            parts += mayLower(*child, alsoUsed) - (child->numbers.guaranteed - givenOf(*child));
        return std::clamp<Gpu>(parts, 0, most);
    }

    Gpu lowerAll(const std::vector<const QuotaRow*>& rows, Gpu wanted, bool alsoUsed) {
        std::vector<SpreadPart> parts;
        parts.reserve(rows.size());
        for (const QuotaRow* row : rows)
            parts.push_back({row->numbers.guaranteed, mayLower(*row, alsoUsed)});
        const std::vector<Gpu> shares = spreadOver(wanted, parts);
        Gpu lowered = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (shares[i] > 0)
                lower(*rows[i], shares[i], alsoUsed);
            lowered += shares[i];
        }
        return lowered;
    }

    // No more than it may. Where what is used goes too, what is below it is divided anew: somebody
    // is hit in any case, and then nobody is left with nothing for having used less.
    void lower(const QuotaRow& row, Gpu wanted, bool alsoUsed) {
        const std::vector<const QuotaRow*> children = look_.children(row);
        if (alsoUsed) {
            wanted += givenOf(row);
            forget(row);
        }
        Gpu own = row.numbers.guaranteed - givenOf(row);
        for (const QuotaRow* child : children)
            own -= child->numbers.guaranteed - givenOf(*child);
        own = std::clamp<Gpu>(own, 0, wanted);
        if (own < wanted)
            lowerAll(children, wanted - own, alsoUsed);
        given_[row.name] += wanted;
    }

    void forget(const QuotaRow& row) {
        given_.erase(row.name);
        for (const QuotaRow* child : look_.children(row))
            forget(*child);
    }

    Gpu givenOf(const QuotaRow& row) const {
        const auto known = given_.find(row.name);
        return known == given_.end() ? 0 : known->second;
    }

    const IssueInput& input_;
    const QuotaLook& look_;
    std::map<std::string_view, Gpu> given_;
};

// A cordon that can be lifted is the smallest change.
IssueFix mend(const IssueInput& input, const QuotaLook& look, const Group& group, Gpu missing) {
    for (const NodeRow* node : group.missing)
        if (isClosed(node->state) && node->devices * kOneGpu - node->used >= missing)
            return takeBack(*node);
    IssueFix fix;
    fix.targets = Lowering(input, look).sizes(group.roots, missing);
    if (fix.targets.empty())
        return {};
    fix.kind = IssueFix::Kind::scaling;
    fix.subject = fix.targets.front().first;
    return fix;
}

}  // namespace

void findOverCapacity(const IssueInput& input, std::vector<Issue>& found) {
    const QuotaLook& look = input.look;
    for (const auto& [id, group] : groupsOf(input, look)) {
        const Gpu capacity = look.capacity(id);
        const Gpu missing = group.guaranteed - capacity;
        if (missing <= 0)
            continue;
        std::vector<std::string> names;
        names.reserve(group.missing.size());
        Issue issue;
        for (const NodeRow* node : group.missing) {
            names.push_back(node->name);
            if (node->since)
                issue.since = std::max(issue.since.value_or(*node->since), *node->since);
        }
        issue.what = {names.empty()     ? "issue-over-capacity"
                      : group.used == 0 ? "issue-over-capacity.nodes"
                                        : "issue-over-capacity.closed",
                      {{"guaranteed", Value::ofGpu(group.guaranteed)},
                       {"capacity", Value::ofGpu(capacity)},
                       {"short", Value::ofGpu(missing)},
                       {"nodes", Value::ofList(names)}}};
        if (group.used > 0)
            issue.what.arguments.push_back({"used", Value::ofGpu(group.used)});
        issue.subjectKind = names.empty() ? Issue::Subject::quota : Issue::Subject::node;
        issue.subject = names.empty() ? group.roots.front()->name : names.front();
        if (names.empty())
            issue.colour = group.roots.front()->colour;
        issue.fix = mend(input, look, group, missing);
        found.push_back(std::move(issue));
    }
}

void findNodesDown(const IssueInput& input, std::vector<Issue>& found) {
    for (const NodeRow& node : input.view.nodes.rows) {
        if (node.state != NodeState::down)
            continue;
        Issue issue;
        issue.what = {
            "issue-node-down",
            {{"node", Value::ofText(node.name)}, {"gpu", Value::ofGpu(node.devices * kOneGpu)}}};
        issue.subjectKind = Issue::Subject::node;
        issue.subject = node.name;
        issue.since = node.since;
        issue.fix = takeBack(node);
        found.push_back(std::move(issue));
    }
}

}  // namespace apportion
