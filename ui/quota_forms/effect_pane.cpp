// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/effect_pane.h"

#include <algorithm>
#include <utility>

#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/view/view.h"
#include "ui/quota_forms/quota_fields.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/trial_texts.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/before_after.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kPaneWidth = 300;
constexpr int kPanePad = 14;
constexpr int kMostOthers = 6;

Fact fact(const QString& label, Gpu before, Gpu after, bool worseIfLess = false) {
    Fact of{label, gpusText(after), Role::text, {}};
    if (before == after)
        return of;
    of.value =
        EffectPane::tr("%1 → %2", "GPUs before and after").arg(gpuNumber(before), gpusText(after));
    of.role = !worseIfLess ? Role::accentText : after < before ? Role::warn : Role::good;
    return of;
}

QList<Fact> factsOf(const QuotaEffect::Numbers& of) {
    QList<Fact> facts{
        fact(EffectPane::tr("Guarantee"), of.before.guaranteed, of.after.guaranteed),
        fact(EffectPane::tr("Fair share now"), of.before.fairShare, of.after.fairShare, true),
        fact(EffectPane::tr("Running"), of.before.subtree, of.after.subtree, true),
        fact(EffectPane::tr("Waiting"), of.before.pending, of.after.pending),
        fact(EffectPane::tr("Borrowed"), of.before.borrowed, of.after.borrowed),
        fact(EffectPane::tr("Lent"), of.before.lent, of.after.lent)};
    facts.erase(std::remove_if(facts.begin() + 4, facts.end(),
                               [](const Fact& each) { return each.value == gpusText(0); }),
                facts.end());
    return facts;
}

QString waitText(Duration wait, bool over) {
    return over ? EffectPane::tr("beyond 24 h") : TimeText::duration(wait);
}

// Of what its fields say alone: no trial has it.
Fact budgetFact(const QuotaRow& row, const QuotaDraft& draft) {
    QuotaDraft before;
    before.policy = row.policy;
    const QString was = fieldText(QuotaField::budget, before);
    const QString is = fieldText(QuotaField::budget, draft);
    if (was == is)
        return {EffectPane::tr("Budget"), is, Role::text, {}};
    return {EffectPane::tr("Budget"),
            EffectPane::tr("%1 → %2", "a budget before and after").arg(was, is),
            Role::accentText,
            {}};
}

// Of others, a number that changes.
QList<Fact> numbersChanged(const std::vector<QuotaEffect::Numbers>& others,
                           Gpu QuotaNumbers::*number, bool worseIfLess) {
    QList<Fact> facts;
    for (const QuotaEffect::Numbers& each : others)
        if (each.before.*number != each.after.*number)
            facts.append(
                fact(qt(each.quota), each.before.*number, each.after.*number, worseIfLess));
    if (const int more = static_cast<int>(facts.size()) - kMostOthers; more > 0) {
        facts.resize(kMostOthers);
        facts.append({EffectPane::tr("%Ln more quota(s)", nullptr, more), {}, Role::text2, {}});
    }
    return facts;
}

}  // namespace

EffectPane::EffectPane(QWidget* parent)
    : QWidget(parent),
      when_(new TextLabel({}, Type::second, Role::text2)),
      exact_(new BadgeLabel({tr("as the scheduler decides"), Tone::good, Icon::checkCircle})),
      bars_(new BeforeAfter),
      quotaHead_(new TextLabel({}, Type::small, Role::text3)),
      quota_(new FactList),
      sizesHead_(new TextLabel(tr("Guarantees of others"), Type::small, Role::text3)),
      sizes_(new FactList),
      othersHead_(new TextLabel(tr("Fair shares of others"), Type::small, Role::text3)),
      others_(new FactList),
      work_(new SentenceBox),
      left_(new TextLabel({}, Type::second, Role::text2)),
      give_(new QPushButton(this)) {
    setFixedWidth(kPaneWidth);
    setAccessibleName(tr("Effect"));
    exact_->setToolTip(tr(
        "The scheduler tried it on a copy of the pool. It holds if nothing else changes first."));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kPanePad, 12, kPanePad, kPanePad);
    column->setSpacing(8);
    auto* head = new QHBoxLayout;
    head->addWidget(new TextLabel(tr("Effect"), Type::head));
    head->addStretch();
    head->addWidget(exact_);
    column->addLayout(head);
    for (QWidget* part :
         std::initializer_list<QWidget*>{when_, bars_, quotaHead_, quota_, sizesHead_, sizes_,
                                         othersHead_, others_, work_, left_})
        column->addWidget(part);
    when_->setWordWrap(true);
    left_->setWordWrap(true);
    give_->setProperty("compact", true);
    give_->setAutoDefault(false);
    column->addWidget(give_, 0, Qt::AlignLeft);
    connect(give_, &QPushButton::clicked, this,
            [this] { emit giveWanted(qt(giving_->first), giving_->second); });
    column->addStretch();
    say({});
}

