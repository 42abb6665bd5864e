// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/workloads_page.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLocale>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "ui/widgets/chip.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/search_field.h"
#include "ui/workloads/workload_table.h"

namespace apportion::ui {

namespace {

constexpr int kMargin = 12;

using Group = WorkloadModel::Group;

}  // namespace

WorkloadsPage::WorkloadsPage(QWidget* parent)
    : QWidget(parent),
      filter_(new SearchField(tr("Filter workloads"), this)),
      table_(new WorkloadTable(WorkloadModel::Shape::groups, this)),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(Icon::cube, {}, {}, this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    filter_->setMaximumWidth(220);

    stack_->addWidget(table_);
    stack_->addWidget(empty_);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kMargin, 8, kMargin, 6);
    head->setSpacing(8);
    head->addWidget(filter_, 1);
    auto* group = new QButtonGroup(this);
    addChip(Group::all, tr("All"), head);
    addChip(Group::waiting, tr("Waiting"), head);
    addChip(Group::running, tr("Running"), head);
    addChip(Group::evicted, tr("Evicted"), head);
    addChip(Group::ended, tr("Ended"), head);
    for (const auto& [which, chip] : chips_)
        group->addButton(chip);
    chips_[Group::all]->setChecked(true);
    head->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(stack_, 1);

    connect(filter_, &SearchField::searched, this, &WorkloadsPage::applyFilter);
    connect(filter_, &SearchField::leftDownwards, table_, [this] { table_->setFocus(); });
    connect(empty_, &EmptyState::firstTriggered, this, [this] {
        filter_->clear();
        chips_[Group::all]->setChecked(true);
        applyFilter();
    });
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

void WorkloadsPage::setView(const ViewPtr& view) {
    const KeyNumbers& key = view->key;
    const auto count = [&](Group group, int number) {
        chips_[group]->setCount(QLocale().toString(number));
    };
    count(Group::all, key.waiting + key.running + key.ended);
    count(Group::waiting, key.waiting);
    count(Group::running, key.running);
    count(Group::evicted, key.evictions);
    count(Group::ended, key.ended);
    table_->setView(view);
    showState();
}

void WorkloadsPage::applyFilter() {
    table_->setFilter(group_, filter_->text().trimmed());
    showState();
}

void WorkloadsPage::showState() {
    const bool any = table_->workloads().rowCount() > 0;
    stack_->setCurrentWidget(any ? static_cast<QWidget*>(table_) : empty_);
    if (any)
        return;
    if (table_->workloads().isFiltered()) {
        empty_->setTexts(tr("No workload matches"), tr("The filter or the group hides them all."));
        empty_->setActions(tr("Show all"));
    } else {
        empty_->setTexts(tr("Nothing has been submitted yet"),
                         tr("Workloads come here as the clock reaches their submission. Play, or "
                            "step to the next event."));
        empty_->setActions({});
    }
}

void WorkloadsPage::focusFilter() {
    filter_->setFocus(Qt::ShortcutFocusReason);
    filter_->selectAll();
}

}  // namespace apportion::ui
