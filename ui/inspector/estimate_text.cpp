// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/estimate_text.h"

#include <QCoreApplication>

#include "ui/start_text.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

struct EstimateText {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::EstimateText)
};

// The quota and all below it: rows of parents stand before those of their children.
std::vector<std::string_view> withAllBelow(const View& view, const QuotaRow& row) {
    std::vector<std::string_view> names;
    names.reserve(view.quotas.size());
    std::vector<bool> below(view.quotas.size(), false);
    for (std::size_t i = 0; i < view.quotas.size(); ++i) {
        const QuotaRow& each = view.quotas[i];
        below[i] =
            &each == &row || (each.parent >= 0 && below[static_cast<std::size_t>(each.parent)]);
        if (below[i])
            names.emplace_back(each.name);
    }
    return names;
}

}  // namespace

QList<Fact> estimateFacts(const View& view, const StartEstimate& estimate) {
    const QString about = EstimateText::tr(
        "8 of 10 futures drawn from this pool's past: durations that are not stated, and new "
        "submissions.");
    QList<Fact> facts{
        {EstimateText::tr("Starts, estimate"), startText(view, estimate), Role::text, about}};
    if (estimate.wait)
        facts.append({EstimateText::tr("Total wait, estimate"), TimeText::duration(*estimate.wait),
                      Role::text, about});
    return facts;
}

const StartEstimate* nextStart(const View& view, const QuotaRow& row, const Estimates& estimates) {
    return estimates.next(withAllBelow(view, row));
}

void showUnknown(TextLabel* label, const StartEstimate* estimate) {
    const bool unknown = estimate != nullptr && estimate->unknown.has_value();
    label->setVisible(unknown);
    if (unknown)
        label->setText(messageText(*estimate->unknown));
}

}  // namespace apportion::ui
