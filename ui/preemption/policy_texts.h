// SPDX-License-Identifier: GPL-3.0-or-later
// Preemption policies in the user's words.
#pragma once

#include <optional>

#include <QString>

#include "core/plan/draft/policy_draft.h"
#include "ui/rich_text.h"

namespace apportion::ui {

// What people write: "4", "6-9", "6 – 9", "6 to 9". Any numbers; nothing if it is no range at all.
std::optional<PriorityRange> rangeFromText(const QString& text);

QString moduleTitle(Module module);  // "Training"
QString moduleUseText(Module module, const ModuleUse& use, bool resting);

// Bands, modules and the quota itself stand out.
RichText policySentence(const Message& message);
QString repairText(const PolicyRepair& repair);

// "nb-aiko and nb-jonas · 3.8 GPU h lost"; of more than three the rest is counted.
QString evictedText(const Effect& effect);

}  // namespace apportion::ui
