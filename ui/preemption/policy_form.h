// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a preemption policy of either level: bands as text and on the strip, modules, and
// for the self-level the scope. It decides nothing: what is wrong it is told, and shows in place.
#pragma once

#include <array>

#include <QWidget>

#include "core/plan/draft/policy_draft.h"
#include "ui/preemption/priority_strip.h"

class QButtonGroup;
class QCheckBox;
class QVBoxLayout;

namespace apportion::ui {

class ChoiceCard;
class PriorityField;
class ProblemLine;
class TextLabel;

class PolicyForm final : public QWidget {
    Q_OBJECT

public:
    explicit PolicyForm(PreemptionLevel level, QWidget* parent = nullptr);

    // What the fields say; always on.
    void setChoice(const PreemptionChoice& choice);
    PreemptionChoice choice() const;
    // Whether all that is written can be read as priorities.
    bool isReadable() const;
    int unreadable() const;  // fields, of which that is to be told
    // How many it shows: what cannot be read stands instead of what is wrong with the bands.
    int problemCount() const { return modulesWrong_ + (isReadable() ? bandsWrong_ : unreadable()); }

    void setProblems(const std::vector<PolicyProblem>& problems);
    // What runs now where the policy looks, for the cards.
    // What runs, or would as soon as the pool is live.
    void setUses(const std::array<ModuleUse, kModules>& uses, bool resting);
    // Of the quota itself, for the scope.
    void setGuaranteed(Gpu guaranteed);

    PriorityStrip* strip() const { return strip_; }

signals:
    void changed();
    void repairChosen(const apportion::PreemptionChoice& choice);

private:
    void buildBands(QVBoxLayout* column);
    void buildModules(QVBoxLayout* column);
    void buildScope(QVBoxLayout* column);
    PriorityField* addField(PriorityStrip::Band band, const QString& title, const QString& caption);
    void showScope();
    void tellUnreadable();
    void edited();

    PreemptionLevel level_;
    std::array<PriorityField*, 2> fields_{};  // by band of the strip
    PriorityStrip* strip_;
    ProblemLine* bandProblem_;
    std::array<ChoiceCard*, kModules> modules_{};
    ProblemLine* moduleProblem_;
    QButtonGroup* scope_ = nullptr;
    QCheckBox* guaranteed_ = nullptr;
    TextLabel* ownHint_ = nullptr;
    TextLabel* siblingHint_ = nullptr;
    int bandsWrong_ = 0;  // problems that are told
    int modulesWrong_ = 0;
    bool setting_ = false;
};

}  // namespace apportion::ui
