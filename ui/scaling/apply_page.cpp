// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/apply_page.h"

#include <algorithm>

#include <QLineEdit>
#include <QVBoxLayout>

#include "core/change/end_check.h"
#include "core/change/wall_clock.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/scaling/note_box.h"
#include "ui/scaling/scale_texts.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/moment_field.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/typed_moment.h"

namespace apportion::ui {

namespace {

constexpr int kLabel = 140;
constexpr int kApplyPageGap = 12;

QWidget* labelled(const QString& text, QWidget* field) {
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kApplyPageGap);
    auto* label = new TextLabel(text);
    label->setMinimumWidth(kLabel);
    label->setBuddy(field);
    line->addWidget(label);
    line->addWidget(field);
    return row;
}

// Eight o'clock tomorrow, as people mean "until the morning".
QDateTime tomorrow() {
    return QDateTime(QDate::currentDate().addDays(1), QTime(8, 0));
}

// A moment that would be taken.
std::string example() {
    return momentText(tomorrow()).toStdString();
}

}  // namespace

ApplyPage::ApplyPage(QWidget* parent)
    : QWidget(parent),
      changes_(new TextLabel({}, Type::head)),
      effects_(new TextLabel({}, Type::body, Role::text2)),
      until_(new MomentField(tomorrow())),
      length_(new TextLabel({}, Type::second, Role::text2)),
      mistake_(new MistakeLine(this)),
      returns_(new NoteBox(this)),
      repeat_(new Segmented(tr("How often the sizes apply"))),
      why_(new QLineEdit) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(16);
    auto* said = new QVBoxLayout;
    said->setSpacing(6);
    changes_->setWordWrap(true);
    effects_->setWordWrap(true);
    said->addWidget(changes_);
    said->addWidget(effects_);
    column->addLayout(said);
    auto* cards = new QGridLayout;
    cards->setSpacing(8);
    for (const int half : {0, 1})
        cards->setColumnStretch(half, 1);
    const QString titles[] = {tr("Apply now"), tr("Apply for a time"), tr("Apply later"),
                              tr("Save as a plan")};
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        cards_[i] = new ChoiceCard(ChoiceCard::Mark::radio, titles[i], {}, Icon::none, this);
        cards->addWidget(cards_[i], static_cast<int>(i / 2), static_cast<int>(i % 2));
        connect(cards_[i], &ChoiceCard::toggled, this, [this](bool on) {
            if (on)
                check();
        });
    }
    cards_[0]->setSentence(tr("All changes in one step. You can undo this change."));
    cards_[3]->setSentence(
        tr("Nothing changes now. The plan opens on the page Planner, and with "
           "“apportionctl plan run”."));
    column->addLayout(cards);
    for (const QString& often : {tr("Once"), tr("Every day"), tr("Monday to Friday")})
        repeat_->addSegment(often);
    connect(repeat_, &Segmented::currentChanged, this, &ApplyPage::check);
    why_->setMinimumWidth(360);
    why_->setAccessibleName(tr("Reason for the history"));
    why_->setPlaceholderText(tr("kept in the history"));
    untilRow_ = labelled(tr("Guarantees revert at"), until_);
    untilLabel_ = untilRow_->findChild<TextLabel*>();
    untilRow_->layout()->addWidget(length_);
    untilRow_->layout()->addWidget(repeat_);
    whyRow_ = labelled(tr("Why"), why_);
    for (QWidget* row : {untilRow_, whyRow_})
        qobject_cast<QHBoxLayout*>(row->layout())->addStretch();
    connect(until_, &MomentField::edited, this, &ApplyPage::check);
    column->addWidget(whyRow_);
    column->addWidget(untilRow_);
    auto* wrong = new QHBoxLayout;
    wrong->setContentsMargins(kLabel + kApplyPageGap, 0, 0, 0);
    wrong->addWidget(mistake_);
    column->addLayout(wrong);
    column->addWidget(returns_);
    column->addStretch();
    // Whatever is chosen, nothing moves.
    for (QWidget* part :
         {whyRow_, untilRow_, static_cast<QWidget*>(repeat_), static_cast<QWidget*>(mistake_)}) {
        QSizePolicy policy = part->sizePolicy();
        policy.setRetainSizeWhenHidden(true);
        part->setSizePolicy(policy);
    }
    cards_[0]->setChecked(true);
}

void ApplyPage::showRows() {
    const bool later = way() == ScaleWay::later;
    untilRow_->setVisible(way() == ScaleWay::temporary || later);
    untilLabel_->setText(later ? tr("Guarantees apply at") : tr("Guarantees revert at"));
    until_->setAccessibleName(later ? tr("Guarantees apply at") : tr("Guarantees revert at"));
    repeat_->setVisible(later);
    whyRow_->setVisible(journal_ && way() != ScaleWay::plan);
}

