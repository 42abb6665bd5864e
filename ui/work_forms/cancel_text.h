// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/plan/draft/cancel_draft.h"

namespace apportion::ui {

// What cancelling them ends, as sentences.
QString cancelText(const CancelDraft& draft);

}  // namespace apportion::ui
