// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/one_cause.h"

#include <algorithm>
#include <functional>
#include <map>

namespace apportion {

namespace {

constexpr std::string_view kNeverFits = "workload-never-fits";
constexpr std::size_t kNamesTold = 5;
constexpr std::string_view kMore = "more-problems";
constexpr int kFirstOfAKind = 10;

// Empty where the sentence does not speak of it.
std::string_view textOf(const Message& message, std::string_view name) {
    for (const Argument& argument : message.arguments)
        if (argument.name == name)
            return argument.value.text;
    return {};
}

struct Cause {
    const Problem* first = nullptr;
    std::int64_t more = 0;
    std::vector<std::string> next;  // names
    bool mayBeMore = false;         // of what was left out
};

std::vector<Cause> causesOf(const Problems& problems) {
    std::vector<Cause> causes;
    for (const Problem& problem : problems) {
        if (plainCode(problem.message.code) != kNeverFits)
            continue;
        const auto known = std::find_if(causes.begin(), causes.end(), [&](const Cause& cause) {
            return cause.first->file == problem.file &&
                   isOneCause(cause.first->message, problem.message);
        });
        if (known == causes.end()) {
            causes.emplace_back().first = &problem;
            continue;
        }
        ++known->more;
        if (known->next.size() < kNamesTold)
            known->next.emplace_back(textOf(problem.message, "workload"));
    }
    return causes;
}

// Those that what was left out of a list may have.
std::vector<Cause*> causesOfRest(const Problem& rest, std::vector<Cause>& causes) {
    std::vector<Cause*> found;
    if (rest.message.code != kMore)
        return found;
    for (Cause& cause : causes)
        if (cause.first->file == rest.file &&
            cause.first->message.code == textOf(rest.message, "name"))
            found.push_back(&cause);
    return found;
}

std::int64_t countIn(const Message& message) {
    for (const Argument& argument : message.arguments)
        if (argument.name == "count")
            return argument.value.number;
    return 0;
}

Problem othersOf(const Cause& cause) {
    const bool all = static_cast<std::size_t>(cause.more) == cause.next.size();
    Problem others;
    others.file = cause.first->file;
    others.warning = cause.first->warning;
    others.message = {
        cause.mayBeMore ? "workloads-never-fit.least"
        : all           ? "workloads-never-fit"
                        : "workloads-never-fit.first",
        {{"count", Value::ofCount(cause.more)}, {"names", Value::ofList(cause.next)}}};
    return others;
}

}  // namespace

bool isOneCause(const Message& a, const Message& b) {
    const auto same = [&](std::string_view name) { return textOf(a, name) == textOf(b, name); };
    return a.code == b.code && same("quota") && same("root") && same("gpuType");
}

Problems foldedByCause(const Problems& problems) {
    std::vector<Cause> causes = causesOf(problems);
    std::vector<const Problem*> counted;
    for (const Problem& problem : problems) {
        const std::vector<Cause*> may = causesOfRest(problem, causes);
        for (Cause* cause : may)
            cause->mayBeMore = may.size() > 1;
        if (may.size() != 1)
            continue;
        may.front()->more += countIn(problem.message);
        counted.push_back(&problem);
    }
    Problems folded;
    for (const Problem& problem : problems) {
        if (std::find(counted.begin(), counted.end(), &problem) != counted.end())
            continue;
        if (plainCode(problem.message.code) != kNeverFits) {
            folded.push_back(problem);
            continue;
        }
        const auto cause = std::find_if(causes.begin(), causes.end(),
                                        [&](const Cause& each) { return each.first == &problem; });
        if (cause == causes.end())
            continue;
        folded.push_back(problem);
        if (cause->more > 0)
            folded.push_back(othersOf(*cause));
    }
    return folded;
}

Problems firstOfEachKind(const Problems& problems) {
    struct Kind {
        const Problem* first = nullptr;
        std::int64_t count = 0;
        std::int64_t unlisted = 0;  // that never were in the list
    };
    std::vector<std::string> order;
    std::map<std::string, Kind, std::less<>> kinds;
    const auto kindOf = [&](const std::string& code) -> Kind& {
        const auto [kind, fresh] = kinds.try_emplace(code);
        if (fresh)
            order.push_back(code);
        return kind->second;
    };
    Problems few;
    for (const Problem& problem : problems) {
        if (problem.message.code == kMore) {
            kindOf(std::string(textOf(problem.message, "name"))).unlisted +=
                countIn(problem.message);
            continue;
        }
        Kind& kind = kindOf(problem.message.code);
        if (kind.first == nullptr)
            kind.first = &problem;
        if (++kind.count <= kFirstOfAKind)
            few.push_back(problem);
    }
    for (const std::string& code : order) {
        const Kind& kind = kinds.find(code)->second;
        const std::int64_t more =
            std::max<std::int64_t>(0, kind.count - kFirstOfAKind) + kind.unlisted;
        if (more == 0)
            continue;
        Problem& rest = few.emplace_back();
        rest.message = {std::string(kMore),
                        {{"name", Value::ofText(code)}, {"count", Value::ofCount(more)}}};
        rest.warning = kind.first != nullptr && kind.first->warning;
    }
    return few;
}

}  // namespace apportion
