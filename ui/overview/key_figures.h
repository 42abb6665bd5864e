// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

#include "core/view/view.h"
#include "ui/widgets/key_number.h"

namespace apportion::ui {

// The five numbers above the overview, with where each comes from.
QList<KeyNumber> keyFigures(const View& view);

}  // namespace apportion::ui
