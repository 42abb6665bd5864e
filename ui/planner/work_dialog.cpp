// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/work_dialog.h"

#include <algorithm>

#include <QBoxLayout>
#include <QHeaderView>
#include <QLocale>
#include <QPushButton>

#include "core/session/planning/planner.h"
#include "ui/command_runner.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr std::size_t kMostRows = 5'000;

struct WorkColumn {
    enum { name, quota, change, wait, more, reason };
};

Duration waitedMore(const WorkloadDifference& work) {
    return work.waited.changed.value_or(0) - work.waited.base.value_or(0);
}

QString waitText(const std::optional<Duration>& waited) {
    return waited ? TimeText::duration(*waited) : QStringLiteral("-");
}

QString changeName(WorkloadChange change) {
    switch (change) {
        case WorkloadChange::added:
            return WorkDialog::tr("only here");
        case WorkloadChange::removed:
            return WorkDialog::tr("only in the base");
        case WorkloadChange::starts:
            return WorkDialog::tr("starts");
        case WorkloadChange::never:
            return WorkDialog::tr("never starts");
        case WorkloadChange::evicted:
            return WorkDialog::tr("evicted");
        case WorkloadChange::spared:
            return WorkDialog::tr("not evicted");
        case WorkloadChange::earlier:
            return WorkDialog::tr("earlier");
        case WorkloadChange::later:
            return WorkDialog::tr("later");
        case WorkloadChange::moved:
            break;
    }
    return WorkDialog::tr("otherwise");
}

Tone toneOf(WorkloadChange change) {
    switch (change) {
        case WorkloadChange::never:
        case WorkloadChange::evicted:
            return Tone::err;
        case WorkloadChange::later:
            return Tone::warn;
        case WorkloadChange::starts:
        case WorkloadChange::spared:
        case WorkloadChange::earlier:
            return Tone::good;
        default:
            return Tone::neutral;
    }
}

QString whyText(const WorkloadDifference& work, const TimeText& time) {
    const auto& reason = work.reason.changed ? work.reason.changed : work.reason.base;
    return reason ? messageText(*reason, time) : QString();
}

}  // namespace

std::vector<CellTable::Row> historyRows(const PlanComparison& compared,
                                        const WorkloadDifference& workload) {
    const TimeText time(compared.scenario->epoch);
    const auto moment = [&](const std::optional<Instant>& at) {
        return at ? time.clock(*at, *at) : WorkDialog::tr("never");
    };
    std::vector<CellTable::Row> rows;
    const auto add = [&](const QString& name, const QString& base, const QString& changed) {
        rows.push_back({{Cell::words(name), Cell::words(base),
                         Cell::words(changed).withType(base == changed ? Type::body : Type::name)},
                        {}});
    };
    add(WorkDialog::tr("Starts"), moment(workload.start.base), moment(workload.start.changed));
    add(WorkDialog::tr("Ends"), moment(workload.end.base), moment(workload.end.changed));
    add(WorkDialog::tr("Waits"), waitText(workload.waited.base), waitText(workload.waited.changed));
    // One row an eviction, of both sides by their number.
    const auto evictions = [&](const std::vector<Eviction>& all) {
        QStringList told;
        for (const Eviction& each : all)
            if (each.victim == workload.name)
                told.append(WorkDialog::tr("%1: %2").arg(time.clock(each.at, each.at),
                                                         messageText(each.why, time)));
        return told;
    };
    const QStringList base = evictions(compared.evictions.base);
    const QStringList changed = evictions(compared.evictions.changed);
    for (qsizetype i = 0; i < std::max(base.size(), changed.size()); ++i) {
        add(WorkDialog::tr("Eviction %1").arg(i + 1), base.value(i, QStringLiteral("-")),
            changed.value(i, QStringLiteral("-")));
        rows.back().toolTip = base.value(i) + QLatin1Char('\n') + changed.value(i);
    }
    const QLocale locale;
    add(WorkDialog::tr("Evictions"), locale.toString(workload.preemptions.base.value_or(0)),
        locale.toString(workload.preemptions.changed.value_or(0)));
    add(WorkDialog::tr("Lost work"), gpuHours(workload.lost.base), gpuHours(workload.lost.changed));
    const auto reason = [&](const std::optional<Message>& message) {
        return message ? messageText(*message, time) : QStringLiteral("-");
    };
    add(WorkDialog::tr("Reason"), reason(workload.reason.base), reason(workload.reason.changed));
    return rows;
}

