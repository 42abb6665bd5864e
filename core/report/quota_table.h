// SPDX-License-Identifier: GPL-3.0-or-later
// Fills the quotas of a usage and what they were guaranteed over time.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/model/node.h"
#include "core/model/outcome.h"
#include "core/model/quota.h"
#include "core/report/usage.h"

namespace apportion::report {

// Names by number, each once.
class NameTable {
public:
    explicit NameTable(std::vector<std::string>& names) : names_(names) {
        for (const std::string& name : names)
            places_.emplace(name, static_cast<std::uint32_t>(places_.size()));
    }
    std::uint32_t of(std::string_view name) {
        const auto found = places_.find(name);
        if (found != places_.end())
            return found->second;
        names_.emplace_back(name);
        return places_.emplace(name, static_cast<std::uint32_t>(places_.size())).first->second;
    }
    // kNone for an empty one.
    std::uint32_t orNone(std::string_view name) { return name.empty() ? kNone : of(name); }

private:
    std::vector<std::string>& names_;
    std::map<std::string, std::uint32_t, std::less<>> places_;
};

// GPUs of placements by type.
using TypedGpus = std::vector<std::pair<std::uint32_t, Gpu>>;

class QuotaTable {
public:
    explicit QuotaTable(Usage& usage) : usage_(usage), types_(usage.gpuTypes) {}

    NameTable& types() { return types_; }

    // Which roots divide which nodes, for set() and nodesAre().
    void divide(const std::vector<Quota>& quotas, const std::vector<Node>& nodes);
    // The type of all nodes that the quota's group ever had; nothing = they differ.
    std::optional<std::uint32_t> onlyTypeOf(std::uint32_t quota) const;
    // As the nodes were then.
    TypedGpus typed(const std::vector<Placement>& placements, Moment at) const;
    std::optional<std::uint32_t> find(std::string_view name) const;
    // From `at` on. Quotas that are not known join the table; their parents are in it, or come,
    // too.
    void set(Moment at, std::span<const Quota> quotas);
    void remove(Moment at, std::string_view name);
    // As charts and rows of the present quotas have it: one below a team has that of the team.
    void colour(const std::vector<Quota>& quotas);
    void rename(std::string_view from, const std::string& to);
    // What all of these nodes have, and those of them that are down.
    void nodesAre(Moment at, const std::vector<Node>& nodes,
                  const std::map<std::string, NodeState, std::less<>>& states);

private:
    struct Size {
        Gpu guaranteed = 0;
        Gpu children = 0;
        std::optional<Gpu> lend;
        Gpu own = -1, kept = -1;  // as written
    };
    void resize(Moment at, std::uint32_t quota, Gpu guaranteed, std::optional<Gpu> lend);
    void write(Moment at, std::uint32_t quota);
    std::uint32_t groupOf(const Node& node) const;
    std::uint32_t groupOf(const Quota& root) const;

    Usage& usage_;
    NameTable types_;
    // By name, since when a node is of a type.
    std::unordered_map<std::string, std::vector<std::pair<Moment, std::uint32_t>>> nodeTypes_;
    std::vector<std::map<std::uint32_t, Gpu>> typed_;  // by group and type, as written
    std::vector<Size> sizes_;
    std::map<std::string, std::uint32_t, std::less<>> places_;
    std::vector<std::optional<NodeSelector>> selectors_;  // by group
    std::vector<Gpu> capacity_, down_;                    // by group, as written
};

}  // namespace apportion::report
