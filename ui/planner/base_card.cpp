// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/base_card.h"

#include <QDateTime>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/plan/draft/usual_edits.h"
#include "ui/planner/plan_texts.h"
#include "ui/texts.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

QPushButton* quietButton(const QString& text, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setProperty("kind", "quiet");
    button->setProperty("compact", true);
    button->setAutoDefault(false);
    return button;
}

QVBoxLayout* cardColumn(QFrame* card) {
    card->setFrameShape(QFrame::StyledPanel);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(4);
    return column;
}

// Of the pool as it is the moment is that of the reading; of the rest, that of the file.
QString ageText(const PlanView& view) {
    const auto* project = std::get_if<ProjectBase>(&view.draft.plan.base);
    const QLocale locale;
    const auto day = [&](qint64 at) {
        return locale.toString(QDateTime::fromMSecsSinceEpoch(at).date(), QLocale::ShortFormat);
    };
    if (project != nullptr && project->to != 0)
        return BaseCard::tr("%1 to %2").arg(day(project->from), day(project->to));
    if (view.baseWritten == 0)
        return {};
    const QDateTime then = QDateTime::fromMSecsSinceEpoch(view.baseWritten);
    const qint64 days = then.daysTo(QDateTime::currentDateTime());
    return days == 0 ? BaseCard::tr("As of today, %1").arg(then.toString(QStringLiteral("HH:mm")))
                     : BaseCard::tr("As of %1, %n day(s) ago", nullptr, static_cast<int>(days))
                           .arg(day(view.baseWritten));
}

}  // namespace

QString changesText(const BaseChanges& changes) {
    QStringList parts;
    const auto gpus = [](const std::optional<Gpu>& size) {
        return size ? gpusText(*size) : BaseCard::tr("none");
    };
    if (changes.gpusBefore != changes.gpusAfter)
        parts.append(BaseCard::tr("the pool %1 → %2")
                         .arg(gpusText(changes.gpusBefore), gpusText(changes.gpusAfter)));
    for (const BaseChanges::Size& size : changes.sizes)
        parts.append(
            BaseCard::tr("%1 %2 → %3").arg(qt(size.quota), gpus(size.before), gpus(size.after)));
    if (changes.added > 0)
        parts.append(BaseCard::tr("%n new workload(s)", nullptr, static_cast<int>(changes.added)));
    if (changes.gone > 0)
        parts.append(BaseCard::tr("%n workload(s) gone", nullptr, static_cast<int>(changes.gone)));
    if (parts.isEmpty())
        parts.append(BaseCard::tr("policies, events, or durations"));
    return BaseCard::tr("Since the run before: %1.").arg(parts.join(BaseCard::tr(", ")));
}

namespace {

QString drawnText(const PlanResults& results, const Futures& futures) {
    if (results.weeks < 2)
        return BaseCard::tr("from less than 2 weeks");
    const QString weeks = BaseCard::tr("from %n week(s)", nullptr, static_cast<int>(results.weeks));
    return futures.teamsApart ? BaseCard::tr("%1, each team by itself").arg(weeks)
                              : BaseCard::tr("%1, all teams together").arg(weeks);
}

}  // namespace

BaseCard::BaseCard(QWidget* parent)
    : QFrame(parent),
      badge_(new BadgeLabel({}, this)),
      name_(new TextLabel({}, Type::body, Role::text2, this)),
      about_(new TextLabel({}, Type::second, Role::text2, this)),
      again_(quietButton(tr("Run with the new base"), this)) {
    setProperty("kind", "card");
    QVBoxLayout* column = cardColumn(this);
    auto* head = new QHBoxLayout;
    head->addWidget(new TextLabel(tr("Base"), Type::head, Role::text, this), 1);
    head->addWidget(badge_);
    column->addLayout(head);
    name_->setElided(true);
    about_->setWordWrap(true);
    column->addWidget(name_);
    column->addWidget(about_);
    column->addWidget(again_, 0, Qt::AlignLeft);
    connect(again_, &QPushButton::clicked, this, &BaseCard::runWanted);
}

