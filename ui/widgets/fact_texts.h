// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of a quota's explanation as sentences: a bold fact, a plain sentence, a rule.
#pragma once

#include <optional>

#include <QString>

#include "core/view/explain/quota_explanation.h"
#include "ui/time_text.h"

namespace apportion::ui {

struct FactText {
    QString title;
    QString text;
    std::optional<Rule> rule;
    bool loss = false;   // something was taken
    bool cause = false;  // the right it was done by
};

FactText factText(const QuotaFact& fact, const TimeText& time);
// "The next best choice was nb-01, …"; empty where there was no other choice.
QString runnerUpText(const Eviction& eviction);
QString changeText(const QuotaChange& change);
QString whyTitle(const QuotaNumbers& numbers);      // "Why 64 and not 80"
QString changesTitle(const QuotaNumbers& numbers);  // "What gives it back"

}  // namespace apportion::ui
