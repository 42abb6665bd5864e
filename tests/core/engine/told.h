// SPDX-License-Identifier: GPL-3.0-or-later
// What an explanation says of a small pool, with the check that it is complete.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/engine/reasons.h"
#include "tests/core/engine/pool.h"

namespace apportion::testing {

// The workload "w" at a moment, as an explanation gives it.
struct Told {
    std::string code;  // with its variant
    std::string text;
    std::vector<Argument> arguments;
};

// An argument of a message as text; empty = it has none of that name.
inline std::string detail(const Message& message, const std::string& name) {
    for (const Argument& each : message.arguments)
        if (each.name == name)
            return formatValue(each.value);
    return {};
}

inline std::string detail(const Told& told, const std::string& name) {
    return detail(Message{told.code, told.arguments}, name);
}

inline bool says(const Told& told, const std::string& words) {
    return told.text.find(words) != std::string::npos;
}

inline Told tell(const Pool& pool, Instant at = 1, const std::string& workload = "w") {
    const auto explanation = pool.run(at).explain(workload);
    if (!explanation || !explanation->reason)
        return {};
    EXPECT_TRUE(isComplete(explanation->reason->message)) << explanation->reason->message.code;
    EXPECT_EQ(codeText(explanation->reason->code), plainCode(explanation->reason->message.code));
    return {explanation->reason->message.code, render(explanation->reason->message),
            explanation->reason->message.arguments};
}

// Of one who holds what "w" needs.
inline std::string whyOf(const Pool& pool, const std::string& holder, Instant at = 1) {
    const auto explanation = pool.run(at).explain("w");
    for (const Holder& each : explanation->holders)
        if (each.workload == holder) {
            EXPECT_TRUE(isComplete(each.why)) << each.why.code;
            return each.why.code + ": " + render(each.why);
        }
    return "";
}

// One node, one root with children "a" and "b" that share it.
inline Pool twoTeams(int gpus, Gpu a, Gpu b) {
    Pool pool;
    pool.nodes(1, gpus);
    pool.quota("root", gpus);
    pool.quota("a", a, "root");
    pool.quota("b", b, "root");
    return pool;
}

}  // namespace apportion::testing
