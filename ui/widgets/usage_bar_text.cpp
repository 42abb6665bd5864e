// SPDX-License-Identifier: GPL-3.0-or-later
// The bar in words. Each combination is a sentence of its own: translators cannot mend sentences
// joined from pieces.
#include <cmath>

#include <QCoreApplication>
#include <QLocale>

#include "ui/widgets/usage_bar.h"

namespace apportion::ui {
namespace {

struct UsageText {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::UsageBar)
};

QString number(double gpus) {
    return QLocale().toString(gpus, 'f', QLocale::FloatingPointShortest);
}

// It is divided in proportion: parts of a GPU say nothing.
QString whole(double gpus) {
    const double rounded = std::round(gpus);
    return number(rounded > 0 ? rounded : gpus);
}

QString withAbove(const UsageBar& bar, const QString& aboveName) {
    if (bar.below > 0)
        return UsageText::tr("%1 own, %2 below, %3 used by %4, of %5 guaranteed")
            .arg(number(bar.own), number(bar.below), whole(bar.above), aboveName,
                 number(bar.guarantee));
    return UsageText::tr("%1 own, %2 used by %3, of %4 guaranteed")
        .arg(number(bar.own), whole(bar.above), aboveName, number(bar.guarantee));
}

}  // namespace

QString usageBarText(const UsageBar& bar, const QString& aboveName) {
    if (bar.guarantee <= 0)
        return UsageText::tr("%1 used, none guaranteed").arg(number(bar.own + bar.below));
    if (bar.above > 0)
        return withAbove(bar, aboveName.isEmpty() ? UsageText::tr("a quota above") : aboveName);
    const double borrowed = bar.own + bar.below - bar.guarantee;
    if (borrowed > 0)
        return UsageText::tr("%1 used, of %2 guaranteed and %3 borrowed")
            .arg(number(bar.own + bar.below), number(bar.guarantee), number(borrowed));
    if (bar.lent > 0)
        return UsageText::tr("%1 used, %2 lent, of %3 guaranteed")
            .arg(number(bar.own + bar.below), number(bar.lent), number(bar.guarantee));
    if (bar.below > 0)
        return UsageText::tr("%1 own, %2 below, of %3 guaranteed")
            .arg(number(bar.own), number(bar.below), number(bar.guarantee));
    return UsageText::tr("%1 own, of %2 guaranteed").arg(number(bar.own), number(bar.guarantee));
}

}  // namespace apportion::ui
