// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody asks for by a command of the table, and the answer.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/journal.h"
#include "core/model/problem.h"

namespace apportion {

// By name; of a flag the list is empty or {"true"}.
class Arguments {
public:
    bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
    // The first value; empty if there is none.
    std::string text(std::string_view name) const;
    const std::vector<std::string>& list(std::string_view name) const;
    void set(std::string name, std::vector<std::string> values);
    void set(std::string name, std::string value);
    void erase(std::string_view name) {
        if (const auto found = values_.find(name); found != values_.end())
            values_.erase(found);
    }
    const std::map<std::string, std::vector<std::string>, std::less<>>& all() const {
        return values_;
    }
    // {"gpu":"8"} with the keys sorted; what stands in the journal, and back.
    std::string json() const;
    static Arguments fromJson(std::string_view json);

private:
    std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

struct CommandRequest {
    std::string id;
    Arguments arguments;
    std::string why = {};  // of the person, for the journal
    // What the asker has seen: if the subject was changed after it, the command is refused. Nothing
    // = as it is now.
    std::optional<Revision> seen = {};
    bool dryRun = false;  // everything but writing
};

struct CommandAnswer {
    std::optional<JournalEntry> entry;  // nothing = it would change nothing; of a dry run unwritten
    Problems notes;                     // warnings
};

}  // namespace apportion
