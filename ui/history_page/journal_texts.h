// SPDX-License-Identifier: GPL-3.0-or-later
// The journal's actions in the user's words.
#pragma once

#include <string>

#include <QString>

#include "ui/widgets/icons.h"

namespace apportion::ui {

// "Sizes changed"; an action that is not known here as it stands in the file.
QString actionText(const std::string& action);
Icon actionIcon(const std::string& action);

}  // namespace apportion::ui
