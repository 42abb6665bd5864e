// SPDX-License-Identifier: GPL-3.0-or-later
// A quota as cells and sentences.
#pragma once

#include <cstdint>

#include "core/view/view.h"
#include "ui/widgets/cell.h"

namespace apportion::ui {

UsageBar usageOf(const View& view, const QuotaRow& row);
QString pathOf(const View& view, const QuotaRow& row);  // "Research / Vision"
// That it is beyond a bound, and what follows; empty where it is not.
QString overBoundText(const QuotaRow& row);
QString policiesOf(const QuotaRow& row);  // what tool tips read
// What a filter's text means of policies: bits of PolicyTrait.
std::uint32_t traitsMeant(const QString& text);
Cell nameCell(const QuotaRow& row, bool hasChildren);
// Of what is not known yet; where the guarantee stands beside it, of that quota.
Cell unknownCell(const QuotaRow* of = nullptr);
Cell usedCell(const QuotaRow& row, bool hasChildren);
// The same beside the limit of an account; it may have none.
Cell usedOfLimitCell(const QuotaRow& row, bool hasChildren);
Cell waitCell(const QuotaRow& row);
Cell amountCell(Gpu gpu, Role role = Role::text);  // quiet where it is nothing
Cell weightCell(const QuotaRow& row);
Cell rankCell(const QuotaRow& row);
Cell limitCell(const QuotaRow& row);
Cell policyCell(const QuotaRow& row);  // a mark for each, with the words as tool tip

}  // namespace apportion::ui
