// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/workloads_page.h"

#include <utility>

#include <QAction>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/session/project_listing.h"
#include "core/session/slurm/cluster_name.h"
#include "core/view/unread_view.h"
#include "ui/settings.h"
#include "ui/texts.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/search_field.h"
#include "ui/workloads/workload_table.h"

namespace apportion::ui {

namespace {

constexpr int kMargin = 16;
constexpr int kGap = 8;
constexpr int kFilterLeast = 168;  // a name such as "team-d-eval" is read whole

using Group = WorkloadModel::Group;

QString sortKey(const QString& file) {
    return Settings::partOf(QStringLiteral("work"), file);
}

QString chosenKey(const QString& file) {
    return Settings::partOf(QStringLiteral("chosen-work"), file);
}

bool has(const View& view, const QString& workload) {
    for (const auto* rows : {&view.waiting, &view.running, &view.ended})
        for (const WorkloadRow& row : *rows)
            if (qt(row.name) == workload)
                return true;
    return false;
}

}  // namespace

WorkloadsPage::WorkloadsPage(QAction* submit, Settings& settings, QWidget* parent)
    : Page(parent),
      submit_(submit),
      settings_(settings),
      submitButton_(new QPushButton(tr("Submit…"), this)),
      filter_(new SearchField(tr("Filter"), this)),
      table_(new WorkloadTable(WorkloadModel::Shape::groups, this)),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(Icon::cube, {}, {}, this)),
      head_(new QHBoxLayout),
      secondRow_(new QHBoxLayout),
      chipBar_(new QWidget(this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    stack_->addWidget(table_);
    stack_->addWidget(empty_);
    makeHead();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head_);
    layout->addLayout(secondRow_);
    layout->addWidget(stack_, 1);

    connect(table_, &WorkloadTable::sorted, this, &WorkloadsPage::rememberSort);
    connect(filter_, &SearchField::searched, this, &WorkloadsPage::applyFilter);
    connect(filter_, &SearchField::leftDownwards, table_, [this] { table_->setFocus(); });
    connect(submitButton_, &QAbstractButton::clicked, submit_, &QAction::trigger);
    connect(empty_, &EmptyState::firstTriggered, this, [this] {
        if (!table_->workloads().isFiltered()) {
            submit_->trigger();
            return;
        }
        showAll();
    });
}

void WorkloadsPage::makeHead() {
    filter_->setAccessibleName(tr("Filter workloads"));
    filter_->setMaximumWidth(220);
    filter_->setMinimumWidth(kFilterLeast);
    auto* chips = new QHBoxLayout(chipBar_);
    chips->setContentsMargins(0, 0, 0, 0);
    chips->setSpacing(kGap);
    auto* group = new QButtonGroup(this);
    addChip(Group::all, tr("All"), chips);
    addChip(Group::waiting, tr("Waiting"), chips);
    addChip(Group::running, tr("Running"), chips);
    addChip(Group::evicted, tr("Evicted"), chips);
    addChip(Group::ended, tr("Ended"), chips);
    for (const auto& [which, chip] : chips_)
        group->addButton(chip);
    submitButton_->setProperty("compact", true);
    submitButton_->setAutoDefault(false);
    submitButton_->setIcon(icon(Icon::plus));
    submitButton_->setAccessibleName(tr("Submit a workload"));
    auto* order = new IconButton(Icon::sort, tr("Order of the rows"), this);
    sortMenu_ = new QMenu(order);
    sortMenu_->setAccessibleName(tr("Order of the rows"));
    connect(sortMenu_, &QMenu::aboutToShow, this, &WorkloadsPage::fillSortMenu);
    connect(order, &QAbstractButton::clicked, this,
            [this, order] { sortMenu_->popup(order->mapToGlobal(QPoint(0, order->height()))); });
    auto* save = new IconButton(Icon::download, tr("Export the workloads as CSV…"), this);
    save->setToolTip(
        tr("Export the shown workloads as CSV, one row each. For “Evicted”, one row for each "
           "eviction."));
    connect(save, &QAbstractButton::clicked, this, &WorkloadsPage::csvWanted);
    head_->setContentsMargins(kMargin, 8, kMargin, 6);
    head_->setSpacing(kGap);
    head_->addWidget(filter_, 1);
    head_->addWidget(chipBar_);
    head_->addStretch(0);
    head_->addWidget(submitButton_);
    head_->addWidget(order);
    head_->addWidget(save);
    chips_[Group::all]->setChecked(true);
}

