// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/results_pane.h"

#include <algorithm>

#include <QAbstractItemView>
#include <QComboBox>
#include <QHeaderView>
#include <QVBoxLayout>

#include "core/plan/verdict.h"
#include "ui/planner/plan_chart.h"
#include "ui/planner/plan_tables.h"
#include "ui/texts.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kMostTeams = 8;  // rows of the matrix before it scrolls

}  // namespace

ResultsPane::ResultsPane(QWidget* parent)
    : QWidget(parent),
      noVariants_(new EmptyState(
          Icon::branch, tr("No variants yet"),
          tr("A variant is a set of edits, such as 16 more GPUs or another split."), this)),
      subjects_(new QComboBox(this)),
      verdicts_(makePlainTable(tr("Verdicts"), this)),
      chart_(new PlanChart(this)),
      gainsPart_(new QWidget(this)),
      gains_(makePlainTable(tr("Who gains, who pays"), this)),
      gainsNote_(new TextLabel({}, Type::second, Role::text2, this)),
      refused_(new MessageBar(this)),
      metrics_(makePlainTable(tr("Metrics"), this)) {
    auto* head = new SectionHead(tr("Verdicts"), this);
    subjects_->setAccessibleName(tr("Whose wait the verdicts are about"));
    subjects_->view()->setAccessibleName(subjects_->accessibleName());
    subjects_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    head->addControl(new TextLabel(tr("Wait of"), Type::second, Role::text2, head));
    head->addControl(subjects_);
    auto* gainsHead = new SectionHead(tr("Who gains, who pays"), this);
    gainsHead->setSecond(tr("wait of all, p95"));
    gainsRefused_ = new BadgeLabel({}, gainsHead);
    gainsHead->addControl(gainsRefused_);
    gainsNote_->setContentsMargins(16, 2, 16, 6);
    gainsNote_->setWordWrap(true);
    auto* right = new QVBoxLayout(gainsPart_);
    right->setContentsMargins(0, 0, 0, 0);
    right->setSpacing(0);
    right->addWidget(gainsHead);
    right->addWidget(gains_);
    right->addWidget(gainsNote_);
    right->addStretch(1);
    auto* middle = new QHBoxLayout;
    middle->setSpacing(0);
    middle->addWidget(chart_, 1);
    middle->addWidget(gainsPart_, 1);
    auto* metricsHead = new SectionHead(tr("Metrics"), this);
    metricsHead->setSecond(tr("the band holds 8 of 10 futures"));
    refused_->setClosable(false);
    refused_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    noVariants_->setActions(tr("New variant"));
    noVariants_->setFixedHeight(noVariants_->minimumSizeHint().height() + 24);
    head_ = head;
    column->addWidget(noVariants_);
    column->addWidget(head);
    column->addWidget(verdicts_);
    column->addLayout(middle);
    column->addWidget(refused_);
    column->addWidget(metricsHead);
    column->addWidget(metrics_);
    column->addStretch(1);
    connect(noVariants_, &EmptyState::firstTriggered, this, &ResultsPane::variantWanted);
    connect(subjects_, &QComboBox::activated, this, [this] {
        chosen_ = true;
        show();
    });
    connect(gains_, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        setSubject(index.row() == 0 ? QString() : index.siblingAtColumn(0).data().toString());
    });
    connect(verdicts_, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        emit workWanted(results_->places[static_cast<std::size_t>(index.row())]);
    });
}

QString ResultsPane::subject() const {
    return subjects_->currentData().toString();
}

void ResultsPane::setSubject(const QString& quota) {
    const int place = subjects_->findData(quota);
    if (place < 0)
        return;
    subjects_->setCurrentIndex(place);
    chosen_ = true;
    show();
}

void ResultsPane::fillSubjects(const PlanView& view) {
    const Scenario* scenario = results_->scenario.get();
    if (asked_ != scenario) {
        const QString before = subject();
        asked_ = scenario;
        subjects_->clear();
        subjects_->addItem(tr("all teams"), QString());
        for (const Quota& quota : scenario->quotas)
            subjects_->addItem(qt(quota.name), qt(quota.name));
        if (const int place = subjects_->findData(before); chosen_ && place >= 0)
            subjects_->setCurrentIndex(place);
        else
            chosen_ = false;
    }
    if (!chosen_)
        subjects_->setCurrentIndex(subjects_->findData(qt(subjectOf(view.draft.plan, *scenario))));
}

void ResultsPane::setView(const PlanView& view) {
    if (!view.results || results_ == view.results)
        return;
    results_ = view.results;
    fillSubjects(view);
    show();
}

void ResultsPane::show() {
    if (!results_)
        return;
    const PlanResults& results = *results_;
    noVariants_->setVisible(results.sets.empty());
    for (QWidget* part : {head_, static_cast<QWidget*>(verdicts_), gainsPart_})
        part->setVisible(!results.sets.empty());
    putRows(verdicts_, verdictHeads(subject()), verdictRows(results, subject()),
            {{ColumnSpec::stretch, 120},
             {ColumnSpec::fit, 120},
             {ColumnSpec::fit, 120, 280},
             {ColumnSpec::fit, 100, 300},
             {ColumnSpec::fit, 60}});
    fitRows(verdicts_);
    // Heads give way to the marks, so that four variants have room beside the chart.
    QList<ColumnSpec> gains{{ColumnSpec::stretch, 100}};
    for (std::size_t i = 0; i < kSideBySide; ++i)
        gains.append(results.sets.size() > 2
                         ? ColumnSpec{ColumnSpec::fixed, 60, qRound(92 * fontScale())}
                         : ColumnSpec{ColumnSpec::fit, 60, 160});
    gains_->header()->setProperty("twoLines", results.sets.size() > 2);
    putRows(gains_, gainHeads(results), gainRows(results), gains);
    fitRows(gains_, kMostTeams + 1);
    const auto more = static_cast<int>(results.sets.size()) - static_cast<int>(kSideBySide);
    QString note = results.drawn ? tr("“Same” means that the band holds 0.")
                                 : tr("As recorded, before the first future is drawn.");
    if (more > 0)
        note += QLatin1Char(' ') +
                tr("Four variants stand side by side. Move one of the other %n up to see it here.",
                   nullptr, more);
    gainsNote_->setText(note);
    putRows(metrics_, metricHeads(results), metricRows(results, subject()),
            {{ColumnSpec::fit, 120, 260}, {ColumnSpec::stretch, 120}});
    fitRows(metrics_);
    const Badge badge = refusedBadge(results);
    gainsRefused_->setBadge(badge);
    gainsRefused_->setVisible(!badge.text.isEmpty());
    const QString refused = refusedText(results);
    refused.isEmpty() ? refused_->hide() : refused_->say(Tone::warn, refused);
    chart_->setResults(results_);
}

QString ResultsPane::toText() const {
    return results_ ? verdicts_->toText(false) + QLatin1Char('\n') + gains_->toText(false) +
                          QLatin1Char('\n') + metrics_->toText(false)
                    : QString();
}

}  // namespace apportion::ui
