// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/hit_list.h"

#include <algorithm>

#include <QBoxLayout>
#include <QFrame>
#include <QHeaderView>
#include <QStackedWidget>

#include "core/view/explain/quota_explanation.h"
#include "core/view/view.h"
#include "ui/preemption/hit_models.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kRows = 3;  // that show without scrolling, with the whole form on 900 pixels
constexpr int kCardMargin = 12;

ColourOf colourOf(const View& view) {
    return [&view](const std::string& quota) {
        const auto row = std::find_if(view.quotas.begin(), view.quotas.end(),
                                      [&](const QuotaRow& each) { return each.name == quota; });
        return row == view.quotas.end() ? -1 : row->colour;
    };
}

const WorkloadRow* workIn(const View& view, const std::string& name) {
    for (const auto* list : {&view.running, &view.waiting})
        for (const WorkloadRow& row : *list)
            if (row.name == name)
                return &row;
    return nullptr;
}

Gpu inUse(const QuotaNumbers& numbers) {
    return numbers.subtree + numbers.idle;
}

TreeView* table(QAbstractItemModel* model, const QString& name, QWidget* parent) {
    auto* view = new TreeView(TreeView::Shape::table, parent);
    view->setPageMargin(kCardMargin);
    view->setModel(model);
    view->setAccessibleName(name);
    return view;
}

// A table in a card, as high as a few rows.
QWidget* carded(TreeView* view, QWidget* parent) {
    auto* card = new QFrame(parent);
    card->setFrameShape(QFrame::StyledPanel);
    card->setProperty("kind", "card");
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->addWidget(view);
    view->setFrameShape(QFrame::NoFrame);
    card->setMinimumHeight(view->header()->sizeHint().height() + kRows * controlHeight(28) + 2);
    return card;
}

// Why nobody of those whom the policy names can be hit.
QString keptText(const HitNow& hit) {
    if (hit.keptByRuntime == 0)
        return HitList::tr(
            "No evictions: all %Ln matching workload(s) are within the guarantee of their quota.",
            nullptr, hit.keptByGuarantee);
    if (hit.keptByGuarantee == 0)
        return HitList::tr(
            "No evictions yet: %Ln matching workload(s) are within the minimum runtime.", nullptr,
            hit.keptByRuntime);
    return HitList::tr(
        "No evictions: all %Ln matching workload(s) are within the guarantee or the minimum "
        "runtime.",
        nullptr, hit.keptByGuarantee + hit.keptByRuntime);
}

}  // namespace

HitList::HitList(PreemptionLevel level, QWidget* parent)
    : QWidget(parent),
      level_(level),
      title_(new TextLabel({}, Type::head, Role::text, this)),
      second_(new TextLabel({}, Type::second, Role::text2, this)),
      right_(new TextLabel({}, Type::second, Role::text2, this)),
      stack_(new QStackedWidget(this)),
      victimTable_(new CellTable(victimHeads(), this)),
      trialTable_(new CellTable(trialHeads(), this)) {
    victims_ = table(victimTable_, tr("Can be evicted now"), this);
    victims_->setColumns({{ColumnSpec::fixed, 0, 36},
                          {ColumnSpec::stretch, 120},
                          {ColumnSpec::fit, 120},
                          {ColumnSpec::fit, 48},
                          {ColumnSpec::fit, 56},
                          {ColumnSpec::fit, 80}});
    trial_ = table(trialTable_, tr("What would happen"), this);
    trial_->setColumns({{ColumnSpec::fit, 140},
                        {ColumnSpec::fit, 100},
                        {ColumnSpec::stretch, 160},
                        {ColumnSpec::fit, 56},
                        {ColumnSpec::fit, 80}});
    empty_ = new TextLabel({}, Type::body, Role::text2, this);
    empty_->setWordWrap(true);
    empty_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    totals_ = new TextLabel({}, Type::second, Role::text2, this);
    totals_->setWordWrap(true);
    totals_->hide();

    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(title_);
    head->addWidget(second_);
    head->addStretch(1);
    head->addWidget(right_);
    stack_->addWidget(carded(victims_, stack_));
    stack_->addWidget(carded(trial_, stack_));
    stack_->addWidget(empty_);
    // A table asks for much, and the form about it would scroll with it inside.
    stack_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(head);
    column->addWidget(stack_, 1);
    column->addWidget(totals_);
    refresh();
}