// The chips go below the filter before anything is cut, and without their counts before they are.
void WorkloadsPage::fitHead() {
    const int room = width() - 2 * kMargin;
    int chips = -kGap;
    for (const auto& [which, chip] : chips_)
        chips += kGap + chip->fullWidth();
    for (const auto& [which, chip] : chips_)
        chip->setCountShown(chips <= room);
    int others = kFilterLeast;
    for (int i = head_->indexOf(submitButton_); i < head_->count(); ++i)
        if (!head_->itemAt(i)->isEmpty())
            others += kGap + head_->itemAt(i)->sizeHint().width();
    const bool below = others + kGap + chips > room;
    if (below == chipsBelow_)
        return;
    chipsBelow_ = below;
    if (below) {
        head_->removeWidget(chipBar_);
        secondRow_->addWidget(chipBar_, 0, Qt::AlignLeft);
        secondRow_->setContentsMargins(kMargin, 0, kMargin, 6);
    } else {
        secondRow_->removeWidget(chipBar_);
        secondRow_->setContentsMargins(0, 0, 0, 0);
        head_->insertWidget(1, chipBar_);
    }
}

void WorkloadsPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHead();
}

void WorkloadsPage::addChip(Group group, const QString& text, QLayout* layout) {
    auto* chip = new Chip(text, this);
    chip->setCheckable(true);
    connect(chip, &QAbstractButton::toggled, this, [this, group](bool on) {
        if (!on)
            return;
        group_ = group;
        applyFilter();
    });
    chips_[group] = chip;
    layout->addWidget(chip);
}

void WorkloadsPage::showGroup(WorkloadModel::Group group) {
    chips_.at(group)->setChecked(true);
}

void WorkloadsPage::fillSortMenu() {
    sortMenu_->clear();
    ui::fillSortMenu(sortMenu_, table_->sort(), tr("As it comes"), table_->sortColumns(),
                     [this](const ColumnSort& chosen) {
                         table_->setSort(chosen);
                         rememberSort();
                     });
}

// Of each file, as the quota tree.
void WorkloadsPage::recallSort() {
    const QStringList parts =
        QString::fromLatin1(settings_.layout(sortKey(file_))).split(QLatin1Char(' '));
    bool isNumber = false;
    const int column = parts.front().toInt(&isNumber);
    table_->setSort(isNumber ? ColumnSort{column, parts.back() == QLatin1String("down")}
                             : ColumnSort{});
}

void WorkloadsPage::rememberSort() {
    const ColumnSort& sort = table_->sort();
    settings_.setLayout(sortKey(file_), sort.column < 0 ? QByteArray()
                                                        : QByteArray::number(sort.column) +
                                                              (sort.descending ? " down" : " up"));
}

void WorkloadsPage::resetLayout() {
    table_->setSort({});
    rememberSort();
}

void WorkloadsPage::remember(const QString& workload) {
    if (!file_.isEmpty())
        settings_.setLayout(chosenKey(file_), workload.toUtf8());
}

Subject WorkloadsPage::takeRemembered() {
    const QString workload = std::exchange(remembered_, {});
    return workload.isEmpty() ? Subject() : Subject{ObjectKind::workload, workload};
}

void WorkloadsPage::setExplained(const Subject& subject, const View& view) {
    const bool work = subject.kind == ObjectKind::workload;
    // While work is read, the page has another file yet.
    if (work || (view.document.open && view.document.reading == 0))
        remember(work ? subject.name : QString());
    table_->select(work ? subject.name : QString());
}

std::optional<QStringList> WorkloadsPage::chosen(ObjectKind kind) const {
    return kind == ObjectKind::workload ? std::optional(table_->selectedAll()) : std::nullopt;
}

