// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/quota_inspector.h"

#include <algorithm>

#include <QVBoxLayout>

#include "core/model/message_arguments.h"
#include "core/plan/draft/scale_event.h"
#include "core/view/unread_view.h"
#include "ui/inspector/estimate_text.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/limits_only.h"
#include "ui/priorities_text.h"
#include "ui/reclaim_text.h"
#include "ui/rule_sentence.h"
#include "ui/start_text.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/explanation_rail.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/fact_texts.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/usage_bar_view.h"

namespace apportion::ui {

namespace {

double gpus(Gpu gpu) {
    return static_cast<double>(gpu) / kOneGpu;
}

const QuotaRow* parentOf(const View& view, const QuotaRow& row) {
    return row.parent < 0 ? nullptr : &view.quotas[static_cast<std::size_t>(row.parent)];
}

// The next quota above that has workloads of its own; null = none that is seen.
const QuotaRow* userOfGuarantee(const View& view, const QuotaRow& row) {
    const QuotaRow* above = parentOf(view, row);
    while (above != nullptr && above->numbers.own == 0)
        above = parentOf(view, *above);
    return above;
}

// Beside a quota of another rank its own says something.
bool ranksMatter(const View& view, const QuotaRow& row) {
    return std::any_of(view.quotas.begin(), view.quotas.end(), [&](const QuotaRow& other) {
        return other.parent == row.parent && other.policy.rank != row.policy.rank;
    });
}

QString weightLine(const View& view, const QuotaRow& row) {
    const QString weight =
        row.policy.weight ? QString::number(*row.policy.weight) : gpuNumber(row.numbers.guaranteed);
    return ranksMatter(view, row)
               ? QuotaInspector::tr("rank %1 · weight %2").arg(row.policy.rank).arg(weight)
               : QuotaInspector::tr("weight %1").arg(weight);
}

QString secondLine(const View& view, const QuotaRow& row) {
    const QuotaRow* parent = parentOf(view, row);
    if (hasLimitsOnly(view))
        return parent ? QuotaInspector::tr("account below %1").arg(qt(parent->name))
                      : QuotaInspector::tr("top account");
    const QString weight = weightLine(view, row);
    if (parent && row.team != row.name && ranksMatter(view, row))
        return QuotaInspector::tr("%1 · child of %2 · rank %3")
            .arg(qt(row.team), qt(parent->name))
            .arg(row.policy.rank);
    if (parent && row.team != row.name)
        return QuotaInspector::tr("%1 · child of %2").arg(qt(row.team), qt(parent->name));
    if (parent)
        return QuotaInspector::tr("child of %1 · %2").arg(qt(parent->name), weight);
    switch (row.policy.overQuota) {
        case OverQuota::on:
            return QuotaInspector::tr("guarantee %1 · %2 · borrowing on")
                .arg(gpuNumber(row.numbers.guaranteed), weight);
        case OverQuota::idleOnly:
            return QuotaInspector::tr("guarantee %1 · %2 · borrowing background only")
                .arg(gpuNumber(row.numbers.guaranteed), weight);
        case OverQuota::off:
            return QuotaInspector::tr("guarantee %1 · %2 · borrowing off")
                .arg(gpuNumber(row.numbers.guaranteed), weight);
    }
    return {};
}

QList<Fact> factsOf(const View& view, const QuotaRow& row) {
    const QuotaNumbers& numbers = row.numbers;
    QList<Fact> facts;
    const auto add = [&](const QString& label, const QString& value, const QString& about,
                         Role role = Role::text) {
        facts.append({label, value, role, about});
    };
    const bool limitsOnly = hasLimitsOnly(view);
    if (!limitsOnly)
        add(QuotaInspector::tr("Guaranteed"), gpusText(numbers.guaranteed),
            QuotaInspector::tr("Guarantee set on this quota. Scale quotas changes it"));
    if (isUnread(view)) {
        add(QuotaInspector::tr("In use"), QuotaInspector::tr("being read"),
            QuotaInspector::tr("The workloads are still being read"));
        return facts;
    }
    if (!limitsOnly)
        add(QuotaInspector::tr("Fair share now"), gpusText(numbers.fairShare),
            QuotaInspector::tr("GPUs this quota is entitled to now: guarantee in demand plus "
                               "surplus. Rules 5 and 6"));
    const QString own = QuotaInspector::tr("GPUs of workloads submitted to this quota");
    if (numbers.below > 0) {
        add(QuotaInspector::tr("Running, own"), gpusText(numbers.own), own);
        add(QuotaInspector::tr("Running below"), gpusText(numbers.below),
            QuotaInspector::tr("GPUs of workloads in quotas below"));
    } else {
        add(QuotaInspector::tr("Running"), gpusText(numbers.own), own);
    }
    if (numbers.above > 0 && !limitsOnly)
        add(QuotaInspector::tr("Used from above"), gpusText(usedFromAbove(numbers)),
            QuotaInspector::tr("Guaranteed GPUs used by a quota above. Rule 4"), Role::warn);
    if (numbers.borrowed > 0 && !limitsOnly)
        add(QuotaInspector::tr("Borrowed"), gpusText(numbers.borrowed),
            QuotaInspector::tr("GPUs used above the guarantee. Rule 4"));
    // Each GPU once: what work above uses is a part of what is lent.
    if (numbers.lent > usedFromAbove(numbers) && !limitsOnly)
        add(QuotaInspector::tr("Lent"), gpusText(numbers.lent - usedFromAbove(numbers)),
            QuotaInspector::tr("Idle guaranteed GPUs used by other quotas. Rule 4"));
    if (numbers.idle > 0)
        add(QuotaInspector::tr("Background"), gpusText(numbers.idle),
            QuotaInspector::tr("GPUs of background workloads, which are evicted first"));
    if (numbers.limit)
        add(QuotaInspector::tr("Limit"), gpusText(*numbers.limit),
            row.policy.limit.gpu
                ? limitsOnly ? QuotaInspector::tr("GrpTRES of this account")
                             : QuotaInspector::tr("Most GPUs this quota can use. Set here. Rule 3")
            : limitsOnly
                ? QuotaInspector::tr("GrpTRES of an account above")
                : QuotaInspector::tr("Most GPUs this quota can use. Set on a quota above. Rule 3"));
    else if (limitsOnly)
        add(QuotaInspector::tr("Limit"), QuotaInspector::tr("none"),
            QuotaInspector::tr("Neither this account nor one above has GrpTRES"));
    const QString waits =
        QuotaInspector::tr("Waiting workloads here and below, and the GPUs they request");
    if (numbers.pendingWorkloads > 0)
        add(QuotaInspector::tr("Waiting"),
            QuotaInspector::tr("%Ln workload(s) · %1", nullptr, numbers.pendingWorkloads)
                .arg(gpusText(numbers.pending)),
            waits, Role::warn);
    else if (row.unapproved == 0)
        add(QuotaInspector::tr("Waiting"), QuotaInspector::tr("none"), waits);
    if (row.unapproved > 0)
        add(QuotaInspector::tr("Waiting for approval"),
            QuotaInspector::tr("%Ln workload(s)", nullptr, row.unapproved),
            QuotaInspector::tr("Workloads whose command is not approved yet"), Role::warn);
    return facts;
}

// Nothing = its size is meant to stay.
const Issue* returnOf(const View& view, const QuotaRow& row) {
    const auto found =
        std::find_if(view.issues.begin(), view.issues.end(), [&](const Issue& issue) {
            return issue.validator == "temporary" && issue.subject == row.name &&
                   argumentOf(issue.what, "before") != nullptr;
        });
    return found == view.issues.end() ? nullptr : &*found;
}

// What limits an account of Slurm, from itself upward.
QList<RailStep> limitSteps(const View& view, const QuotaRow& row) {
    QList<RailStep> steps;
    for (const QuotaRow* each = &row; each != nullptr; each = parentOf(view, *each)) {
        const auto& limit = each->policy.limit.gpu;
        if (!limit)
            continue;
        const Gpu used = each->numbers.subtree;
        const bool full = used >= *limit;
        steps.append(
            {full ? Role::warn : Role::text3,
             QuotaInspector::tr("%1: %2 of %3 GPUs", "account, used, limit")
                 .arg(qt(each->name), gpuNumber(used), gpuNumber(*limit)),
             full ? QuotaInspector::tr("Slurm starts nothing more here until GPUs of it "
                                       "are free.")
                  : QuotaInspector::tr("Left below its limit: %1.").arg(gpusText(*limit - used)),
             {},
             {},
             {}});
    }
    if (steps.isEmpty())
        steps.append({Role::text3,
                      QuotaInspector::tr("No limit"),
                      QuotaInspector::tr("Slurm starts jobs here while nodes have free GPUs."),
                      {},
                      {},
                      {}});
    return steps;
}

Role dotOf(const FactText& text) {
    return text.loss ? Role::err : text.cause ? Role::accentText : Role::text3;
}

}  // namespace

QuotaInspector::QuotaInspector(QWidget* parent)
    : QWidget(parent),
      title_(new InspectorTitle(this)),
      bar_(new UsageBarView(this)),
      facts_(new FactList(this)),
      unknown_(new TextLabel({}, Type::second, Role::text2, this)),
      policies_(new LinkList(this)),
      why_(new TextLabel({}, Type::head, Role::text, this)),
      rail_(new ExplanationRail(this)),
      changesTitle_(new TextLabel({}, Type::head, Role::text, this)),
      changes_(new LinkList(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 12, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(bar_);
    layout->addWidget(facts_);
    unknown_->setWordWrap(true);
    layout->addWidget(unknown_);
    layout->addWidget(policies_);
    layout->addSpacing(4);
    layout->addWidget(why_);
    layout->addWidget(rail_);
    layout->addSpacing(4);
    layout->addWidget(changesTitle_);
    layout->addWidget(changes_);
    layout->addStretch(1);
}

void QuotaInspector::setQuota(const View& view, const QuotaRow& row, const Estimates* estimates) {
    const QuotaNumbers& numbers = row.numbers;
    title_->set(row.colour, qt(row.name), secondLine(view, row));
    const QuotaRow* user = userOfGuarantee(view, row);
    UsageBar bar;
    bar.team = row.colour;
    bar.guarantee = gpus(numbers.guaranteed);
    bar.own = gpus(numbers.own);
    bar.below = gpus(numbers.below);
    bar.above = gpus(numbers.above);
    bar.aboveTeam = user != nullptr && numbers.above > 0 ? user->colour : -1;
    bar.lent = gpus(numbers.lent);
    if (hasLimitsOnly(view)) {
        bar.guarantee = gpus(mostOf(view, row));
        bar.above = bar.lent = 0;
        bar.aboveTeam = -1;
    }
    for (QWidget* part : std::initializer_list<QWidget*>{bar_, why_, rail_})
        part->setVisible(!isUnread(view));
    bar_->setBar(bar, user != nullptr ? qt(user->name) : QString());
    if (hasLimitsOnly(view)) {
        const QString text =
            tr("%1 in use, %2 at most").arg(gpusText(numbers.subtree), gpusText(mostOf(view, row)));
        bar_->setAccessibleName(text);
        bar_->setToolTip(text);
    }
    const QString own =
        numbers.below > 0
            ? tr("%1 own, %2 below").arg(gpuNumber(numbers.own), gpuNumber(numbers.below))
            : tr("%1 own").arg(gpuNumber(numbers.own));
    const QString right =
        hasLimitsOnly(view) ? QString()
        : numbers.above > 0 ? tr("%1 used by %2", "GPUs, quota")
                                  .arg(gpuNumber(usedFromAbove(numbers)),
                                       user != nullptr ? qt(user->name) : tr("a quota above"))
        : numbers.borrowed > 0 ? tr("%1 borrowed").arg(gpuNumber(numbers.borrowed))
        : numbers.lent > 0     ? tr("%1 lent").arg(gpuNumber(numbers.lent))
                               : QString();
    bar_->setCaptions(own, right);
    QList<Fact> facts = factsOf(view, row);
    const StartEstimate* next = nullptr;
    if (estimates != nullptr && numbers.pendingWorkloads > 0)
        next = nextStart(view, row, *estimates);
    // It has its place before it is known: nothing moves when it comes.
    if (next != nullptr || (estimates == nullptr && numbers.pendingWorkloads > 0))
        facts.append({tr("Next start, estimate"),
                      next != nullptr ? startText(view, *next) : QStringLiteral("…"), Role::text,
                      tr("8 of 10 futures drawn from this pool's past")});
    if (const Issue* issue = returnOf(view, row)) {
        const Gpu before = argumentOf(issue->what, "before")->number;
        const Value* left = argumentOf(issue->what, "left");
        facts.append(
            {tr("Returns to %1").arg(gpusText(before)),
             left != nullptr ? tr("in %1", "a duration").arg(TimeText::countdown(left->number))
                             : tr("as soon as the pool is live"),
             Role::text,
             left != nullptr
                 ? tr("The guarantee is temporary. This is the one before")
                 : tr("The guarantee was temporary until %1. This is the one before")
                       .arg(TimeText(view.document.epoch)
                                .clock(issue->since.value_or(view.clock), view.play.end))});
    }
    if (row.reclaim)
        facts.append({tr("Evicted"), reclaimText(view, row), Role::warn,
                      tr("GPUs above the new guarantee. Whole workloads are evicted, lowest "
                         "priorities first. Rule 21")});
    facts_->setFacts(facts);
    showUnknown(unknown_, next);
    setPolicies(view, row);
}

// The preemption policies; each leads to its dialog. Child-level only where there are children.
void QuotaInspector::setPolicies(const View& view, const QuotaRow& row) {
    // A cluster has QOS instead, on its page.
    policies_->setVisible(!hasLimitsOnly(view));
    const auto& self = row.policy.selfPreemption;
    const auto& child = row.policy.childPreemption;
    const auto at = static_cast<int>(&row - view.quotas.data());
    const bool parent = std::any_of(view.quotas.begin(), view.quotas.end(),
                                    [at](const QuotaRow& other) { return other.parent == at; });
    QStringList texts{self ? tr("Self-level: %1 can evict %2", "priorities")
                                 .arg(prioritiesText(self->high), prioritiesText(self->low))
                           : tr("Self-level preemption is off")};
    if (parent || child)
        texts << (child ? tr("Child-level: %1 can be evicted", "priorities")
                              .arg(prioritiesText(child->priorities))
                        : tr("Child-level preemption is off"));
    if (texts == policyTexts_)
        return;
    policyTexts_ = texts;
    std::vector<InspectorLink> links{
        {Icon::cycle, texts[0], [this] { emit preemptionWanted(PreemptionLevel::self); }}};
    if (texts.size() > 1)
        links.push_back(
            {Icon::tree, texts[1], [this] { emit preemptionWanted(PreemptionLevel::child); }});
    policies_->setLinks(links);
}

PartsShown QuotaInspector::reason() const {
    return {why_, rail_};
}

PartsShown QuotaInspector::remedy() const {
    return changesTitle_->isHidden() ? reason() : PartsShown{changesTitle_, changes_};
}

void QuotaInspector::clearExplanation() {
    why_->setText(tr("Looking for the reasons…"));
    rail_->setSteps({});
    changesTitle_->hide();
    changes_->setLinks({});
}

// Answers that come at once need no word between two of them.
void QuotaInspector::tellThatItIsLate(const QuotaRow& row) {
    if (why_->text() == tr("Limits"))
        return;
    if (why_->text() != whyTitle(row.numbers))
        clearExplanation();
}

void QuotaInspector::setExplanation(const View& view, const QuotaExplanation& explanation) {
    const TimeText time(view.document.epoch);
    if (hasLimitsOnly(view)) {
        why_->setText(tr("Limits"));
        changesTitle_->hide();
        changes_->setLinks({});
        const auto row =
            std::find_if(view.quotas.begin(), view.quotas.end(),
                         [&](const QuotaRow& each) { return each.name == explanation.quota; });
        return rail_->setSteps(row == view.quotas.end() ? QList<RailStep>()
                                                        : limitSteps(view, *row));
    }
    why_->setText(whyTitle(explanation.numbers));
    QList<RailStep> steps;
    for (const QuotaFact& fact : explanation.facts) {
        const FactText text = factText(fact, time);
        steps.append({dotOf(text),
                      text.title,
                      text.text,
                      text.rule ? ruleText(*text.rule) : QString(),
                      {},
                      text.rule ? ruleSentence(*text.rule) : QString()});
    }
    rail_->setSteps(steps);
    std::vector<InspectorLink> links;
    for (const QuotaChange& change : explanation.changes) {
        const QString subject = qt(change.subject);
        links.push_back({change.subjectIsQuota ? Icon::arrows : Icon::inference, changeText(change),
                         change.subjectIsQuota
                             ? std::function<void()>([this, subject] { emit quotaChosen(subject); })
                             : [this, subject] { emit workloadChosen(subject); }});
    }
    changesTitle_->setVisible(!links.empty());
    changesTitle_->setText(changesTitle(explanation.numbers));
    changes_->setLinks(links);
}

}  // namespace apportion::ui
