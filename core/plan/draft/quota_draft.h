// SPDX-License-Identifier: GPL-3.0-or-later
// A quota, new or present, while somebody is still filling in its form: what presets put there, how
// much room the quota above has, what is wrong and what mends it, how it reads, and the commands
// that it becomes. Nothing is changed by asking.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
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
    // The quotas that it changes, under their present names; empty = it is a new one.
    std::vector<std::string> edits = {};
    ScaleMode mode = ScaleMode::refuse;  // of running workloads above a size that it lowers
    // A sibling that gets what one present quota gives up, with its new guarantee.
    std::optional<std::pair<std::string, Gpu>> give = {};
    friend bool operator==(const QuotaDraft&, const QuotaDraft&) = default;
};

enum class QuotaPreset { fairSurplus, fixedShare, idleOnly };

// Fills in what the preset is about; name, place and workspace stay.
void usePreset(QuotaDraft& draft, QuotaPreset preset);
// The preset whose word the draft still keeps, whatever its size.
std::optional<QuotaPreset> presetOf(const QuotaDraft& draft);

// The one command that makes it.
Change addOf(const QuotaDraft& draft);

// The fields of the form, as they stand there.
enum class QuotaField {
    name,
    team,
    guaranteed,
    limit,
    weight,
    overQuota,
    rank,
    lend,
    queueing,
    minRuntime,
    budget
};
constexpr std::array kQuotaFields{
    QuotaField::name,     QuotaField::team,       QuotaField::guaranteed, QuotaField::limit,
    QuotaField::weight,   QuotaField::overQuota,  QuotaField::rank,       QuotaField::lend,
    QuotaField::queueing, QuotaField::minRuntime, QuotaField::budget};

void setField(QuotaDraft& draft, QuotaField field, const QuotaDraft& from);
// Of these fields, those that some of the quotas have otherwise.
std::vector<QuotaField> changedFields(const std::vector<QuotaDraft>& before,
                                      const QuotaDraft& after,
                                      std::span<const QuotaField> fields = kQuotaFields);
// What writes these fields of `draft.edits`, an entry each: all but the name are one. So are the
// sizes alone where a sibling gets some.
std::vector<Change> editsOf(const QuotaDraft& draft, const std::vector<QuotaField>& fields);
// A present quota as the form has it.
QuotaDraft draftOf(const std::string& name, const std::string& parent, Gpu guaranteed,
                   const QuotaPolicy& policy);

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
    enum class Kind { takeFrom, guarantee, limit, lend, name, giveBack, sameNodes, wait };
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
