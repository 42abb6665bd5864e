// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/plan_pane.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "ui/planner/base_card.h"
#include "ui/planner/past_advice.h"
#include "ui/planner/plan_tables.h"
#include "ui/planner/set_card.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/section_head.h"

namespace apportion::ui {

PlanPane::PlanPane(QWidget* parent)
    : QWidget(parent),
      head_(new SectionHead(tr("Variants"), this)),
      base_(new BaseCard(this)),
      assumptions_(new AssumptionsCard(this)),
      past_(new PastAdviceCard(this)) {
    auto* more = new QPushButton(tr("New"), head_);
    more->setProperty("compact", true);
    more->setAutoDefault(false);
    more->setIcon(icon(Icon::plus));
    more->setAccessibleName(tr("New variant"));
    head_->addControl(more);
    head_->setPageMargin(12);
    auto* area = new PageArea(this);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_ = new QVBoxLayout(area->content());
    list_->setContentsMargins(12, 4, 12, 12);
    list_->setSpacing(8);
    list_->addWidget(base_);
    list_->addWidget(assumptions_);
    list_->addWidget(past_);
    list_->addStretch(1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(head_);
    column->addWidget(area, 1);
    connect(more, &QPushButton::clicked, this, &PlanPane::addVariant);
    connect(base_, &BaseCard::runWanted, this, &PlanPane::runWanted);
    connect(assumptions_, &AssumptionsCard::arrivalsWanted, this,
            [this] { emit usualWanted(sets_, false); });
    connect(assumptions_, &AssumptionsCard::failuresWanted, this,
            [this] { emit usualWanted(sets_, true); });
    connect(assumptions_, &AssumptionsCard::apartWanted, this, [this](bool apart) {
        PlanChange change{PlanChange::Kind::setFutures};
        change.futures = futures_;
        change.futures.teamsApart = apart;
        emit changeWanted(change);
    });
}

void PlanPane::addVariant() {
    PlanChange change{PlanChange::Kind::addSet};
    change.name = tr("Variant %1").arg(sets_ + 1).toStdString();
    emit changeWanted(change);
}

SetCard* PlanPane::makeCard() {
    auto* card = new SetCard(this);
    connect(card, &SetCard::changeWanted, this, &PlanPane::changeWanted);
    connect(card, &SetCard::formWanted, this, &PlanPane::formWanted);
    connect(card, &SetCard::usualWanted, this, &PlanPane::usualWanted);
    connect(card, &SetCard::applyWanted, this, &PlanPane::applyWanted);
    connect(card, &SetCard::scheduleWanted, this, &PlanPane::scheduleWanted);
    connect(card, &SetCard::workWanted, this, &PlanPane::workWanted);
    list_->insertWidget(1 + static_cast<int>(cards_.size()), card);
    return card;
}

void PlanPane::setView(const PlanView& view) {
    sets_ = view.draft.plan.sets.size();
    futures_ = view.draft.plan.futures;
    while (cards_.size() > sets_) {
        cards_.back()->hide();
        cards_.back()->deleteLater();
        cards_.pop_back();
    }
    while (cards_.size() < sets_)
        cards_.push_back(makeCard());
    for (std::size_t i = 0; i < sets_; ++i)
        cards_[i]->setView(view, i);
    const std::size_t shown = view.draft.shownSets();
    head_->setSecond(shown > kSideBySide ? tr("%1, %2 side by side").arg(sets_).arg(kSideBySide)
                                         : tr("%1 of %2 shown").arg(shown).arg(sets_));
    base_->setView(view);
    assumptions_->setView(view);
    past_->setView(view);
}

}  // namespace apportion::ui
