// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does to the pool from menus, keys, the palette and context menus: each verb asks
// what it needs in a dialog and runs a command of the session.
#pragma once

#include <functional>

#include <QObject>

#include "core/change/change.h"
#include "core/plan/draft/cancel_draft.h"
#include "core/plan/effect.h"
#include "core/session/local/not_run.h"
#include "ui/pages/actions.h"
#include "ui/session_bridge.h"

class QWidget;

namespace apportion::ui {

class CommandRunner;
class DialogFrame;
class NewPoolDialog;
class NoticeBar;
class Settings;
class SubmitDialog;

class PoolVerbs final : public QObject {
    Q_OBJECT

public:
    struct Selection {
        std::function<QString()> quota;
        std::function<QString()> workload;
        std::function<QStringList()> workloads;  // all that are selected
        std::function<QString()> node;
        // Those, or the one that is looked at.
        std::vector<std::string> chosenWork() const;
    };

    PoolVerbs(SessionBridge& bridge, CommandRunner& runner, const Actions& actions,
              NoticeBar& notices, Settings& settings, Selection selection, QWidget* window);

    // Which of them can be used now, and why not.
    void enable(const View& view);

    // Made but not shown; null for an unknown name or where there is nothing to ask about.
    // "new-pool", "add-nodes", "edit-nodes" and "remove-nodes", with ":NODE" of whose group,
    // "drain" and "down" with ":NODE", "pool-settings", "submit", "priority".
    DialogFrame* dialog(const QString& name);
    void newPool();
    void submit();
    // The form, filled in as this workload was submitted.
    void duplicate();
    // Each of the selected ones under a name of its own, without a form.
    void submitAgain();
    void addNodesLike(const NodeGroup& first);
    // The group of this node; empty = the last one.
    void editNodes(const QString& node);
    void removeNodes(const QString& node);
    // In a notice that says what is lost; nothing is asked where none of them waits or runs.
    void askToCancel(const std::vector<std::string>& workloads);
    // In a notice, should the pool throw out what was just submitted or let run, or should it have
    // done so since then, by the view's clock: the answer may come after that view.
    void tellIfNotRun(const QString& workload, Instant since);

signals:
    // Ctrl+N: what is open is asked about first.
    void newPoolWanted();
    // A file that was just made is open.
    void poolMade(const QString& path);
    void said(const QString& sentence);
    // To be shown, with why it has ended and what it wrote.
    void workWanted(const QString& workload);

private:
    void askForPlace(NewPoolDialog* form, const Scenario& pool);
    DialogFrame* nodesForm(const NodeGroup& first);
    DialogFrame* changeOf(const QString& node);
    DialogFrame* removal(const QString& node);
    // Of the first node on which something runs if none is named.
    DialogFrame* preview(const QString& node, NodeState state);
    void saySubmitted(const QStringList& workloads);
    DialogFrame* rowsForm(const SubmitWork& base);
    // In that quota; empty = in that of what is selected.
    DialogFrame* submitForm(const std::optional<SubmitWork>& like, const QString& quota = {});
    // Of a workload as it was submitted.
    void withSubmission(const std::string& workload,
                        const std::function<void(const SubmitWork&)>& use);
    void keepDraft(SubmitDialog* form, const QString& file);
    void changePriority();
    void cancelWork();
    void copyReason();
    void askToCancel(const CancelDraft& draft, const Effect& trial);
    void cancel(const std::vector<std::string>& workloads);
    void lookAtGiven(const View& view);
    void tellNotRun(const NotRun& each, const WorkRuns& runs);
    const WorkloadRow* selectedWork() const;

    SessionBridge& bridge_;
    CommandRunner& runner_;
    const Actions& actions_;
    NoticeBar& notices_;
    Settings& settings_;
    Selection selection_;
    QWidget* window_;
    std::vector<GivenWork> given_;  // that has not ended
};

}  // namespace apportion::ui
