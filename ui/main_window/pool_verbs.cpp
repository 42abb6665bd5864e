// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/pool_verbs.h"

#include <algorithm>

#include <QAction>
#include <QApplication>
#include <QClipboard>

#include "core/plan/draft/node_request.h"
#include "core/plan/draft/submit_request.h"
#include "core/session/lasting_act.h"
#include "core/session/slurm/cluster_name.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/files/notice_bar.h"
#include "ui/files/project_path.h"
#include "ui/main_window/action_rows.h"
#include "ui/new_pool/new_pool_dialog.h"
#include "ui/new_pool/pool_settings_dialog.h"
#include "ui/node_forms/add_nodes_dialog.h"
#include "ui/node_forms/edit_nodes_dialog.h"
#include "ui/node_forms/node_dialog.h"
#include "ui/node_forms/remove_nodes_dialog.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/save_dialog.h"
#include "ui/work_forms/cancel_text.h"
#include "ui/work_forms/explanation_text.h"
#include "ui/work_forms/priority_dialog.h"
#include "ui/work_forms/submit_dialog.h"
#include "ui/work_forms/submit_rows_dialog.h"

namespace apportion::ui {

PoolVerbs::PoolVerbs(SessionBridge& bridge, CommandRunner& runner, const Actions& actions,
                     NoticeBar& notices, Settings& settings, Selection selection, QWidget* window)
    : QObject(window),
      bridge_(bridge),
      runner_(runner),
      actions_(actions),
      notices_(notices),
      settings_(settings),
      selection_(std::move(selection)),
      window_(window) {
    const auto on = [this](const char* id, void (PoolVerbs::*verb)()) {
        connect(actions_[id], &QAction::triggered, this, verb);
    };
    connect(actions_[ActionId::newPool], &QAction::triggered, this, &PoolVerbs::newPoolWanted);
    connect(actions_[ActionId::addNodes], &QAction::triggered, this,
            [this] { present(dialog(QStringLiteral("add-nodes"))); });
    connect(actions_[ActionId::editNodes], &QAction::triggered, this,
            [this] { editNodes(selection_.node()); });
    connect(actions_[ActionId::removeNodes], &QAction::triggered, this,
            [this] { removeNodes(selection_.node()); });
    connect(actions_[ActionId::poolSettings], &QAction::triggered, this,
            [this] { present(dialog(QStringLiteral("pool-settings"))); });
    on(ActionId::submitWork, &PoolVerbs::submit);
    connect(actions_[ActionId::submitHere], &QAction::triggered, this,
            [this] { present(submitForm({}, selection_.quota())); });
    on(ActionId::duplicateWork, &PoolVerbs::duplicate);
    on(ActionId::submitAgain, &PoolVerbs::submitAgain);
    on(ActionId::changePriority, &PoolVerbs::changePriority);
    on(ActionId::cancelWork, &PoolVerbs::cancelWork);
    on(ActionId::copyReason, &PoolVerbs::copyReason);
    connect(&bridge_, &SessionBridge::changed, this,
            [this](const ViewPtr& view) { lookAtGiven(*view); });
}

void PoolVerbs::tellIfNotRun(const QString& workload, Instant since) {
    const View& view = *bridge_.view();
    given_.push_back({workload.toStdString(), since, view.document.file});
    lookAtGiven(view);
}

void PoolVerbs::lookAtGiven(const View& view) {
    for (const NotRun& each : takeNotRun(view, given_))
        bridge_.ask(bridge_.session().runsOf(each.workload), this,
                    [this, each](const WorkRuns& runs) { tellNotRun(each, runs); });
}

void PoolVerbs::tellNotRun(const NotRun& each, const WorkRuns& runs) {
    notices_.present({Tone::err,
                      refusalText({{{}, {}, 0, 0, sentenceOf(each, runs), false}}),
                      {{tr("Show %1").arg(qt(each.workload)),
                        [this, name = qt(each.workload)] { emit workWanted(name); }}},
                      {}});
}

const WorkloadRow* PoolVerbs::selectedWork() const {
    const std::string name = selection_.workload().toStdString();
    const View& view = *bridge_.view();
    for (const auto* rows : {&view.waiting, &view.running, &view.ended})
        for (const WorkloadRow& row : *rows)
            if (row.name == name)
                return &row;
    return nullptr;
}

std::vector<std::string> PoolVerbs::Selection::chosenWork() const {
    std::vector<std::string> names;
    for (const QString& name : workloads())
        names.push_back(name.toStdString());
    if (const QString one = workload(); names.empty() && !one.isEmpty())
        names.push_back(one.toStdString());
    return names;
}

void PoolVerbs::enable(const View& view) {
    const DocumentState& document = view.document;
    const bool project = document.open && document.can.journal;
    const auto command = [&](const char* id, const char* name, bool subject = true,
                             const QString& noSubject = {}) {
        const bool may = runner_.may(name);
        actions_.enable(id, may && subject, may ? noSubject : runner_.whyNot(name));
    };
    const WorkloadRow* work = selectedWork();
    const bool waits = work != nullptr && work->status.state == WorkloadState::pending;
    command(ActionId::addNodes, "nodes.add");
    const bool nodes = !view.nodes.rows.empty();
    command(ActionId::editNodes, "nodes.set", nodes, tr("The pool has no nodes"));
    command(ActionId::removeNodes, "nodes.remove", nodes, tr("The pool has no nodes"));
    command(ActionId::poolSettings, "settings");
    command(ActionId::submitHere, "submit", !selection_.quota().isEmpty(), tr("Select a quota"));
    for (const char* again : {ActionId::duplicateWork, ActionId::submitAgain})
        command(again, "submit", work != nullptr, tr("Select a workload"));
    // The page of clusters has those of a cluster.
    if (!clusterOf(document.file)) {
        command(ActionId::submitWork, "submit");
        command(ActionId::changePriority, "priority", waits, tr("Select a waiting workload"));
        command(ActionId::cancelWork, "cancel",
                !cancelDraft(view, selection_.chosenWork()).workloads.empty(),
                tr("Select a waiting or running workload"));
    }
    command(ActionId::scale, "scale");
    actions_.enable(ActionId::copyReason, work != nullptr, tr("Select a workload"));
    actions_.enable(ActionId::makeProject, document.open && !project,
                    project ? tr("It is a project") : tr("Nothing is open"));
}

DialogFrame* PoolVerbs::dialog(const QString& name) {
    const View& view = *bridge_.view();
    if (name == QLatin1String("new-pool")) {
        auto* form = new NewPoolDialog(window_);
        connect(form, &NewPoolDialog::wantedPool, this,
                [this, form](const Scenario& pool) { askForPlace(form, pool); });
        bridge_.ask(bridge_.session().machineGpus(), form,
                    [form](const MachineGpus& gpus) { form->offer(gpus); });
        return form;
    }
    if (!view.document.open)
        return nullptr;
    // A cluster has a form of its own.
    if (name == QLatin1String("submit"))
        return clusterOf(view.document.file) ? nullptr : submitForm({});
    if (name == QLatin1String("submit-rows"))
        return rowsForm({.quota = selection_.quota().toStdString(), .gpu = kOneGpu});
    if (name == QLatin1String("add-nodes"))
        return nodesForm(nextNodes(view.nodes));
    const QString kind = name.section(QLatin1Char(':'), 0, 0);
    if (kind == QLatin1String("edit-nodes") || kind == QLatin1String("remove-nodes")) {
        if (view.nodes.rows.empty())
            return nullptr;
        const QString node = name.section(QLatin1Char(':'), 1);
        return kind == QLatin1String("edit-nodes") ? changeOf(node) : removal(node);
    }
    if (kind == QLatin1String("drain") || kind == QLatin1String("down"))
        return preview(name.section(QLatin1Char(':'), 1),
                       kind == QLatin1String("down") ? NodeState::down : NodeState::draining);
    if (name == QLatin1String("pool-settings")) {
        auto* form = new PoolSettingsDialog(runner_, view, window_);
        connect(form, &PoolSettingsDialog::applied, this,
                [this] { emit said(tr("Pool settings changed")); });
        return form;
    }
    if (name == QLatin1String("priority") && !clusterOf(view.document.file)) {
        const WorkloadRow* work = selectedWork();
        if (work == nullptr && !view.waiting.empty())
            work = &view.waiting.front();
        return work != nullptr ? new PriorityDialog(runner_, view, *work, window_) : nullptr;
    }
    return nullptr;
}

DialogFrame* PoolVerbs::rowsForm(const SubmitWork& base) {
    auto* form = new SubmitRowsDialog(bridge_, runner_, base, window_);
    connect(form, &SubmitRowsDialog::submitted, this,
            [this, since = bridge_.view()->clock](const QString& workload) {
                tellIfNotRun(workload, since);
            });
    connect(form, &SubmitRowsDialog::submittedAll, this, &PoolVerbs::saySubmitted);
    return form;
}

DialogFrame* PoolVerbs::submitForm(const std::optional<SubmitWork>& like, const QString& quota) {
    const View& view = *bridge_.view();
    const QString file = qt(view.document.file);
    const QString last = Settings::partOf(QStringLiteral("submit"), file);
    const WorkloadRow* work = selectedWork();
    auto* form = new SubmitDialog(bridge_, runner_,
                                  {!quota.isEmpty()  ? quota
                                   : work != nullptr ? qt(work->quota)
                                                     : selection_.quota(),
                                   file.isEmpty() ? QByteArray() : settings_.layout(last), like,
                                   work != nullptr ? work->name : std::string(), !quota.isEmpty()},
                                  window_);
    if (!like)
        keepDraft(form, file);
    connect(form, &SubmitDialog::rowsWanted, this,
            [this](const SubmitWork& base) { present(rowsForm(base)); });
    connect(form, &SubmitDialog::projectWanted, actions_[ActionId::makeProject], &QAction::trigger);
    connect(form, &SubmitDialog::submitted, this,
            [this, form, last, file, since = view.clock](const QString& workload) {
                if (!file.isEmpty())
                    settings_.setLayout(last, form->values());
                tellIfNotRun(workload, since);
            });
    connect(form, &SubmitDialog::submittedAll, this, &PoolVerbs::saySubmitted);
    return form;
}

void PoolVerbs::saySubmitted(const QStringList& workloads) {
    if (workloads.isEmpty())
        return;
    const int more = static_cast<int>(workloads.size()) - 1;
    emit said(more == 0 ? tr("Submitted %1").arg(workloads.front())
                        : tr("Submitted %Ln workload(s): %1 to %2", nullptr, more + 1)
                              .arg(workloads.front(), workloads.back()));
}

void PoolVerbs::withSubmission(const std::string& workload,
                               const std::function<void(const SubmitWork&)>& use) {
    bridge_.ask(bridge_.session().explainWorkload(workload), this,
                [use, &bridge = bridge_](const std::optional<WorkExplanation>& explained) {
                    if (!explained || !explained->spec)
                        return;
                    SubmitWork work = submissionOf(*explained->spec, explained->command);
                    work.name = nextName(*bridge.view(), work.name);
                    use(work);
                });
}

void PoolVerbs::duplicate() {
    if (const WorkloadRow* work = selectedWork())
        withSubmission(work->name, [this](const SubmitWork& like) { present(submitForm(like)); });
}

void PoolVerbs::submitAgain() {
    for (const std::string& name : selection_.chosenWork())
        withSubmission(name, [this, name, since = bridge_.view()->clock](const SubmitWork& work) {
            runner_.runUnlessItHits(
                {tr("Submit %1 again?").arg(qt(name)), tr("Submit again")}, {work}, this,
                [this, since](const Result<CommandAnswer>& answer) {
                    if (!answer)
                        return emit runner_.refused(answer.error());
                    if (!answer->entry)
                        return;
                    emit said(tr("Submitted %1").arg(qt(answer->entry->subject)));
                    tellIfNotRun(qt(answer->entry->subject), since);
                });
        });
}

// What neither was sent nor left is there again after the program ended badly.
void PoolVerbs::keepDraft(SubmitDialog* form, const QString& file) {
    if (file.isEmpty())
        return;
    if (const QByteArray left = settings_.submitDraft(file); !left.isEmpty())
        form->goOn(left);
    connect(form, &SubmitDialog::drafted, this,
            [this, file](const QByteArray& draft) { settings_.setSubmitDraft(file, draft); });
    connect(form, &QDialog::finished, this, [this, file] { settings_.setSubmitDraft(file, {}); });
}

void PoolVerbs::askForPlace(NewPoolDialog* form, const Scenario& pool) {
    auto* place = new SaveDialog(form, tr("Save the new pool"), tr("Projects (*.apportion)"),
                                 QStringLiteral("apportion"));
    place->keepExisting();
    place->propose(qt(pool.name));
    connect(place, &QFileDialog::fileSelected, form, [this, form, pool](const QString& chosen) {
        const QString path = asProjectFile(chosen);
        bridge_.ask(bridge_.session().newProject(path.toStdString(), pool), form,
                    [this, form, path](const Result<void>& answer) {
                        if (!answer)
                            return form->refuse(refusalText(answer.error()));
                        form->accept();
                        emit poolMade(path);
                    });
    });
    place->open();
}

void PoolVerbs::newPool() {
    present(dialog(QStringLiteral("new-pool")));
}

DialogFrame* PoolVerbs::nodesForm(const NodeGroup& first) {
    auto* form = new AddNodesDialog(runner_, bridge_.view(), first, window_);
    connect(form, &AddNodesDialog::added, this, [this](int nodes, Gpu gpus) {
        emit said(tr("Added %Ln node(s), %1", nullptr, nodes).arg(gpusText(gpus)));
    });
    return form;
}

DialogFrame* PoolVerbs::changeOf(const QString& node) {
    auto* form = new EditNodesDialog(bridge_, runner_, node, window_);
    connect(form, &EditNodesDialog::changed, this,
            [this](const QString& nodes) { emit said(tr("Changed %1").arg(nodes)); });
    return form;
}

DialogFrame* PoolVerbs::removal(const QString& node) {
    auto* form = new RemoveNodesDialog(bridge_, runner_, node, window_);
    connect(form, &RemoveNodesDialog::removed, this,
            [this](const QString& group) { emit said(tr("Removed %1").arg(group)); });
    return form;
}

DialogFrame* PoolVerbs::preview(const QString& node, NodeState state) {
    const auto& rows = bridge_.view()->nodes.rows;
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const NodeRow& row) {
        return node.isEmpty() ? row.state == NodeState::ready && !row.blocks.empty()
                              : qt(row.name) == node;
    });
    return found == rows.end() ? nullptr
                               : new NodeDialog(bridge_, runner_, qt(found->name), state, window_);
}