bool WorkloadsPage::knows(const View& reading) const {
    return isListed(reading);
}

SearchField* WorkloadsPage::filter() const {
    return filter_;
}

void WorkloadsPage::setView(const ViewPtr& view) {
    if (const QString file = qt(view->document.file); file != file_) {
        file_ = file;
        filter_->clear();  // it was for the work of another pool
        applyFilter();
        recallSort();
        recalled_ = false;
    }
    reading_ = view->document.reading > 0;
    coming_ = isComing(*view);
    if (!reading_ && !std::exchange(recalled_, true)) {
        remembered_ =
            file_.isEmpty() ? QString() : QString::fromUtf8(settings_.layout(chosenKey(file_)));
        if (!remembered_.isEmpty() && !has(*view, remembered_))
            remembered_.clear();
    }
    takesWork_ = view->document.offers("submit") || clusterOf(view->document.file);
    hasQuotas_ = !view->quotas.empty();
    submitButton_->setVisible(view->document.can.journal);
    submitButton_->setEnabled(takesWork_);
    submitButton_->setToolTip(submit_->toolTip());
    table_->setView(view);
    countChips();
    showState();
}

// All there is, or what the filter finds.
void WorkloadsPage::countChips() {
    const bool filtered = !filter_->text().trimmed().isEmpty();
    const KeyNumbers& key = table_->workloads().view().key;
    const auto count = [&](Group group, int all, bool known = true) {
        const int number = filtered ? table_->workloads().found(group) : all;
        chips_[group]->setCount(known && !coming_ ? QLocale().toString(number)
                                                  : QStringLiteral("…"));
        return number;
    };
    const int waiting = count(Group::waiting, key.waiting);
    const int running = count(Group::running, key.running);
    const int evicted = count(Group::evicted, key.evictions, !reading_);
    const int ended = count(Group::ended, key.ended, !reading_);
    chips_[Group::all]->setCount(reading_ || coming_
                                     ? QStringLiteral("…")
                                     : QLocale().toString(waiting + running + evicted + ended));
    fitHead();
}

QString WorkloadsPage::csv() const {
    return table_->workloads().csv();
}

void WorkloadsPage::applyFilter() {
    table_->setFilter(group_, filter_->text().trimmed());
    countChips();
    showState();
    table_->letGoOfHidden();
}

void WorkloadsPage::showState() {
    const bool any = table_->workloads().rowCount() > 0;
    stack_->setCurrentWidget(any ? static_cast<QWidget*>(table_) : empty_);
    if (any)
        return;
    if (coming_) {
        empty_->setTexts(tr("Loading…"), {});
        empty_->setActions({});
    } else if (table_->workloads().isFiltered()) {
        const bool unread = reading_ && group_ != Group::waiting && group_ != Group::running;
        empty_->setTexts(unread ? tr("No workload matches yet") : tr("No workload matches"),
                         unread ? tr("Evicted and ended workloads are still being read.")
                                : tr("No workload matches the filter or the group."));
        empty_->setActions(tr("Show all"), {}, Icon::eye);
    } else if (submitButton_->isVisibleTo(this)) {
        empty_->setTexts(
            tr("No workloads submitted yet"),
            hasQuotas_
                ? tr("Waiting, running, and finished workloads appear here with their reason.")
                : tr("Workloads are submitted to quotas. Create a quota first."));
        empty_->setActions(takesWork_ && hasQuotas_ ? tr("Submit a workload…") : QString());
    } else {
        empty_->setTexts(
            tr("No workloads submitted yet"),
            tr("Workloads appear at their submission. Play, or step to the next event."));
        empty_->setActions({});
    }
}

void WorkloadsPage::showAll() {
    filter_->clear();
    chips_[Group::all]->setChecked(true);
    applyFilter();
}

void WorkloadsPage::reveal(const Subject& workload) {
    if (table_->workloads().rowOf(workload.name) < 0)
        showAll();
    table_->setFocus();
}

void WorkloadsPage::showMatching(const QString& text) {
    chips_[Group::all]->setChecked(true);
    filter_->setText(text);
    applyFilter();
    table_->setFocus();
}

}  // namespace apportion::ui