// What was typed stays as it was typed, and is refused where it stands.
void ApplyPage::check() {
    showRows();
    const Moment now = QDateTime::currentMSecsSinceEpoch();
    const Moment ends = until_->dateTime().toMSecsSinceEpoch();
    const bool readable = until_->isReadable();
    const bool later = way() == ScaleWay::later;
    const bool again = later && repeat_->currentIndex() > 0;
    auto refusal = way() != ScaleWay::temporary && !later ? std::optional<Message>()
                   : !readable                            ? refusalOfNoEnd(example())
                   : again                                ? std::optional<Message>()
                                                          : refusalOfEnd(now, ends);
    if (later && refusal && readable)
        refusal->code += ".step";
    isRight_ = !refusal;
    until_->setProperty("error", !isRight_);
    until_->update();
    length_->setVisible(isRight_);
    const QString lasts = TimeText::duration(std::max<Duration>(0, ends - now));
    const QString zone = until_->dateTime().timeZoneAbbreviation();
    const QString moment = momentText(until_->dateTime());
    if (again)
        length_->setText(tr("at %1, local time", "a time of day")
                             .arg(until_->dateTime().toString(QStringLiteral("HH:mm"))));
    else
        length_->setText(
            until_->text().trimmed() == moment
                ? tr("in %1, local time (%2)", "how long, which time zone").arg(lasts, zone)
                : tr("%1, in %2, local time (%3)", "moment, how long, which time zone")
                      .arg(moment, lasts, zone));
    if (isRight_)
        mistake_->clear();
    else
        mistake_->say(tr("%1 %2", "what is wrong, what mends it")
                          .arg(messageText(*refusal), remedyText(*refusal)),
                      {{tr("Tomorrow at %1").arg(tomorrow().toString(QStringLiteral("HH:mm"))),
                        [this] { until_->setDateTime(tomorrow()); }}});
    if (way() != ScaleWay::temporary || !isRight_)
        setReturn({});
    emit wayChanged();
}

void ApplyPage::setReturn(const std::optional<ReturnTrials>& trials) {
    QStringList said;
    bool warns = false;
    if (trials)
        for (const Problem& note : trials->notes) {
            said << tr("%1 %2", "what is wrong, what mends it")
                        .arg(messageText(note.message), remedyText(note.message));
            warns = true;
        }
    if (trials && !trials->returns.empty()) {
        for (const ReturnTrial& each : trials->returns) {
            for (const Message& sentence : foretold(each))
                said << messageText(sentence);
            warns = warns || each.effect.hitsAnybody();
        }
        if (trials->resting)
            said << tr("The pool is not live. This happens if it is live by then.");
    }
    returns_->say(warns ? Tone::warn : Tone::info, said.join(QLatin1Char(' ')));
}

void ApplyPage::reset() {
    cards_[0]->setChecked(true);
    until_->setDateTime(tomorrow());
    repeat_->setCurrentIndex(0);
    why_->clear();
}

void ApplyPage::set(const ViewPtr& view, const ScaleCheck& check, const Effect& effect) {
    const Outlook& outlook = *effect.outlook;
    const QString mode = modeText(outlook.request.mode, outlook.request.after);
    changes_->setText(
        mode.isEmpty() || check.obstacles.empty()
            ? changesText(check)
            : tr("%1; %2", "what changes, and in which mode").arg(changesText(check), mode));
    changes_->setToolTip(allChanges(check).join(QLatin1Char('\n')));
    const bool sentence = effect.resting || outlook.workloads.empty();
    effects_->setText(sentence ? tr("%1.", "what happens to workloads").arg(effectsText(effect))
                               : tr("Workloads: %1.").arg(effectsText(effect)));
    const bool project = view->document.can.journal;
    cards_[2]->setEnabled(project);
    cards_[2]->setSentence(
        !project ? tr("Only in a project: a recorded run has no such event.")
        : outlook.request.mode == ScaleMode::reclaim
            ? tr("A timetable sets the sizes. Running workloads above them are evicted then.")
            : tr("A timetable sets the sizes. Running workloads above them keep running then."));
    if (!project && way() == ScaleWay::later)
        cards_[0]->setChecked(true);
    cards_[1]->setEnabled(project);
    cards_[1]->setSentence(
        project ? tr("Guarantees revert at this time, unless they have been changed again.")
                : tr("Only in a project, not in a recorded run."));
    if (!project && way() == ScaleWay::temporary)
        cards_[0]->setChecked(true);
    journal_ = project;
    showRows();
}

ScaleWay ApplyPage::way() const {
    for (std::size_t i = 0; i < cards_.size(); ++i)
        if (cards_[i]->isChecked())
            return static_cast<ScaleWay>(i);
    return ScaleWay::now;
}

QDateTime ApplyPage::until() const {
    return until_->dateTime().toUTC();
}

Timetable::Step ApplyPage::step() const {
    constexpr unsigned kWorkdays = 0b11111;
    Timetable::Step step;
    const QTime time = until_->dateTime().toLocalTime().time();
    if (repeat_->currentIndex() == 0) {
        step.once = until().toSecsSinceEpoch() * kSecond;
        step.days = 0;
    } else {
        step.minute = time.hour() * 60 + time.minute();
        step.days = repeat_->currentIndex() == 1 ? step.days : kWorkdays;
    }
    return step;
}

QString ApplyPage::why() const {
    return why_->text().trimmed();
}

}  // namespace apportion::ui