void PoolVerbs::editNodes(const QString& node) {
    present(dialog(QStringLiteral("edit-nodes:") + node));
}

void PoolVerbs::removeNodes(const QString& node) {
    present(dialog(QStringLiteral("remove-nodes:") + node));
}

void PoolVerbs::addNodesLike(const NodeGroup& first) {
    NodeGroup group = nextNodes(bridge_.view()->nodes, first.count);
    group.node.gpu = first.node.gpu;
    group.node.gpuType = first.node.gpuType;
    group.node.cpu = first.node.cpu;
    group.node.memory = first.node.memory;
    present(nodesForm(group));
}

void PoolVerbs::submit() {
    present(dialog(QStringLiteral("submit")));
}

void PoolVerbs::changePriority() {
    present(dialog(QStringLiteral("priority")));
}

void PoolVerbs::cancelWork() {
    if (clusterOf(bridge_.view()->document.file))
        return;
    askToCancel(selection_.chosenWork());
}

void PoolVerbs::askToCancel(const std::vector<std::string>& workloads) {
    const CancelDraft draft = cancelDraft(*bridge_.view(), workloads);
    if (draft.workloads.empty())
        return;
    // What it frees others may take at once, and evict somebody for more.
    std::vector<EventAction> ends;
    ends.reserve(draft.workloads.size());
    for (const std::string& name : draft.workloads)
        ends.emplace_back(CancelEvent{name});
    bridge_.ask(bridge_.session().tryEvents(std::move(ends)), this,
                [this, draft](const std::optional<Effect>& trial) {
                    askToCancel(draft, trial.value_or(Effect()));
                });
}

