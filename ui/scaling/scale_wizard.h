// SPDX-License-Identifier: GPL-3.0-or-later
// Scaling in three steps: targets, what they would do, and how to go on. Everything it says is
// asked of the session; what it applies is one command, which one undo takes back.
#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include "core/change/command_request.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/scale_check.h"
#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

class ApplyPage;
class EffectPage;
class StepsBand;
class TargetsPage;

class ScaleWizard final : public DialogFrame {
    Q_OBJECT

public:
    enum Page { targetsPage, effectPage, applyPage };

    explicit ScaleWizard(SessionBridge& bridge, QWidget* parent = nullptr);

    // From the first page; without targets everything is as it is, and `about` is the quota that is
    // looked at.
    void begin(const ScaleRequest& request, const QString& about = {});
    // For pictures: proposes targets and goes there once it can; a mode that is asked for is
    // reclaim after ten minutes.
    void beginAt(Page page);

    Page page() const;
    // No question to the core is under way.
    bool isSettled() const {
        return !checking_ && !trying_ && !applying_ && !appliesNext_ && foretold_ == foretelling_ &&
               goal_ == page();
    }
    bool isUpToDate() const override { return isSettled(); }
    TargetsPage& targets() { return *targets_; }
    EffectPage& effect() { return *effect_; }
    ApplyPage& apply() { return *apply_; }
    QPushButton* next() const { return next_; }
    QPushButton* back() const { return back_; }

    void goNext();
    void goBack();
    void savePlanTo(const QString& file);

protected:
    QByteArray content() const override;
    void keyPressEvent(QKeyEvent* event) override;

signals:
    void applied(const QString& sentence);
    void planSaved(const QString& file);

private:
    void start(const ScaleRequest& request, const QString& about, bool propose, Page goal);
    void setView(const ViewPtr& view);
    void renewIfStale();
    bool hasTrial() const;
    // Targets that are right, and only a mode is missing.
    bool lacksMode() const;
    void askCheck();
    void takeCheck(const ScaleCheck& check, const ScaleTargets& targets);
    void askTrial();
    void takeEffect(const Effect& effect);
    void foretellReturn();
    void askReturn();
    void turnTo(Page page);
    void leadBack(const QStringList& hit);
    void applyChecked();
    void updateFoot();
    void allowNext(bool allowed);
    void updateHead();
    void run();
    void run(CommandRequest command, const QString& sentence);
    void choosePlanFile();
    void tell(const Problems& problems);
    ScaleRequest request() const;
    CommandRequest command() const;

    SessionBridge& bridge_;
    StepsBand* steps_;
    QWidget* pages_;
    Page page_ = targetsPage;
    TargetsPage* targets_;
    EffectPage* effect_;
    ApplyPage* apply_;
    QPushButton* back_;
    QPushButton* next_;
    ScaleCheck check_;
    Effect tried_;
    QStringList changes_;  // of the trial that is shown, and whom it hits
    QStringList hit_;
    Revision seen_ = 0;  // of the project, when it was asked
    ViewPtr checkedOn_;  // what `check_` was asked of
    bool begun_ = false;
    bool proposes_ = false;  // for a picture
    bool checked_ = false;   // `check_` is of these targets
    bool checking_ = false;
    bool trying_ = false;
    bool tryAgain_ = false;  // the request changed meanwhile
    bool applying_ = false;
    bool appliesNext_ = false;  // when the last trial before it hits nobody else
    // A pool on which much happens is not tried all the time: half of it at most.
    QElapsedTimer asked_;
    QTimer pause_;
    QTimer rest_;  // while a moment is typed nobody asks of its end
    int foretelling_ = 0;
    int foretold_ = 0;
    Page goal_ = targetsPage;
};

}  // namespace apportion::ui
