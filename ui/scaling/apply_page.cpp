// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/apply_page.h"

#include <algorithm>

#include <QDateTimeEdit>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include "ui/scaling/scale_texts.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kLabel = 140;

QWidget* labelled(const QString& text, QWidget* field) {
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(12);
    auto* label = new QLabel(text);
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

}  // namespace

ApplyPage::ApplyPage(QWidget* parent)
    : QWidget(parent),
      changes_(new TextLabel({}, Type::head)),
      effects_(new TextLabel({}, Type::body, Role::text2)),
      until_(new QDateTimeEdit(tomorrow())),
      length_(new TextLabel({}, Type::second, Role::text2)),
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
    auto* cards = new QVBoxLayout;
    cards->setSpacing(8);
    const QString titles[] = {tr("Apply now"), tr("Apply for a time"), tr("Save as a plan")};
    for (std::size_t i = 0; i < cards_.size(); ++i) {
        cards_[i] = new ChoiceCard(ChoiceCard::Mark::radio, titles[i], {}, Icon::none, this);
        cards->addWidget(cards_[i]);
        connect(cards_[i], &ChoiceCard::toggled, this, [this](bool on) {
            untilRow_->setVisible(way() == ScaleWay::temporary);
            whyRow_->setVisible(way() != ScaleWay::plan);
            if (on)
                emit wayChanged();
        });
    }
    cards_[0]->setSentence(tr("All changes at once, or none of them. One undo takes it back."));
    cards_[2]->setSentence(
        tr("Nothing changes. The file can be compared with other plans and run later."));
    column->addLayout(cards);
    until_->setCalendarPopup(true);
    until_->setDisplayFormat(QStringLiteral("yyyy-MM-dd HH:mm"));
    until_->setAccessibleName(tr("The sizes return at"));
    bound();
    why_->setMinimumWidth(360);
    why_->setAccessibleName(tr("Why, for the journal"));
    why_->setPlaceholderText(tr("kept in the journal"));
    untilRow_ = labelled(tr("Sizes return at"), until_);
    untilRow_->layout()->addWidget(length_);
    whyRow_ = labelled(tr("Why"), why_);
    for (QWidget* row : {untilRow_, whyRow_})
        qobject_cast<QHBoxLayout*>(row->layout())->addStretch();
    connect(until_, &QDateTimeEdit::dateTimeChanged, this, &ApplyPage::sayLength);
    sayLength();
    column->addWidget(untilRow_);
    column->addWidget(whyRow_);
    column->addStretch();
    untilRow_->hide();
    cards_[0]->setChecked(true);
}

// A year that was mistyped is no temporary change.
void ApplyPage::bound() {
    const QDateTime now = QDateTime::currentDateTime();
    until_->setDateTimeRange(now, now.addYears(1));
}

void ApplyPage::sayLength() {
    const qint64 left =
        std::max<qint64>(0, QDateTime::currentDateTime().secsTo(until_->dateTime()) * kSecond);
    length_->setText(tr("in %1, local time (%2)", "how long, which time zone")
                         .arg(TimeText::duration(left), until_->dateTime().timeZoneAbbreviation()));
}

void ApplyPage::reset() {
    cards_[0]->setChecked(true);
    bound();
    until_->setDateTime(tomorrow());
    why_->clear();
}

void ApplyPage::set(const ViewPtr& view, const ScaleCheck& check, const ScaleTrial& trial) {
    const QString mode = modeText(trial.request.mode, trial.request.after);
    changes_->setText(
        mode.isEmpty() || check.obstacles.empty()
            ? changesText(check)
            : tr("%1; %2", "what changes, and in which mode").arg(changesText(check), mode));
    effects_->setText(tr("Workloads: %1.").arg(effectsText(trial)));
    const bool project = view->document.mode != PoolMode::recorded;
    cards_[1]->setEnabled(project);
    cards_[1]->setSentence(project
                               ? tr("The sizes return by themselves at the moment below, as far "
                                    "as nobody has changed them since.")
                               : tr("Only in a project: a recorded run has no such event."));
    if (!project && way() == ScaleWay::temporary)
        cards_[0]->setChecked(true);
    // A recorded run has no journal to keep it in.
    whyRow_->setVisible(project && way() != ScaleWay::plan);
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

QString ApplyPage::why() const {
    return why_->text().trimmed();
}

}  // namespace apportion::ui