WorkDialog::WorkDialog(SessionBridge& bridge, std::size_t set, const QString& name, QWidget* parent)
    : DialogFrame(Mode::plan, parent),
      model_(new CellTable({{tr("Workload")},
                            {tr("Quota")},
                            {tr("Change")},
                            {tr("Wait"), true},
                            {tr("More"), true},
                            {tr("Reason")}},
                           this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      empty_(new EmptyState(Icon::clock, tr("Base and variant are being compared"),
                            tr("Both run once, as recorded."), this)) {
    setOpeningWidth(980);
    setHeading(tr("Workloads that differ: %1").arg(name), tr("as recorded, one run each"));
    table_->setModel(model_);
    table_->setRootIsDecorated(false);
    table_->setAccessibleName(tr("Workloads that differ"));
    table_->setColumns({{ColumnSpec::fit, 120, 260},
                        {ColumnSpec::fit, 60, 160},
                        {ColumnSpec::fit, 80},
                        {ColumnSpec::fit, 120},
                        {ColumnSpec::fit, 60},
                        {ColumnSpec::stretch, 160}});
    table_->setMinimumHeight(360);
    table_->hide();
    table_->header()->setSectionsClickable(true);
    body()->addWidget(table_, 1);
    body()->addWidget(empty_, 1);
    addCancel()->setText(tr("Close"));
    setConsequence(tr("Double-click a workload to see both of its histories"));
    connect(table_->header(), &QHeaderView::sectionClicked, this, &WorkDialog::sortBy);
    connect(table_, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { openHistory(index.row()); });
    bridge.ask(bridge.planner().compare(set), this,
               [this](const Result<std::shared_ptr<const PlanComparison>>& answer) {
                   answered_ = true;
                   if (!answer)
                       return empty_->setTexts(
                           tr("There is nothing to compare"),
                           answer.error().empty() ? QString() : refusalText(answer.error()));
                   compared_ = *answer;
                   for (const WorkloadDifference& each : compared_->comparison.workloads)
                       order_.push_back(&each);
                   for (const Workload& each : compared_->scenario->workloads)
                       quotas_.insert(qt(each.name), qt(each.quota));
                   sort_ = {};
                   sortBy(WorkColumn::more);
               });
}

void WorkDialog::sortBy(int column) {
    if (!compared_)
        return;
    sort_.click(column, column < WorkColumn::wait);
    const int row = table_->currentIndex().row();
    const auto* chosen = row < 0 || row >= static_cast<int>(order_.size())
                             ? nullptr
                             : order_[static_cast<std::size_t>(row)];
    const auto key = [&](const WorkloadDifference& a, const WorkloadDifference& b) {
        switch (sort_.column) {
            case WorkColumn::name:
                return a.name < b.name;
            case WorkColumn::quota:
                return quotas_.value(qt(a.name)) < quotas_.value(qt(b.name));
            case WorkColumn::change:
                return a.change < b.change;
            case WorkColumn::wait:
                return a.waited.changed.value_or(0) < b.waited.changed.value_or(0);
            case WorkColumn::more:
                return waitedMore(a) < waitedMore(b);
            default:
                return &a < &b;
        }
    };
    std::stable_sort(order_.begin(), order_.end(), [&](const auto* a, const auto* b) {
        return sort_.descending ? key(*b, *a) : key(*a, *b);
    });
    sort_.showIn(table_->header());
    show();
    // The workload stays the chosen one, wherever it is now.
    const auto at = std::find(order_.begin(), order_.end(), chosen);
    if (chosen != nullptr && at - order_.begin() < model_->rowCount())
        table_->setCurrentIndex(
            model_->index(static_cast<int>(at - order_.begin()), WorkColumn::name));
}

void WorkDialog::show() {
    const TimeText time(compared_->scenario->epoch);
    std::vector<CellTable::Row> rows;
    for (const WorkloadDifference* each : order_) {
        if (rows.size() >= kMostRows)
            break;
        const Duration more = waitedMore(*each);
        CellTable::Row row;
        row.cells = {
            Cell::name(qt(each->name)).withBothEnds(),
            Cell::words(quotas_.value(qt(each->name))).withRole(Role::text2),
            Cell::label({changeName(each->change), toneOf(each->change), Icon::none}),
            Cell::change(waitText(each->waited.base), waitText(each->waited.changed)),
            Cell::number(more == 0  ? QString()
                         : more > 0 ? QStringLiteral("+%1").arg(TimeText::duration(more))
                                    : QStringLiteral("\u2212%1").arg(TimeText::duration(-more)),
                         more > 0 ? Role::err : Role::good),
            Cell::words(whyText(*each, time)).withRole(Role::text2)};
        row.toolTip = row.cells[WorkColumn::reason].text;
        rows.push_back(std::move(row));
    }
    const bool none = rows.empty();
    if (none)
        empty_->setTexts(tr("No workload differs"),
                         tr("The variant treats every workload as the base does."));
    model_->setRows(std::move(rows));
    table_->setVisible(!none);
    empty_->setVisible(none);
    if (order_.size() > kMostRows)
        setConsequence(tr("The first %1 of %2 workloads that differ")
                           .arg(QLocale().toString(static_cast<qlonglong>(kMostRows)),
                                QLocale().toString(static_cast<qlonglong>(order_.size()))));
}

void WorkDialog::openHistory(int row) {
    const WorkloadDifference& work = *order_[static_cast<std::size_t>(row)];
    auto* dialog = new DialogFrame(Mode::plan, this);
    dialog->setOpeningWidth(760);
    dialog->setHeading(qt(work.name), tr("in the base and in %1").arg(qt(compared_->name)));
    auto* table = new TreeView(TreeView::Shape::table, dialog);
    auto* model = new CellTable({{QString()}, {tr("Base")}, {qt(compared_->name)}}, table);
    model->setRows(historyRows(*compared_, work));
    table->setModel(model);
    table->setRootIsDecorated(false);
    table->setAccessibleName(tr("Both histories of %1").arg(qt(work.name)));
    table->setColumns(
        {{ColumnSpec::fit, 80}, {ColumnSpec::fit, 160, 280}, {ColumnSpec::stretch, 160}});
    table->setMinimumHeight(220);
    dialog->body()->addWidget(table);
    dialog->addCancel()->setText(tr("Close"));
    present(dialog);
}

}  // namespace apportion::ui
