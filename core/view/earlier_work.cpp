// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/earlier_work.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace apportion {

namespace {

// Of whoever came before the first that is known.
constexpr const char* kUnknown = "0";

class Numbering {
public:
    Numbering(const std::vector<std::string_view>& over,
              const std::vector<ProjectWorkload>& present) {
        const std::unordered_set<std::string_view> given(over.begin(), over.end());
        std::for_each(over.begin(), over.end(), [&](std::string_view name) { note(name); });
        for (const ProjectWorkload& work : present) {
            if (given.contains(work.spec.name))
                borne_.insert(work.spec.name);
            note(work.spec.name);
        }
    }

    // Of some of them, the latest first.
    std::vector<std::string> namesOf(const std::vector<std::string_view>& over) {
        std::unordered_map<std::string_view, int> lives;
        for (const std::string_view name : over)
            ++lives[name];
        std::vector<std::string> names;
        names.reserve(over.size());
        for (const std::string_view given : over) {
            int life = lives[given]--;
            std::string& name = names.emplace_back(given);
            if (borne_.insert(given).second)
                continue;
            do
                name = std::string(given) + kNumbered + std::to_string(life++);
            while (!numbered_.insert(name).second);
        }
        return names;
    }

private:
    void note(std::string_view name) {
        if (name.find(kNumbered) != std::string_view::npos)
            numbered_.emplace(name);
    }

    std::unordered_set<std::string_view> borne_;
    std::unordered_set<std::string> numbered_;  // somebody chose it himself, or it is given
};

}  // namespace

std::optional<std::string> withoutNumber(std::string_view name) {
    const auto mark = name.rfind(kNumbered);
    const auto isDigit = [](char letter) { return letter >= '0' && letter <= '9'; };
    if (mark == 0 || mark == std::string_view::npos)
        return {};
    const std::string_view number = name.substr(mark + std::string_view(kNumbered).size());
    if (number.empty() || !std::all_of(number.begin(), number.end(), isDigit))
        return {};
    return std::string(name.substr(0, mark));
}

std::vector<std::string> namesOfEnded(const std::vector<std::string_view>& over,
                                      const std::vector<ProjectWorkload>& present) {
    return Numbering(over, present).namesOf(over);
}

// Who is taken from bore the name before that moment, and who takes may bear it since.
const Bearer* bearerAt(const std::vector<Bearer>& bearers, Moment at, NamedAs as) {
    const Bearer* meant = nullptr;
    for (const Bearer& each : bearers) {
        if (at < each.submitted)
            break;
        meant = &each;
        if (as == NamedAs::victim && (!each.end || at <= *each.end))
            break;
    }
    return meant;
}

EarlierWork::EarlierWork(const std::vector<ProjectWorkload>& over,
                         const std::vector<ProjectWorkload>& present,
                         const std::function<bool(const Workload&)>& readable,
                         const std::vector<Eviction>& before) {
    if (over.empty() && before.empty())
        return;
    names_.resize(over.size());
    std::vector<std::string_view> all;
    std::vector<std::size_t> told;
    std::vector<std::size_t> hidden;
    for (std::size_t i = over.size(); i-- > 0;) {
        all.emplace_back(over[i].spec.name);
        (readable(over[i].spec) ? told : hidden).push_back(i);
    }
    Numbering numbering(all, present);
    for (const auto* places : {&told, &hidden}) {
        std::vector<std::string_view> given;
        given.reserve(places->size());
        for (const std::size_t i : *places)
            given.emplace_back(over[i].spec.name);
        std::vector<std::string> names = numbering.namesOf(given);
        for (std::size_t i = 0; i < names.size(); ++i)
            names_[(*places)[i]] = std::move(names[i]);
    }
    std::unordered_set<std::string_view> again;
    for (std::size_t i = 0; i < over.size(); ++i)
        if (names_[i] != over[i].spec.name)
            again.insert(over[i].spec.name);
    for (const Eviction& each : before) {
        again.insert({each.victim, each.preemptor});
        again.insert(each.runnerUp.begin(), each.runnerUp.end());
    }
    if (again.empty())
        return;
    for (std::size_t i = 0; i < over.size(); ++i)
        if (again.contains(over[i].spec.name))
            bearers_[over[i].spec.name].push_back(
                {over[i].run.submitted, over[i].run.end, names_[i]});
    for (const ProjectWorkload& work : present)
        if (again.contains(work.spec.name))
            bearers_[work.spec.name].push_back({work.run.submitted, {}, work.spec.name});
}

void EarlierWork::rename(Eviction& eviction) const {
    if (bearers_.empty())
        return;
    rename(eviction.victim, eviction.at, NamedAs::victim);
    rename(eviction.preemptor, eviction.at, NamedAs::taker);
    for (std::string& name : eviction.runnerUp)
        rename(name, eviction.at, NamedAs::victim);
    for (Argument& each : eviction.why.arguments) {
        if (each.name == "victim")
            rename(each.value.text, eviction.at, NamedAs::victim);
        else if (each.name == "taker")
            rename(each.value.text, eviction.at, NamedAs::taker);
    }
}

void EarlierWork::rename(Explanation& explanation, Moment epoch) const {
    std::map<std::string, std::string, std::less<>> takers;  // the last of each name
    for (Eviction& each : explanation.evictions) {
        std::string given = each.preemptor;
        each.at += epoch;
        rename(each);
        each.at -= epoch;
        takers.insert_or_assign(std::move(given), each.preemptor);
    }
    for (Message& told : explanation.toldToStop)
        for (Argument& each : told.arguments)
            if (const auto found = takers.find(each.value.text);
                each.name == "taker" && found != takers.end())
                each.value.text = found->second;
}

void EarlierWork::rename(std::string& name, Moment at, NamedAs as) const {
    const auto found = bearers_.find(name);
    if (found == bearers_.end())
        return;
    const Bearer* bearer = bearerAt(found->second, at, as);
    name = bearer != nullptr ? bearer->name : name + kNumbered + kUnknown;
}

}  // namespace apportion