void BaseCard::setView(const PlanView& view) {
    const Plan& plan = view.draft.plan;
    name_->setText(tr("%1: %2").arg(baseKind(plan), baseName(plan)));
    badge_->setBadge(view.baseMoved ? Badge{tr("changed since"), Tone::warn, Icon::warning}
                     : view.workMoved
                         ? Badge{tr("new work since"), Tone::info, Icon::clock}
                         : Badge{tr("no changes since"), Tone::good, Icon::checkCircle});
    badge_->setToolTip(
        view.baseMoved   ? tr("Sizes, policies, or nodes are not as this plan read them.")
        : view.workMoved ? tr("Workloads came or ended since. Sizes, policies, and nodes are the "
                              "same.")
                         : QString());
    badge_->setVisible(view.scenario != nullptr);
    again_->setVisible(view.baseMoved || view.workMoved);
    if (view.scenario == nullptr) {
        about_->setText(view.problems.empty() ? tr("The base is being read.") : QString());
        return;
    }
    Gpu gpus = 0;
    for (const NodeGroup& group : view.scenario->nodes)
        gpus += group.node.gpu * group.count;
    const QLocale locale;
    QString text =
        tr("%1, %2 workloads, %3")
            .arg(gpusText(gpus),
                 locale.toString(static_cast<qlonglong>(submittedBy(*view.scenario, plan.until))),
                 TimeText::duration(endOf(*view.scenario, plan.until)));
    if (const QString age = ageText(view); !age.isEmpty())
        text += QLatin1Char('\n') + age;
    if (view.changes.any())
        text += QLatin1Char('\n') + changesText(view.changes);
    about_->setText(text);
}

AssumptionsCard::AssumptionsCard(QWidget* parent)
    : QFrame(parent),
      facts_(new FactList(this)),
      notes_(new TextLabel({}, Type::second, Role::text2, this)),
      apart_(quietButton(tr("Draw each team by itself"), this)) {
    setProperty("kind", "well");
    QVBoxLayout* column = cardColumn(this);
    column->addWidget(new TextLabel(tr("Assumptions"), Type::head, Role::text, this));
    column->addWidget(facts_);
    notes_->setWordWrap(true);
    column->addWidget(notes_);
    auto* arrivals = quietButton(tr("Try arrivals +10%"), this);
    auto* failures = quietButton(tr("Try one node failure a week"), this);
    for (QPushButton* button : {arrivals, failures, apart_})
        column->addWidget(button, 0, Qt::AlignLeft);
    connect(arrivals, &QPushButton::clicked, this, &AssumptionsCard::arrivalsWanted);
    connect(failures, &QPushButton::clicked, this, &AssumptionsCard::failuresWanted);
    connect(apart_, &QPushButton::clicked, this, [this] { emit apartWanted(!isApart_); });
}

void AssumptionsCard::setView(const PlanView& view) {
    const Futures& futures = view.draft.plan.futures;
    isApart_ = futures.teamsApart;
    apart_->setText(isApart_ ? tr("Draw all teams together") : tr("Draw each team by itself"));
    QList<Fact> facts;
    const auto add = [&](const QString& label, const QString& value, const QString& about) {
        facts.append({label, value, Role::text, about});
    };
    if (view.results)
        add(tr("Arrivals"), drawnText(*view.results, futures),
            tr("Whole weeks of the base are drawn anew, the same for base and variants."));
    add(tr("Durations"), tr("as recorded or stated"),
        tr("A workload runs as long in a variant as in the base."));
    add(tr("Users"), tr("submit the same"), tr("No user reacts to shorter or longer waits."));
    add(tr("Nodes"), tr("no failures"), tr("Except for those in the base and in the variants."));
    add(tr("Left out"), tr("approvals"), tr("A plan simulates quotas and scheduling only."));
    add(tr("Futures"), QLocale().toString(static_cast<qlonglong>(futures.count)),
        tr("Bands hold 8 of 10 futures."));
    add(tr("Seed"), QLocale::c().toString(static_cast<qlonglong>(futures.seed)),
        tr("The same seed draws the same futures."));
    if (view.results)
        add(tr("Base hash"), qt(view.results->hash).left(8), qt(view.results->hash));
    facts_->setFacts(facts);
    QStringList notes;
    if (view.results)
        for (const Message& note : view.results->notes)
            notes.append(messageText(note));
    notes_->setText(notes.join(QLatin1Char('\n')));
    notes_->setVisible(!notes.isEmpty());
}

}  // namespace apportion::ui
