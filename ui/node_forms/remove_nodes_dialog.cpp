// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/node_forms/remove_nodes_dialog.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/plan/draft/node_request.h"
#include "core/plan/draft/quota_draft.h"
#include "ui/command_runner.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/node_forms/node_choice.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kRemoveNodesDialogWidth = 680;
constexpr int kRemoveNodesDialogTableHeight = 190;

}  // namespace

RemoveNodesDialog::RemoveNodesDialog(SessionBridge& bridge, CommandRunner& runner,
                                     const QString& node, QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      bridge_(bridge),
      runner_(runner),
      node_(node.toStdString()),
      group_(new NodeChoice(this)),
      what_(new TextLabel({}, Type::body, Role::text2, this)),
      room_(new TextLabel({}, Type::body, Role::text, this)),
      stack_(new QStackedWidget(this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      holders_(new CellTable({{tr("Runs there")}, {tr("GPUs"), true}, {tr("On")}}, this)),
      nobody_(new EmptyState(Icon::checkCircle, tr("Nothing runs there"),
                             tr("No workload moves or loses work."), this)) {
    setOpeningWidth(kRemoveNodesDialogWidth);
    setHeading(tr("Remove nodes"), qt(bridge.view()->document.name));
    addFormRow(body(), tr("Nodes"), group_)->addWidget(group_, 1);
    what_->setWordWrap(true);
    what_->setText(tr("Removed nodes leave the pool. For a repair, mark them as down."));
    table_->setModel(holders_);
    table_->setPageMargin(0);
    table_->setAccessibleName(tr("Workloads there"));
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->setColumns(
        {{ColumnSpec::fixed, 160, 260}, {ColumnSpec::fit, 60}, {ColumnSpec::stretch, 160}});
    stack_->setFixedHeight(kRemoveNodesDialogTableHeight);
    stack_->addWidget(table_);
    stack_->addWidget(nobody_);
    room_->setWordWrap(true);
    body()->addWidget(what_);
    body()->addWidget(stack_);
    body()->addWidget(room_);
    body()->addStretch(1);
    addCancel();
    cordon_ = addButton(tr("Cordon them"));
    cordon_->setToolTip(
        tr("Nothing new starts there. Remove them when their workloads have ended"));
    cordon_->hide();
    remove_ = addPrimary(tr("Remove"));
    remove_->setProperty("kind", "danger");
    remove_->setEnabled(false);
    connect(cordon_, &QPushButton::clicked, this, &RemoveNodesDialog::cordon);
    connect(remove_, &QPushButton::clicked, this, &RemoveNodesDialog::remove);
    connect(group_, &QComboBox::currentIndexChanged, this, &RemoveNodesDialog::check);
    // What ends, and what others change, stands in the way no more.
    connect(&bridge_, &SessionBridge::changed, this, [this](const ViewPtr& now) {
        if (now->document.revision != seen_)
            check();
    });
    bridge_.ask(bridge_.session().kept(), this, [this](const Project& kept) {
        group_->offer(kept.pool.nodes, node_);
        check();
    });
}

// Whichever nodes are looked at: nothing is changed by that.
QByteArray RemoveNodesDialog::content() const {
    return {};
}

void RemoveNodesDialog::check() {
    const NodeGroup* group = group_->chosen();
    if (group == nullptr)
        return;
    seen_ = bridge_.view()->document.revision;
    const int question = ++asked_;
    showHolders(*group);
    bridge_.ask(bridge_.session().tryCommand({DeleteNodes{group->node.name}}), this,
                [this, question](const std::optional<Effect>& trial) {
                    if (question != asked_)
                        return;
                    answered_ = question;
                    if (trial)
                        present(*trial);
                });
}

void RemoveNodesDialog::showHolders(const NodeGroup& group) {
    const NodeMap& nodes = bridge_.view()->nodes;
    std::vector<CellTable::Row> rows;
    for (const NodeHolder& holder : holdersOn(nodes, group)) {
        rows.push_back(CellTable::rowOfWork(qt(holder.workload), qt(holder.quota), holder.colour));
        rows.back().cells.push_back(Cell::number(gpuNumber(holder.gpu)));
        rows.back().cells.push_back(Cell::words(someNames(holder.nodes)));
    }
    holders_->setRows(std::move(rows));
    const bool any = holders_->rowCount() > 0;
    stack_->setCurrentWidget(any ? static_cast<QWidget*>(table_) : nobody_);
    cordon_->setVisible(any);
    cordon_->setEnabled(!readyNodesOf(nodes, group).empty());
}

void RemoveNodesDialog::present(const Effect& trial) {
    const bool may = trial.refusal.empty();
    remove_->setEnabled(may);
    room_->setText(may ? roomText(trial) : QString());
    if (may)
        setConsequence(withTrial(tr("Guarantees do not change. You can undo this change."), trial),
                       trial.hitsAnybody() ? Tone::warn : Tone::neutral);
    else if (holders_->rowCount() > 0)
        setConsequence(tr("%Ln workload(s) run there: cordon or drain the nodes first", nullptr,
                          holders_->rowCount()),
                       Tone::warn);
    else
        setConsequence(refusalText(trial.refusal), Tone::err);
}

// Each is an entry of its own; those before a refusal hold.
void RemoveNodesDialog::cordon() {
    const NodeGroup* group = group_->chosen();
    if (group == nullptr)
        return;
    cordon_->setEnabled(false);
    clearRefusal();
    for (const std::string& node : readyNodesOf(bridge_.view()->nodes, *group))
        runner_.run({SetNodeState{node, NodeState::cordoned}}, this,
                    [this](const Result<CommandAnswer>& answer) {
                        if (!answer)
                            refuse(refusalText(answer.error()));
                    });
}

void RemoveNodesDialog::remove() {
    const NodeGroup* group = group_->chosen();
    if (group == nullptr)
        return;
    remove_->setEnabled(false);
    runner_.run({DeleteNodes{group->node.name}}, this,
                [this, name = qt(group->node.name)](const Result<CommandAnswer>& answer) {
                    if (!answer) {
                        refuse(refusalText(answer.error()));
                        return check();
                    }
                    accept();
                    emit removed(name);
                });
}

}  // namespace apportion::ui
