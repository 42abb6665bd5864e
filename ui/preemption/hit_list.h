// SPDX-License-Identifier: GPL-3.0-or-later
// "Can be evicted now", and in the same place, when it is asked for, what would happen.
#pragma once

#include <QWidget>

#include "core/plan/draft/policy_draft.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"

class QStackedWidget;

namespace apportion::ui {

class CellTable;
class TextLabel;
class TreeView;

class HitList final : public QWidget {
    Q_OBJECT

public:
    explicit HitList(PreemptionLevel level, QWidget* parent = nullptr);

    // Of an answer without problems. `on` = the policy is switched on.
    void setAnswer(const PolicyAnswer& answer, bool on, const View& view);
    // While the policy cannot be asked about.
    void setNothing(const QString& why);

    // What would happen in place of who could be hit.
    void showTrial(bool trial);
    bool showsTrial() const { return trialShown_; }

    TreeView* victims() const { return victims_; }
    TreeView* trial() const { return trial_; }
    QString emptyText() const;

private:
    void setVictims(const PolicyAnswer& answer, bool on, const View& view);
    void setTrial(const PolicyAnswer& answer, const View& view);
    void refresh();

    struct Texts {
        QString second;  // behind the title
        QString right;
        QString empty;  // in place of an empty table
    };

    PreemptionLevel level_;
    TextLabel* title_;
    TextLabel* second_;
    TextLabel* right_;
    QStackedWidget* stack_;
    TreeView* victims_;
    TreeView* trial_;
    TextLabel* empty_;
    TextLabel* totals_;
    CellTable* victimTable_;
    CellTable* trialTable_;
    Texts victimTexts_;
    Texts trialTexts_;
    QString totalsText_;
    bool trialShown_ = false;
    bool nothing_ = false;
};

}  // namespace apportion::ui
