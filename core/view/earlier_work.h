// SPDX-License-Identifier: GPL-3.0-or-later
// A name may be given again once its work is over: what bore it before goes by its number,
// "train #1", or the next that is free.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/explanation.h"
#include "core/model/outcome.h"
#include "core/model/project.h"

namespace apportion {

// Between a name and the number of one that bore it.
inline constexpr const char* kNumbered = " #";
// "train" of "train #1"; nothing = it ends with no number.
std::optional<std::string> withoutNumber(std::string_view name);

// The names by which work that is over goes, where `over` are those it was submitted with, the
// latest first, and `present` is what is not over.
std::vector<std::string> namesOfEnded(const std::vector<std::string_view>& over,
                                      const std::vector<ProjectWorkload>& present);

// One that bore a name.
struct Bearer {
    Moment submitted = 0;
    std::optional<Moment> end;
    std::string name;  // by which it goes
};

// As what a record names somebody.
enum class NamedAs { victim, taker };

// Of those that bore one name, the earliest first, the one that a record of that moment means. Null
// = it is of none of them, but of one before.
const Bearer* bearerAt(const std::vector<Bearer>& bearers, Moment at, NamedAs as);

// The names of work that is over, and whose a record is: what bore its name at that time.
class EarlierWork {
public:
    EarlierWork() = default;
    // `over`: the latest last. What is not `readable` has names as well, which no other has, but
    // takes no number from what is. `before`: records that may be of work that is not in `over`
    // any more.
    EarlierWork(const std::vector<ProjectWorkload>& over,
                const std::vector<ProjectWorkload>& present,
                const std::function<bool(const Workload&)>& readable,
                const std::vector<Eviction>& before = {});
    // Of `over`, by its place there.
    const std::string& nameOf(std::size_t over) const { return names_[over]; }
    // Its time a moment.
    void rename(Eviction& eviction) const;
    // What was taken from a workload; its times count from `epoch`.
    void rename(Explanation& explanation, Moment epoch) const;

private:
    void rename(std::string& name, Moment at, NamedAs as) const;

    std::vector<std::string> names_;
    std::map<std::string, std::vector<Bearer>, std::less<>>
        bearers_;  // of names that were given again
};

}  // namespace apportion
