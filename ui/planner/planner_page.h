// SPDX-License-Identifier: GPL-3.0-or-later
// The planner: variants of a base, what came of them, and the way from a variant to the pool.
#pragma once

#include <memory>

#include "core/change/change.h"
#include "core/plan/draft/edit_draft.h"
#include "core/session/planning/plan_view.h"
#include "ui/pages/page.h"

class QProgressBar;
class QPushButton;
class QStackedWidget;

namespace apportion {
class Planner;
}

namespace apportion::ui {

class AdvisorDialog;
class EmptyState;
class IconButton;
class MessageBar;
class PlanPane;
class ResultsPane;
class TextLabel;
enum class Tone;

class PlannerPage final : public Page {
    Q_OBJECT

public:
    explicit PlannerPage(PageHost& host);

    void setView(const ViewPtr& view) override;
    bool isUpToDate() const override;
    bool standsAlone() const override;
    bool isWide() const override { return true; }
    std::optional<OwnDocument> ownDocument() const override;
    void undo() override;
    void redo() override;
    void save() override;
    void saveAs() override;
    QString unsaved() const override;
    void dropUnsaved() override;
    int count(const View& view) const override;

    PlanPane* pane() const { return pane_; }
    ResultsPane* results() const { return results_; }
    MessageBar* message() const { return message_; }
    // A form of a new plan; what is open stays until it is filled in.
    void newPlan();
    void openPlan();
    void closePlan();
    void applySet(std::size_t set);
    void openAdvisor();
    void saveReport(const QString& file);
    // Made but not shown, by the name without "dialog:"; null for another.
    DialogFrame* dialog(const QString& name);

private:
    QWidget* makeHead();
    void connectPane();
    void showPlan();
    void showOpen(const PlanView& view);
    void showMessage(const PlanView& view);
    DialogFrame* form(std::size_t set, std::size_t edit, EditDraft::Kind kind);
    DialogFrame* workDialog(std::size_t set);
    AdvisorDialog* advisor();
    DialogFrame* answers();
    DialogFrame* newPlanDialog(const QString& file = {});
    void addUsual(std::size_t set, bool failures);
    void apply(std::size_t set, bool hasRun, bool later);
    void resumeApply();
    void scheduleSet(std::size_t set);
    void sayOtherPool();
    void saveTo(const QString& file);
    void chooseReport();
    void offer(const ChangeSet& of, bool later);
    void say(Tone tone, const QString& sentence, const QString& action = {},
             const std::function<void()>& act = {});

    PageHost& host_;
    Planner& planner_;
    std::shared_ptr<const PlanView> shown_;
    std::function<void()> act_;
    bool ownMessage_ = false;  // of something that was asked for
    std::string applyAfter_;   // the variant that the person wants to apply, once it has run
    bool applyMoved_ = false;  // its base had moved
    bool applyLater_ = false;  // it is to be scheduled
    QString closed_;           // a message that the person has closed
    QStackedWidget* stack_;
    EmptyState* empty_;
    TextLabel* name_;
    TextLabel* state_;
    QProgressBar* progress_;
    QPushButton* stop_;
    QPushButton* thorough_;
    QPushButton* advisor_;
    QPushButton* report_;
    QPushButton* save_;
    IconButton* undo_;
    IconButton* redo_;
    MessageBar* message_;
    PlanPane* pane_;
    ResultsPane* results_;
};

PageRegistration plannerPage();

}  // namespace apportion::ui
