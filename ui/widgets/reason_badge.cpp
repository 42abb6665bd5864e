// SPDX-License-Identifier: GPL-3.0-or-later
// Two words for each reason code, as tables and explanations show them.
#include <algorithm>
#include <array>

#include <QCoreApplication>

#include "ui/widgets/badge.h"

namespace apportion::ui {
namespace {

struct Row {
    const char* code;
    const char* words;
    Tone tone;
    Icon icon;
};

constexpr const char* kContext = "apportion::ui::ReasonBadge";

// Amber waits; red was refused for good.
constexpr std::array<Row, 20> kRows = {{
    {"forbidden", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "not allowed"), Tone::err,
     Icon::forbidden},
    {"max-priority", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "user cap is 0"), Tone::warn,
     Icon::cap},
    {"never-fits", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "never fits"), Tone::err,
     Icon::error},
    {"gpu-type", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "other GPU type"), Tone::warn,
     Icon::chip},
    {"blocked-by-head", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "behind head"), Tone::warn,
     Icon::queue},
    {"cap", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "user cap"), Tone::warn, Icon::user},
    {"over-limit", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "over limit"), Tone::warn,
     Icon::shield},
    {"non-preemptible-over-quota",
     QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "over guarantee"), Tone::warn, Icon::shield},
    {"over-quota-off", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "no borrowing"), Tone::warn,
     Icon::lock},
    {"kept-back", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "not lent"), Tone::warn,
     Icon::pin},
    {"waiting-for-victims", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "victims leaving"),
     Tone::warn, Icon::clock},
    {"fragmented", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "fragmented"), Tone::warn,
     Icon::node},
    {"above-fair-share", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "above share"), Tone::warn,
     Icon::layers},
    {"no-eligible-victims", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "nothing to evict"),
     Tone::warn, Icon::bolt},
    {"no-capacity", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "no capacity"), Tone::warn,
     Icon::hourglass},
    {"needs-approval", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "needs approval"),
     Tone::warn, Icon::lock},
    {"not-live", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "not live"), Tone::warn,
     Icon::pause},
    {"command-failed", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "command failed"), Tone::err,
     Icon::error},
    {"not-started", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "not started"), Tone::err,
     Icon::error},
    {"not-run-here", QT_TRANSLATE_NOOP("apportion::ui::ReasonBadge", "not run here"), Tone::warn,
     Icon::info},
}};

}  // namespace

Badge reasonBadge(const QString& reasonCode) {
    for (const Row& row : kRows)
        if (reasonCode == QLatin1String(row.code))
            return {QCoreApplication::translate(kContext, row.words), row.tone, row.icon};
    return {reasonCode, Tone::neutral, Icon::info};
}

int widestReasonBadge() {
    int widest = 0;
    for (const Row& row : kRows)
        widest = std::max(widest, badgeSize(reasonBadge(QLatin1String(row.code))).width());
    return widest;
}

}  // namespace apportion::ui
