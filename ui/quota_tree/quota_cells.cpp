// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_tree/quota_cells.h"

#include <array>

#include <QCoreApplication>
#include <QLocale>

#include "core/view/explain/over_bound.h"
#include "core/view/quota_order.h"
#include "ui/found_text.h"
#include "ui/limits_only.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

double gpus(Gpu gpu) {
    return static_cast<double>(gpu) / kOneGpu;
}

struct QuotaCells {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::QuotaCells)
};

}  // namespace

UsageBar usageOf(const View& view, const QuotaRow& row) {
    UsageBar bar;
    bar.team = row.colour;
    bar.guarantee = gpus(row.numbers.guaranteed);
    bar.own = gpus(row.numbers.own);
    bar.below = gpus(row.numbers.below);
    if (hasLimitsOnly(view)) {
        bar.guarantee = gpus(mostOf(view, row));
        return bar;
    }
    bar.above = gpus(row.numbers.above);
    bar.lent = gpus(row.numbers.lent);
    if (row.parent >= 0 && row.numbers.above > 0)
        bar.aboveTeam = view.quotas[static_cast<std::size_t>(row.parent)].colour;
    return bar;
}

QString pathOf(const View& view, const QuotaRow& row) {
    QString path = qt(row.name);
    for (int at = row.parent; at >= 0; at = view.quotas[static_cast<std::size_t>(at)].parent)
        path = qt(view.quotas[static_cast<std::size_t>(at)].name) + QStringLiteral(" / ") + path;
    return path;
}

QString policiesOf(const QuotaRow& row) {
    QStringList texts;
    if (const auto& child = row.policy.childPreemption)
        texts << QuotaCells::tr("Child-level preemption: priority %1 to %2, %3")
                     .arg(child->priorities.from)
                     .arg(child->priorities.to)
                     .arg(modulesText(child->modules));
    if (const auto& self = row.policy.selfPreemption)
        texts << QuotaCells::tr("Self-level preemption: priority %1 to %2 evicts %3 to %4, %5")
                     .arg(self->high.from)
                     .arg(self->high.to)
                     .arg(self->low.from)
                     .arg(self->low.to)
                     .arg(modulesText(self->modules));
    if (row.policy.priorityPreemption)
        texts << QuotaCells::tr("Higher priorities evict lower ones");
    if (row.policy.overQuota == OverQuota::off)
        texts << QuotaCells::tr("Borrowing: off");
    if (row.policy.overQuota == OverQuota::idleOnly)
        texts << QuotaCells::tr("Borrowing: background only");
    if (row.policy.lend)
        texts << QuotaCells::tr("Lends up to %1").arg(gpusText(*row.policy.lend));
    if (row.policy.limit.gpu)
        texts << QuotaCells::tr("Limit %1").arg(gpusText(*row.policy.limit.gpu));
    if (row.policy.queueing != Queueing::roundRobin)
        texts << QuotaCells::tr("Queue: %1").arg(queueingText(row.policy.queueing));
    return texts.join(QLatin1Char('\n'));
}

QString overBoundText(const QuotaRow& row) {
    const QuotaNumbers& numbers = row.numbers;
    switch (overBound(row)) {
        case OverBound::none:
            return {};
        case OverBound::limit:
            return QuotaCells::tr(
                       "Above its limit: %1 in use, %2 allowed. Nothing starts here until usage "
                       "fits. Rule 3")
                .arg(gpusText(numbers.subtree), gpusText(*numbers.limit));
        case OverBound::guarantee:
            return QuotaCells::tr(
                       "Above its guarantee without borrowing: %1 in use, %2 guaranteed. Nothing "
                       "starts here until usage fits. Rule 3")
                .arg(gpusText(numbers.subtree), gpusText(numbers.guaranteed));
    }
    return {};
}

