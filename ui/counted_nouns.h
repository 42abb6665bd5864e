// SPDX-License-Identifier: GPL-3.0-or-later
// "{count|workload|workloads}" of a message of the core, in the plural forms of the language.
#pragma once

#include <QString>

#include "core/model/message.h"

namespace apportion::ui {

// Puts the counted nouns into a template; what the language has no words for stays as it is.
QString withNouns(const QString& text, const std::vector<Argument>& arguments);

}  // namespace apportion::ui
