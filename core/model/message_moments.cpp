// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/message_moments.h"

namespace apportion {

bool isMoment(const Argument& argument) {
    return (argument.name == "until" || argument.name == "earliest" ||
            argument.name == "overtakenSince") &&
           argument.value.kind == Value::Kind::seconds;
}

void shiftMoments(Message& message, Duration by) {
    for (Argument& argument : message.arguments)
        if (isMoment(argument))
            argument.value.number += by;
}

}  // namespace apportion
