// SPDX-License-Identifier: GPL-3.0-or-later
// The third page: the sentence of the second once more, and three ways to go on.
#pragma once

#include <array>

#include <QDateTime>
#include <QWidget>

#include "core/plan/draft/scale_check.h"
#include "core/plan/effect.h"
#include "core/session/trials/return_trial.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"
#include "ui/time_text.h"

class QLineEdit;

namespace apportion::ui {

class ChoiceCard;
class MistakeLine;
class MomentField;
class NoteBox;
class Segmented;
class TextLabel;

enum class ScaleWay { now, temporary, later, plan };

class ApplyPage final : public QWidget {
    Q_OBJECT

public:
    explicit ApplyPage(QWidget* parent = nullptr);

    // As it is at first: now, for no reason given.
    void reset();
    void set(const ViewPtr& view, const ScaleCheck& check, const Effect& effect);

    // What the end of a change for a time will do; nothing = that is not to be told.
    void setReturn(const std::optional<ReturnTrials>& trials);

    ScaleWay way() const;
    QDateTime until() const;  // UTC
    // Of what is applied later: once at until(), or again at its time of day. Sizes are to be
    // filled in.
    Timetable::Step step() const;
    // Whether the sizes may return then, if they are to.
    bool isRight() const { return isRight_; }
    QString why() const;  // for the journal
    ChoiceCard* card(ScaleWay way) const { return cards_[static_cast<std::size_t>(way)]; }
    MomentField* untilField() const { return until_; }
    NoteBox* returnNote() const { return returns_; }
    MistakeLine* untilMistake() const { return mistake_; }
    Segmented* repeatField() const { return repeat_; }
    QLineEdit* whyField() const { return why_; }

signals:
    void wayChanged();

private:
    void check();
    void showRows();

    TextLabel* changes_;
    TextLabel* effects_;
    std::array<ChoiceCard*, 4> cards_{};
    QWidget* untilRow_;
    TextLabel* untilLabel_;
    MomentField* until_;
    TextLabel* length_;
    MistakeLine* mistake_;
    NoteBox* returns_;
    bool isRight_ = true;
    bool journal_ = true;  // a recorded run has none
    Segmented* repeat_;
    QWidget* whyRow_;
    QLineEdit* why_;
};

}  // namespace apportion::ui
