// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/field.h"
#include "core/model/words.h"

namespace apportion::scenario {

// A word of an enumeration of the model.
template <typename E>
bool readEnum(const json::Field& field, E& target) {
    const auto position = json::readWord(field, Words<E>::all);
    if (position)
        target = static_cast<E>(*position);
    return position.has_value();
}

}  // namespace apportion::scenario