void PoolVerbs::askToCancel(const CancelDraft& draft, const Effect& trial) {
    const auto count = static_cast<int>(draft.workloads.size());
    const QString what =
        count == 1 ? qt(draft.workloads.front()) : tr("%Ln workload(s)", nullptr, count);
    Notice notice;
    notice.tone = Tone::warn;
    const bool takenBack = isTakenBack(bridge_.view()->document, "cancel");
    notice.text =
        tr("Cancel %1? %2 %3", "whom, what is lost, whether it can be undone")
            .arg(what, cancelText(draft),
                 takenBack ? tr("You can undo this change.") : tr("You cannot undo this."));
    for (const QString& follows : {hitsText(trial), startsText(trial)})
        if (!follows.isEmpty())
            notice.text += QLatin1Char(' ') + follows;
    notice.buttons = {{tr("Cancel %1").arg(what),
                       [this, names = draft.workloads] {
                           notices_.dismiss();
                           cancel(names);
                       }},
                      {count == 1 ? tr("Keep workload") : tr("Keep workloads"),
                       [this] { notices_.dismiss(); }, true}};
    notices_.present(std::move(notice), true);
}

// One after the other: each is an entry of its own, and those before a refusal hold.
void PoolVerbs::cancel(const std::vector<std::string>& workloads) {
    for (const std::string& name : workloads)
        runner_.run({CancelWork{name}});
}

void PoolVerbs::copyReason() {
    const WorkloadRow* work = selectedWork();
    if (work == nullptr)
        return;
    bridge_.ask(
        bridge_.session().explainWorkload(work->name), this,
        [this, row = *work](const std::optional<WorkExplanation>& explained) {
            if (!explained)
                return;
            QApplication::clipboard()->setText(explanationText(*bridge_.view(), row, *explained));
            emit said(tr("Copied why %1 waits or runs").arg(qt(row.name)));
        });
}

}  // namespace apportion::ui
