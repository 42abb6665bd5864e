// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/run_state.h"

#include <cstring>

#include "core/change/refuse.h"

namespace apportion {

namespace {

using Tone = RunState::Tone;

Message sentence(const char* which, std::vector<Argument> arguments = {}) {
    return {std::string("run-state") + which, std::move(arguments)};
}

std::string withoutStop(std::string text) {
    if (!text.empty() && text.back() == '.')
        text.pop_back();
    return text;
}

RunState endOf(const KeeperStatus& status) {
    if (!status.exitCode && !status.signal)
        return {Tone::bad,
                sentence(".start", {textArgument("detail", withoutStop(status.failure))})};
    if (status.signal) {
        std::vector<Argument> arguments{textArgument("signal", signalName(*status.signal))};
        return status.stopped ? RunState{Tone::asked, sentence(".asked-signal", arguments)}
                              : RunState{Tone::bad, sentence(".signal", arguments)};
    }
    std::vector<Argument> arguments{{"code", Value::ofCount(*status.exitCode)}};
    if (status.stopped)
        return {Tone::asked, sentence(".asked-exit", arguments)};
    return *status.exitCode == 0 ? RunState{Tone::good, sentence(".well")}
                                 : RunState{Tone::bad, sentence(".exit", arguments)};
}

}  // namespace

std::string signalName(int signal) {
    const char* name = sigabbrev_np(signal);
    return name != nullptr ? std::string("SIG") + name : std::to_string(signal);
}

RunState runStateOf(Keeper& keeper) {
    switch (keeper.look()) {
        case Keeper::State::ended:
            return endOf(keeper.status());
        case Keeper::State::lost:
            return {Tone::bad, sentence(keeper.outlivedByMachine() ? ".restarted" : ".lost")};
        case Keeper::State::alive:
            break;
    }
    if (readStop(keeper.folder()))
        return {Tone::asked, sentence(".stopping")};
    return {Tone::running, sentence(keeper.status().pid != 0 ? "" : ".starting")};
}

}  // namespace apportion
