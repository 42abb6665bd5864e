// SPDX-License-Identifier: GPL-3.0-or-later
// A name may be given again once its work is over: what bore it before goes by its number,
// "train #1", or the next that is free.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/model/outcome.h"
#include "core/model/project.h"

namespace apportion {

// The names by which work that is over goes, where `over` are those it was submitted with, the
// latest first, and `present` is what is not over.
std::vector<std::string> namesOfEnded(const std::vector<std::string_view>& over,
                                      const std::vector<ProjectWorkload>& present);

// The names of work that is over, and whose a record is: what bore its name at that time.
class EarlierWork {
public:
    // `over`: the latest last; must outlive this. What is not `readable` is not told of.
    EarlierWork(const std::vector<ProjectWorkload>& over,
                const std::vector<ProjectWorkload>& present,
                const std::function<bool(const Workload&)>& readable);
    const std::string& nameOf(const ProjectWorkload& over) const;
    // Its time a moment.
    void rename(Eviction& eviction) const;

private:
    struct Life {
        const ProjectWorkload* work = nullptr;
        std::string name;
    };
    const Life* find(std::string_view name, const std::function<bool(const Life&)>& is) const;
    std::unordered_multimap<std::string_view, Life> lives_;  // of names that were given again
};

}  // namespace apportion
