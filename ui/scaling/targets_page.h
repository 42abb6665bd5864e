// SPDX-License-Identifier: GPL-3.0-or-later
// The first page of the wizard: the targets of one level at a time as a bar and in numbers, what is
// wrong with them, and the mode where rule 21 asks for one.
#pragma once

#include <optional>

#include <QWidget>

#include "core/change/wall_clock.h"
#include "core/plan/draft/scale_check.h"
#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/scaling/scale_bar.h"
#include "ui/session_bridge.h"
#include "ui/time_text.h"

class QCheckBox;
class QComboBox;

namespace apportion::ui {

class BadgeLabel;
class ChoiceCard;
class FindBox;
class NoteBox;
class TargetTable;
class TextLabel;

class TargetsPage final : public QWidget {
    Q_OBJECT

public:
    explicit TargetsPage(QWidget* parent = nullptr);

    // Names and colours of the quotas, and how moments are told.
    void setView(const ViewPtr& view);
    // What the core says of these targets.
    void setCheck(const ScaleCheck& check, const ScaleTargets& targets);
    // `about`: a quota, on whose level it opens where none changes yet.
    void setTargets(const ScaleTargets& targets, const QString& about = {});

    const ScaleTargets& targets() const { return targets_; }
    ScaleMode mode() const;
    Duration after() const;
    // What stands in the cards, also where nothing asks for it now.
    ScaleMode chosen() const;
    Duration delay() const;
    void chooseMode(ScaleMode mode, Duration after);
    // As it is at first: refuse (rule 21), the sum kept.
    void reset();

    ScaleBar* bar() const { return bar_; }
    TargetTable* table() const { return table_; }
    QCheckBox* keepSum() const { return keepSum_; }
    ChoiceCard* card(ScaleMode mode) const { return cards_[static_cast<std::size_t>(mode)]; }
    bool isReadable() const;  // every target
    QString mistake() const;  // of those that are not, what is to be told now
    // The mode that has the focus is chosen; where none has, the chosen one gets it.
    void leadToMode();
    bool asksForMode() const { return !modes_->isHidden(); }

signals:
    void targetsChanged();
    void modeChanged();
    void readableChanged();

private:
    void buildModes();
    void fillLevels();
    void showLevel();
    void takeTyped(int row, Gpu target);
    void take(const ScaleLevel& level);
    void showSum();
    void showProblems();
    static QString moreText(int more);
    void showObstacles();
    void leadToModes();
    std::vector<ScaleName> namesOf(const ScaleLevel& level) const;
    QStringList levelNames() const;

    ViewPtr view_ = std::make_shared<const View>();
    TimeText time_;
    ScaleTargets targets_;
    ScaleCheck check_;
    ScaleLevel level_;
    QString about_;
    bool chosen_ = false;  // a level was chosen by hand
    bool typed_ = false;   // a target, in its field
    // What stood there before a target was typed, which is taken more than once while it is.
    struct Typed {
        int row = 0;
        ScaleLevel before;
    };
    std::optional<Typed> typing_;
    FindBox* levels_;
    TextLabel* sum_;
    BadgeLabel* unassigned_;
    QCheckBox* keepSum_;
    ScaleBar* bar_;
    TargetTable* table_;
    NoteBox* problem_;
    NoteBox* obstacle_;
    QWidget* modes_;
    std::array<ChoiceCard*, 3> cards_{};
    QWidget* delayRow_;
    QComboBox* delay_;
};

}  // namespace apportion::ui
