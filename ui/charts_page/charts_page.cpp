// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts_page/charts_page.h"

#include <algorithm>

#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/view/history/history_points.h"
#include "ui/charts/chart_saver.h"
#include "ui/charts/chart_timeline.h"
#include "ui/charts/range_controls.h"
#include "ui/charts/team_chart.h"
#include "ui/settings.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/page_area.h"

namespace apportion::ui {

namespace {

constexpr int kLeast = 200;       // height of a chart of teams
constexpr int kSmallLeast = 150;  // of one line

}  // namespace

ChartsPage::ChartsPage(Settings* settings, QWidget* parent)
    : Page(parent),
      settings_(settings),
      timeline_(new ChartTimeline(this)),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(Icon::chartArea, {}, {}, this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    connect(timeline_, &ChartTimeline::pastWanted, this, &ChartsPage::pastWanted);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeHead());
    // With many charts in a low window the page scrolls.
    auto* area = new PageArea(this);
    QWidget* content = area->content();
    auto* charts = new QVBoxLayout(content);
    charts->setContentsMargins(0, 0, 0, 0);
    charts->setSpacing(0);
    makeCharts(charts);
    stack_->addWidget(area);
    stack_->addWidget(empty_);
    layout->addWidget(stack_, 1);
}

QWidget* ChartsPage::makeHead() {
    auto* head = new QWidget(this);
    head->setFixedHeight(controlHeight(40));
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(16, 0, 16, 0);
    auto* choose = new QPushButton(tr("Charts shown"), head);
    choose->setProperty("compact", true);
    choose->setAutoDefault(false);
    choose->setToolTip(tr("Charts on this page"));
    choice_ = new QMenu(choose);
    choose->setMenu(choice_);
    ranges_ = new RangeControls(timeline_, head);
    ranges_->setNarrow(false);
    row->addWidget(choose);
    row->addStretch(1);
    row->addWidget(ranges_);
    return head;
}

void ChartsPage::makeCharts(QVBoxLayout* layout) {
    using Kind = TeamChart::Kind;
    struct Row {
        const char* name;
        Kind kind;
        QString title;
        bool shown;
    };
    const std::vector<Row> rows = {
        {"teams", Kind::stacked, tr("GPUs per team"), true},
        {"guarantees", Kind::lines, tr("Against the guarantees"), true},
        {"fair-share", Kind::fairShare, tr("Used against fair share"), false},
        {"queue", Kind::queue, tr("Queue"), true},
        {"waiting", Kind::wait, tr("Waiting time"), false},
        {"utilisation", Kind::utilisation, tr("Utilization"), false},
    };
    entries_.reserve(rows.size());
    for (const Row& row : rows) {
        const bool large = row.kind <= Kind::fairShare;
        auto* chart =
            new TeamChart(row.kind, row.title, row.kind == Kind::stacked, timeline_, this);
        chart->setMinimumHeight(large ? kLeast : kSmallLeast);
        layout->addWidget(chart, large ? 10 : 6);
        connect(chart, &TeamChart::said, this, &ChartsPage::said);
        connect(chart, &TeamChart::failed, this, &ChartsPage::failed);
        QAction* action = choice_->addAction(row.title);
        action->setCheckable(true);
        entries_.push_back({QString::fromLatin1(row.name), chart, action});
        const Entry entry = entries_.back();
        const bool shown =
            settings_ != nullptr
                ? settings_->isShown(QStringLiteral("chart-") + entry.name, row.shown)
                : row.shown;
        action->setChecked(shown);
        chart->setVisible(shown);
        connect(action, &QAction::toggled, this,
                [this, entry](bool wanted) { setShown(entry, wanted); });
    }
    for (const Entry& one : entries_)
        for (const Entry& other : entries_)
            if (one.chart != other.chart)
                one.chart->follow(other.chart);
}

void ChartsPage::setShown(const Entry& entry, bool shown) {
    entry.chart->setVisible(shown);
    if (settings_ != nullptr)
        settings_->setShown(QStringLiteral("chart-") + entry.name, shown);
    emit shownChanged();
}

bool ChartsPage::hasCharts() const {
    return std::any_of(entries_.begin(), entries_.end(),
                       [](const Entry& entry) { return entry.action->isChecked(); });
}

void ChartsPage::exportAs(TimeChart::Format format) {
    auto* which = new QMenu(tr("Which chart"), this);
    which->setAttribute(Qt::WA_DeleteOnClose);
    which->setAccessibleName(tr("Chart to save"));
    for (const Entry& entry : entries_)
        if (entry.action->isChecked())
            which->addAction(entry.action->text(), entry.chart->saver(),
                             [saver = entry.chart->saver(), format] { saver->choose(format); });
    if (which->actions().size() > 1) {
        which->setActiveAction(which->actions().front());
        which->popup(ranges_->parentWidget()->mapToGlobal(QPoint(16, ranges_->height())));
        return;
    }
    for (QAction* only : which->actions())
        only->trigger();
    which->deleteLater();
}

void ChartsPage::setView(const ViewPtr& view) {
    timeline_->setView(view);
    const bool isKnown = hasPast(*view);
    if (view->teams.empty())
        empty_->setTexts(tr("No quota yet"),
                         tr("Charts show use by team. They begin with the first quota."));
    else if (!isKnown)
        empty_->setTexts(tr("The pool was never live"),
                         tr("Charts show use by team. They begin when it goes live."));
    ranges_->setEnabled(isKnown && !view->teams.empty());
    stack_->setCurrentIndex(isKnown && !view->teams.empty() ? 0 : 1);
}

TeamChart* ChartsPage::chart(const QString& name) const {
    for (const Entry& entry : entries_)
        if (entry.name == name)
            return entry.chart;
    return nullptr;
}

}  // namespace apportion::ui