void EffectPane::showParts(bool shown) {
    for (QWidget* part :
         std::initializer_list<QWidget*>{exact_, bars_, quotaHead_, quota_, sizesHead_, sizes_,
                                         othersHead_, others_, work_, left_, give_})
        part->setVisible(shown);
}

void EffectPane::say(const QString& why) {
    when_->setText(why);
    showParts(false);
}

void EffectPane::showEffect(const View& view, const QuotaDraft& draft, const Effect& trial) {
    const TimeText time(view.document.epoch);
    const QuotaEffect effect = quotaEffect(view, draft, trial);
    when_->setText(trial.resting ? tr("As soon as the pool is live")
                                 : tr("On the state of %1").arg(time.seconds(view.clock)));
    std::vector<BeforeAfterPart> parts;
    for (const QuotaEffect::Numbers& each : effect.level)
        parts.push_back({qt(each.quota), each.colour, each.before.subtree, each.after.subtree});
    showParts(true);
    bars_->setParts(parts, effect.whole);
    const bool one = effect.edited.size() == 1;
    const bool runs = std::any_of(parts.begin(), parts.end(), [](const BeforeAfterPart& part) {
        return part.before > 0 || part.after > 0;
    });
    bars_->setVisible(runs && draft.edits.size() < 2);
    quotaHead_->setVisible(one);
    quota_->setVisible(one);
    if (one) {
        quotaHead_->setText(qt(effect.edited.front().quota));
        QList<Fact> facts = factsOf(effect.edited.front());
        for (const QuotaRow& row : view.quotas)
            if (row.name == effect.edited.front().quota &&
                (row.policy.budget || draft.policy.budget))
                facts.append(budgetFact(row, draft));
        quota_->setFacts(facts);
    }
    sizes_->setFacts(numbersChanged(effect.others, &QuotaNumbers::guaranteed, false));
    others_->setFacts(numbersChanged(effect.others, &QuotaNumbers::fairShare, true));
    for (const auto& [title, list] :
         {std::pair{sizesHead_, sizes_}, std::pair{othersHead_, others_}}) {
        title->setVisible(!list->facts().empty());
        list->setVisible(!list->facts().empty());
    }
    const QString costs = hitsText(trial);
    const QString starts = startsText(trial);
    const QString work = costs.isEmpty() ? tr("Evicts no workload.") : costs;
    const QString all = starts.isEmpty() ? work : work + QLatin1Char(' ') + starts;
    trial.hitsAnybody() ? work_->warn(all) : work_->read(all);
    const bool changes = effect.unassignedAfter != effect.unassignedBefore;
    left_->setVisible(changes && effect.unassignedAfter > 0);
    left_->setText(
        draft.parent.empty()
            ? tr("No guarantee covers %1 of the nodes.").arg(gpusText(effect.unassignedAfter))
            : tr("No guarantee covers %1 of %2.")
                  .arg(gpusText(effect.unassignedAfter), qt(draft.parent)));
    giving_ = effect.give;
    give_->setVisible(giving_.has_value());
    if (giving_)
        give_->setText(tr("Give to %1", "a quota").arg(qt(giving_->first)));
}

void EffectPane::showWait(const std::optional<ScaleWait>& wait) {
    QList<Fact> facts = quota_->facts();
    Fact told{tr("Wait p95, next 24 h"), tr("not known"), Role::text2,
              tr("95 of 100 waiting workloads wait no longer than this, without further "
                 "submissions.")};
    if (wait) {
        const QString before = waitText(wait->before, wait->beforeOver);
        const QString after = waitText(wait->after, wait->afterOver);
        told.value = wait->workloads == 0 ? tr("none", "no wait")
                     : before == after    ? after
                                       : tr("%1 → %2", "waits before and after").arg(before, after);
        told.role = before == after              ? Role::text
                    : wait->after > wait->before ? Role::warn
                                                 : Role::good;
    }
    facts.append(told);
    quota_->setFacts(facts);
}

QString EffectPane::plainText() const {
    QStringList lines{when_->text()};
    if (work_->isVisibleTo(this))
        lines << work_->plainText();
    for (const auto& [title, list] : {std::pair{quotaHead_, quota_}, std::pair{sizesHead_, sizes_},
                                      std::pair{othersHead_, others_}})
        if (list->isVisibleTo(this))
            for (const Fact& each : list->facts())
                lines << (list == quota_ ? QString() : title->text() + QStringLiteral(": ")) +
                             each.label + QLatin1Char(' ') + each.value;
    if (left_->isVisibleTo(this))
        lines << left_->text();
    return lines.join(QLatin1Char('\n'));
}

bool EffectPane::warns() const {
    return work_->isVisibleTo(this) && work_->isWarning();
}

void EffectPane::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintBox(painter, QRectF(rect()), color(Role::bg), color(Role::line), 6, 1);
}

}  // namespace apportion::ui
