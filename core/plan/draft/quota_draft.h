// SPDX-License-Identifier: GPL-3.0-or-later
// A quota while somebody is still filling in its form: what presets put there, how much room the
// quota above has, what is wrong and what mends it, how it reads, and the command that it becomes.
// Nothing is changed by asking.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/change/change.h"
#include "core/model/project.h"
#include "core/model/quota.h"

namespace apportion {

class Engine;

struct QuotaDraft {
    std::string parent;  // empty = a root
    std::string name;
    Gpu guaranteed = 0;
    // Of the policy, what a form asks: what is missing has its default, as in a scenario.
    QuotaPolicy policy;
    std::vector<std::pair<std::string, Gpu>> take;  // what siblings give up for it
    std::string workspace;                          // empty = none; made if there is none
    friend bool operator==(const QuotaDraft&, const QuotaDraft&) = default;
};

enum class QuotaPreset { fairSurplus, fixedShare, idleOnly };

// Fills in what the preset is about; name, place and workspace stay.
void usePreset(QuotaDraft& draft, QuotaPreset preset);
// The preset whose word the draft still keeps, whatever its size.
std::optional<QuotaPreset> presetOf(const QuotaDraft& draft);

// The one command that makes it.
Change addOf(const QuotaDraft& draft);

// What the new quota would be cut from.
struct QuotaRoom {
    struct Part {
        std::string quota;
        Gpu guaranteed = 0;  // after what it gives
        Gpu gives = 0;
        friend bool operator==(const Part&, const Part&) = default;
    };
    std::string parent;  // empty = nodes
    Gpu whole = 0;
    std::vector<Part> parts;  // siblings, file order
    Gpu wanted = 0;           // by the new one

    Gpu unassigned() const;  // for it; negative = too much is given already
    friend bool operator==(const QuotaRoom&, const QuotaRoom&) = default;
};

// Another draft that mends a problem; tried, and the problem was gone.
struct QuotaRepair {
    enum class Kind { takeFrom, guarantee, limit, lend, name, giveBack, sameNodes };
    Kind kind = Kind::guarantee;
    std::string subject;  // sibling, name, other root
    Gpu gpu = 0;
    QuotaDraft draft;
};

struct QuotaDraftProblem {
    enum class Place { name, guaranteed, limit, weight, lend, workspace, nodes, form };
    Place place = Place::form;
    Message message;
    std::vector<QuotaRepair> repairs;
};

// What a root's nodes can be chosen by.
struct NodeChoice {
    NodeSelector selector;
    int nodes = 0;
    Gpu gpu = 0;
    friend bool operator==(const NodeChoice&, const NodeChoice&) = default;
};

struct QuotaDraftCheck {
    QuotaRoom room;
    // Share of the surplus among those of its rank, in hundredths; `weights` with its own.
    std::int64_t weight = 0;
    std::int64_t weights = 0;
    // What a missing limit is; empty name = what the nodes have.
    Gpu inheritedLimit = 0;
    std::string limitOf;
    std::vector<QuotaDraftProblem> problems;
    std::vector<Message> sentences;
    std::vector<std::string> workspaces;  // that it may be tied to
    // Of a root: what it divides, and what there is to choose from, by type and by label.
    NodeChoice nodes;
    std::vector<NodeChoice> choices;
};

struct DraftSurroundings {
    const Project& project;
    const Engine& engine;
    std::string who;  // sees no more than may be read; empty = everything
    // What a dry run of a command says against it.
    std::function<Problems(const Change&)> objections;
};

QuotaDraftCheck checkDraft(const DraftSurroundings& around, const QuotaDraft& draft);

// With a free name and a size that fits.
QuotaDraft firstDraft(const DraftSurroundings& around, const std::string& parent);

}  // namespace apportion
