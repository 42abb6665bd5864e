// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/earlier_work.h"

#include <algorithm>
#include <unordered_set>

namespace apportion {

namespace {

// Between a name and the number of its life.
constexpr const char* kNumbered = " #";

}  // namespace

std::vector<std::string> namesOfEnded(const std::vector<std::string_view>& over,
                                      const std::vector<ProjectWorkload>& present) {
    std::unordered_map<std::string_view, int> lives;  // of each name that is over
    std::unordered_set<std::string> numbered;         // somebody chose it himself
    const auto note = [&](std::string_view name) {
        if (name.find(kNumbered) != std::string_view::npos)
            numbered.emplace(name);
    };
    for (const std::string_view name : over) {
        ++lives[name];
        note(name);
    }
    std::unordered_set<std::string_view> borne;
    for (const ProjectWorkload& work : present) {
        if (lives.contains(work.spec.name))
            borne.insert(work.spec.name);
        note(work.spec.name);
    }
    std::vector<std::string> names;
    names.reserve(over.size());
    for (const std::string_view given : over) {
        int life = lives[given]--;
        std::string& name = names.emplace_back(given);
        if (borne.insert(given).second)
            continue;
        do
            name = std::string(given) + kNumbered + std::to_string(life++);
        while (!numbered.insert(name).second);
    }
    return names;
}

EarlierWork::EarlierWork(const std::vector<ProjectWorkload>& over,
                         const std::vector<ProjectWorkload>& present,
                         const std::function<bool(const Workload&)>& readable) {
    std::vector<const ProjectWorkload*> told;
    std::vector<std::string_view> given;
    for (auto work = over.rbegin(); work != over.rend(); ++work)
        if (readable(work->spec)) {
            told.push_back(&*work);
            given.emplace_back(work->spec.name);
        }
    std::vector<std::string> names = namesOfEnded(given, present);
    for (std::size_t i = 0; i < told.size(); ++i)
        if (names[i] != given[i])
            lives_.emplace(given[i], Life{told[i], std::move(names[i])});
}

const std::string& EarlierWork::nameOf(const ProjectWorkload& over) const {
    const Life* life = find(over.spec.name, [&](const Life& each) { return each.work == &over; });
    return life != nullptr ? life->name : over.spec.name;
}

void EarlierWork::rename(Eviction& eviction) const {
    const auto then = [&](const Life& life) {
        const WorkloadRun& run = life.work->run;
        return run.submitted <= eviction.at && run.end && eviction.at <= *run.end;
    };
    const auto turn = [&](std::string& name) {
        if (const Life* life = find(name, then))
            name = life->name;
    };
    turn(eviction.victim);
    turn(eviction.preemptor);
    std::for_each(eviction.runnerUp.begin(), eviction.runnerUp.end(), turn);
}

const EarlierWork::Life* EarlierWork::find(std::string_view name,
                                           const std::function<bool(const Life&)>& is) const {
    const auto [first, last] = lives_.equal_range(name);
    const auto found = std::find_if(first, last, [&](const auto& each) { return is(each.second); });
    return found == last ? nullptr : &found->second;
}

}  // namespace apportion