// A name is cut inside, not at its end: siblings begin alike, and differ there.
Cell nameCell(const QuotaRow& row, bool hasChildren) {
    QList<Icon> marks;
    if (overBound(row) != OverBound::none)
        marks << Icon::warning;
    if (row.policy.childPreemption)
        marks << Icon::tree;
    if (row.policy.selfPreemption || row.policy.priorityPreemption)
        marks << Icon::cycle;
    if (row.reclaim)
        marks << Icon::hourglass;
    return Cell::name(qt(row.name))
        .withTeam(row.colour)
        .withMarks(marks)
        .withBothEnds()
        .withType(hasChildren ? Type::head : Type::name);
}

Cell usedCell(const QuotaRow& row, bool hasChildren) {
    return Cell::numberOf(gpuNumber(row.numbers.subtree), gpuNumber(row.numbers.guaranteed),
                          hasChildren ? Type::head : Type::body);
}

Cell usedOfLimitCell(const QuotaRow& row, bool hasChildren) {
    const auto& limit = row.policy.limit.gpu;
    Cell cell = Cell::numberOf(gpuNumber(row.numbers.subtree),
                               limit ? gpuNumber(*limit) : QStringLiteral("–"),
                               hasChildren ? Type::head : Type::body);
    return limit && row.numbers.subtree >= *limit ? cell.withRole(Role::warn) : cell;
}

Cell unknownCell(const QuotaRow* of) {
    const QString unknown = QStringLiteral("…");
    return of == nullptr ? Cell::number(unknown, Role::text3)
                         : Cell::numberOf(unknown, gpuNumber(of->numbers.guaranteed), Type::body);
}

Cell waitCell(const QuotaRow& row) {
    return Cell::number(gpuNumber(row.numbers.pending),
                        row.numbers.pending > 0 ? Role::warn : Role::text3);
}

std::uint32_t traitsMeant(const QString& text) {
    const std::array<QString, kPolicyTraits> words{
        QuotaCells::tr("child-level preemption"),
        QuotaCells::tr("self-level preemption"),
        QuotaCells::tr("higher priorities evict lower ones"),
        QuotaCells::tr("does not borrow"),
        QuotaCells::tr("borrowing: background only"),
        QuotaCells::tr("lends a part"),
        QuotaCells::tr("limit"),
        QuotaCells::tr("queue"),
    };
    std::uint32_t traits = 0;
    // Of one or two letters nearly every policy has some.
    if (text.size() <= 2)
        return traits;
    const TextSearch search = searchFor(text);
    for (int i = 0; i < kPolicyTraits; ++i)
        if (isIn(words[static_cast<std::size_t>(i)], search))
            traits |= 1U << static_cast<unsigned>(i);
    return traits;
}

Cell amountCell(Gpu gpu, Role role) {
    return Cell::number(gpuNumber(gpu), gpu == 0 ? Role::text3 : role);
}

Cell weightCell(const QuotaRow& row) {
    // A weight of its own stands out from those that follow the guarantee.
    if (row.policy.weight)
        return Cell::number(QLocale().toString(static_cast<qlonglong>(*row.policy.weight)));
    return Cell::number(gpuNumber(row.numbers.guaranteed), Role::text3);
}

Cell rankCell(const QuotaRow& row) {
    return Cell::number(QLocale().toString(row.policy.rank),
                        row.policy.rank == 0 ? Role::text3 : Role::text);
}

Cell limitCell(const QuotaRow& row) {
    if (!row.numbers.limit)
        return Cell::number(QStringLiteral("–"), Role::text3);
    return Cell::number(gpuNumber(*row.numbers.limit),
                        row.policy.limit.gpu ? Role::text : Role::text3);
}

Cell policyCell(const QuotaRow& row) {
    QList<Icon> marks;
    const QuotaPolicy& policy = row.policy;
    if (policy.childPreemption)
        marks << Icon::tree;
    if (policy.selfPreemption || policy.priorityPreemption)
        marks << Icon::cycle;
    if (policy.overQuota == OverQuota::off)
        marks << Icon::lock;
    if (policy.overQuota == OverQuota::idleOnly)
        marks << Icon::clock;
    if (policy.lend)
        marks << Icon::shield;
    if (policy.limit.gpu)
        marks << Icon::cap;
    if (policy.queueing != Queueing::roundRobin)
        marks << Icon::queue;
    return Cell::words({}).withMarks(marks);
}

}  // namespace apportion::ui