void HitList::setVictims(const PolicyAnswer& answer, bool on, const View& view) {
    const int count = static_cast<int>(answer.hit.victims.size());
    victimTable_->setRows(victimRows(answer.hit.victims, colourOf(view)));
    victimTexts_ = {};
    // Then the engine is asked as if everything that waits had had its turn.
    const bool resting = view.document.rests();
    if (count > 0)
        victimTexts_.second =
            (resting ? tr("%Ln workload(s), %1, in this order, as soon as the pool is live",
                          nullptr, count)
                     : tr("%Ln workload(s), %1, in this order", nullptr, count))
                .arg(gpusText(answer.victimsGpu));
    if (!on)
        victimTexts_.empty = tr("No evictions: the policy is off.");
    else if (!answer.notes.empty())
        victimTexts_.empty = messageText(answer.notes.front());
    else if (resting)
        victimTexts_.empty = tr("No evictions once the pool is live.");
    else if (view.key.running == 0)
        victimTexts_.empty = tr("No evictions: no workload is running.");
    else if (answer.hit.keptByGuarantee + answer.hit.keptByRuntime > 0)
        victimTexts_.empty = keptText(answer.hit);
    else if (level_ == PreemptionLevel::self)
        victimTexts_.empty =
            tr("No evictions: none of %Ln running workload(s) is in the band, the modules, and the "
               "scope.",
               nullptr, view.key.running);
    else  // it has no scope: it is for all below the quota
        victimTexts_.empty =
            tr("No evictions: none of %Ln running workload(s) is below it, in the band, and in the "
               "modules.",
               nullptr, view.key.running);
    if (on && answer.borrowed > 0)
        victimTexts_.right = answer.siblings.size() == 1
                                 ? tr("%1 borrows %2 now")
                                       .arg(qt(answer.siblings.front()), gpusText(answer.borrowed))
                                 : tr("siblings borrow %1 now").arg(gpusText(answer.borrowed));
    else if (on && answer.takers > 0)
        victimTexts_.right = tr("%Ln waiting workload(s) can evict", nullptr, answer.takers);
}

void HitList::setTrial(const PolicyAnswer& answer, const View& view) {
    const Effect& effect = answer.trial();
    trialTable_->setRows(trialRows(
        answer, colourOf(view), [&view](const std::string& name) { return workIn(view, name); }));
    trialTexts_ = {};
    trialTexts_.second =
        answer.tried ? tr("applied now, and the new workload arrives") : tr("applied now");
    trialTexts_.right =
        effect.evicted.empty()
            ? tr("no evictions")
            : tr("%Ln eviction(s), %1 GPU h lost", nullptr, static_cast<int>(effect.evicted.size()))
                  .arg(hoursNumber(effect.lost() + lostIn(effect.moved)));
    const auto* reason = effect.submitted.empty() || !effect.submitted.front().reason
                             ? nullptr
                             : &*effect.submitted.front().reason;
    trialTexts_.empty = reason != nullptr
                            ? tr("No other effect. The new workload waits. %1")
                                  .arg(messageText(reason->message, TimeText(view.document.epoch)))
                            : tr("No effect now. No waiting workload would start or evict others.");
    QStringList changes{
        tr("GPUs in use: %1 → %2").arg(gpuNumber(effect.before.used), gpuNumber(effect.after.used)),
        tr("waiting workloads: %1 → %2")
            .arg(QString::number(effect.before.waiting), QString::number(effect.after.waiting))};
    for (const Effect::Numbers& each : effect.quotas)
        if (const Gpu before = inUse(each.before), after = inUse(each.after); before != after)
            changes << tr("%1 %2 → %3", "quota, GPUs before and after")
                           .arg(qt(each.quota), gpuNumber(before), gpuNumber(after));
    totalsText_ = changes.join(QStringLiteral("  ·  "));
}

void HitList::setAnswer(const PolicyAnswer& answer, bool on, const View& view) {
    nothing_ = false;
    setVictims(answer, on, view);
    setTrial(answer, view);
    refresh();
}

void HitList::setNothing(const QString& why) {
    nothing_ = true;
    victimTable_->setRows({});
    trialTable_->setRows({});
    victimTexts_ = {why, {}, {}};
    trialTexts_ = victimTexts_;
    totalsText_.clear();
    refresh();
}

void HitList::showTrial(bool trial) {
    trialShown_ = trial;
    refresh();
}

QString HitList::emptyText() const {
    return stack_->currentWidget() == empty_ ? empty_->text() : QString();
}

void HitList::refresh() {
    const Texts& texts = trialShown_ ? trialTexts_ : victimTexts_;
    title_->setText(trialShown_ ? tr("What would happen") : tr("Can be evicted now"));
    title_->setEnabled(!nothing_);
    second_->setText(texts.second);
    right_->setText(texts.right);
    empty_->setText(texts.empty);
    const bool empty = nothing_ || (trialShown_ ? trialTable_ : victimTable_)->rowCount() == 0;
    stack_->setCurrentIndex(empty ? 2 : trialShown_ ? 1 : 0);
    // A sentence needs no room for a table: where the screen is low the form would scroll for it.
    stack_->setMinimumHeight(empty ? empty_->fontMetrics().lineSpacing()
                                   : stack_->widget(0)->minimumHeight());
    totals_->setText(totalsText_);
    totals_->setVisible(trialShown_ && !nothing_);
}

}  // namespace apportion::ui
