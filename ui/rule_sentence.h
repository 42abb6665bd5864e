// SPDX-License-Identifier: GPL-3.0-or-later
// What a rule of the engine says, for who follows the link of its number.
#pragma once

#include <QString>

#include "core/model/rule.h"

namespace apportion::ui {

QString ruleSentence(Rule rule);

}  // namespace apportion::ui
