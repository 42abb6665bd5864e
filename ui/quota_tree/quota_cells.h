// SPDX-License-Identifier: GPL-3.0-or-later
// A quota as cells and sentences.
#pragma once

#include "core/session/view.h"
#include "ui/widgets/cell.h"

namespace apportion::ui {

UsageBar usageOf(const View& view, const QuotaRow& row);
QString pathOf(const View& view, const QuotaRow& row);  // "Research / Vision"
QString policiesOf(const QuotaRow& row);                // what filters and tool tips read
Cell nameCell(const QuotaRow& row, bool hasChildren);
Cell usedCell(const QuotaRow& row, bool hasChildren);
Cell waitCell(const QuotaRow& row);

}  // namespace apportion::ui
