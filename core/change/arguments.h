// SPDX-License-Identifier: GPL-3.0-or-later
// A change as text: on a command line, and in the journal.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
    const std::map<std::string, std::vector<std::string>, std::less<>>& all() const {
        return values_;
    }
    // {"gpu":"8"} with the keys sorted; what stands in the journal, and back.
    std::string json() const;
    static Arguments fromJson(std::string_view json);

private:
    std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

}  // namespace apportion
