// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/run_verdict.h"

#include <algorithm>

#include "core/change/refuse.h"

namespace apportion {

namespace {

Message failed(const char* code, const std::string& workload, int replica,
               std::vector<Argument> more = {}) {
    Message message{std::string("command-failed.") + code,
                    {textArgument("workload", workload), {"replica", Value::ofCount(replica)}}};
    message.arguments.insert(message.arguments.end(), more.begin(), more.end());
    return message;
}

bool endedWell(Keeper& keeper) {
    return keeper.look() == Keeper::State::ended && keeper.status().exitCode == 0 &&
           !keeper.status().stopped;
}

// Nothing for one that lives, ended well or was asked to end by us: of work that is `stopping` also
// where it ended without a word, for its run was to be over either way.
RunVerdict failureOf(const std::string& workload, Keeper& keeper, bool stopping) {
    const int replica = keeper.job().replica;
    const KeeperStatus& status = keeper.status();
    RunVerdict verdict;
    switch (keeper.look()) {
        case Keeper::State::alive:
            return verdict;
        case Keeper::State::lost:
            if (stopping)
                return verdict;
            verdict.failure =
                failed(keeper.outlivedByMachine() ? "restarted" : "lost", workload, replica);
            return verdict;
        case Keeper::State::ended:
            break;
    }
    if (endedWell(keeper))
        return verdict;
    if (!status.exitCode && !status.signal) {
        verdict.failure = notStarted(workload, replica, status.error);
        return verdict;
    }
    if (status.stopped) {
        if (!readStop(keeper.folder()))
            verdict.failure = failed("stopped", workload, replica);
        return verdict;
    }
    verdict.code = status.exitCode ? status.exitCode : status.signal;
    verdict.failure =
        failed(status.exitCode ? "exit" : "signal", workload, replica,
               {{status.exitCode ? "code" : "signal", Value::ofCount(*verdict.code)}});
    return verdict;
}

}  // namespace

std::optional<Moment> endOf(const std::vector<Keeper*>& keepers) {
    std::optional<Moment> last;
    for (Keeper* keeper : keepers) {
        if (keeper == nullptr)
            continue;
        if (keeper->look() != Keeper::State::ended || keeper->status().ended == 0)
            return {};
        last = std::max(last.value_or(0), keeper->status().ended);
    }
    return last;
}

bool everRan(const std::vector<Keeper*>& keepers) {
    return std::any_of(keepers.begin(), keepers.end(), [](Keeper* keeper) {
        return keeper != nullptr && (keeper->look() != Keeper::State::ended ||
                                     keeper->status().exitCode || keeper->status().signal);
    });
}

Message notStarted(const std::string& workload, int replica, const std::string& detail) {
    return failed("start", workload, replica, {textArgument("detail", detail)});
}

RunVerdict verdictOf(const std::string& workload, const std::vector<Keeper*>& keepers,
                     bool stopping) {
    RunVerdict verdict;
    bool over = !keepers.empty();
    bool well = !keepers.empty();
    for (Keeper* keeper : keepers) {
        if (keeper == nullptr) {
            over = well = false;
            continue;
        }
        if (!verdict.failure)
            verdict = failureOf(workload, *keeper, stopping);
        over = over && keeper->look() != Keeper::State::alive;
        well = well && endedWell(*keeper);
    }
    verdict.done = well;
    // Asked to end, and yet it is to run: a program that failed half way has asked.
    verdict.stopped = over && !well && !verdict.failure && stopping;
    if (over && !well && !verdict.failure && !stopping)
        verdict.failure = failed("stopped", workload, keepers.front()->job().replica);
    return verdict;
}

}  // namespace apportion
