// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/runner_up.h"

namespace apportion {

bool sparedTheWhole(const Eviction& eviction) {
    return eviction.rule == EvictionRule::elastic && eviction.worseBy == "a" &&
           eviction.runnerUp == std::vector<std::string>{eviction.victim};
}

std::string tookIt(const Eviction& eviction) {
    if (eviction.preemptor == eviction.victim)
        for (const Argument& argument : eviction.why.arguments)
            if (argument.name == "taker")
                return argument.value.text;
    return eviction.preemptor;
}

Message runnerUpMessage(const Eviction& eviction) {
    std::string code = "runner-up-" + eviction.worseBy;
    if (sparedTheWhole(eviction))
        code += ".whole";
    else if (eviction.rule == EvictionRule::scale && eviction.worseBy == "d")
        code += ".scale";  // all its victims are of one rule
    return {code, {{"victims", Value::ofList(eviction.runnerUp)}}};
}

}  // namespace apportion
