// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/node_forms/node_dialog.h"

#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "core/plan/draft/node_request.h"
#include "ui/command_runner.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/node_forms/node_draft_model.h"
#include "ui/node_words.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kNodeDialogWidth = 880;
constexpr int kNodeDialogTableHeight = 220;

const NodeRow* nodeNamed(const View& view, const QString& name) {
    for (const NodeRow& node : view.nodes.rows)
        if (qt(node.name) == name)
            return &node;
    return nullptr;
}

// Whether a preview of the one still holds for the other.
bool isSame(const View& a, const View& b) {
    return a.clock == b.clock && a.document.revision == b.document.revision &&
           a.nodes.rows == b.nodes.rows;
}

}  // namespace

NodeDialog::NodeDialog(SessionBridge& bridge, CommandRunner& runner, const QString& node,
                       NodeState state, QWidget* parent)
    : DialogFrame(modeOf(*bridge.view()), parent),
      bridge_(bridge),
      runner_(runner),
      node_(node),
      state_(state),
      model_(new NodeDraftModel(this)),
      what_(new TextLabel({}, Type::body, Role::text2, this)),
      room_(new TextLabel({}, Type::body, Role::text, this)),
      left_(new TextLabel({}, Type::body, Role::text2, this)),
      stack_(new QStackedWidget(this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      nobody_(new EmptyState(Icon::checkCircle, tr("Nothing runs there"),
                             tr("No workload moves or loses work."), this)) {
    setOpeningWidth(kNodeDialogWidth);
    const bool drains = state == NodeState::draining;
    what_->setWordWrap(true);
    what_->setText(drains ? tr("Nothing new starts on the node. Its workloads stop with grace and "
                               "restart elsewhere or return to the queue.")
                          : tr("The node leaves the capacity of the pool. Its workloads stop "
                               "immediately, without grace, and return to the queue."));
    room_->setWordWrap(true);
    left_->setWordWrap(true);
    table_->setModel(model_);
    table_->setPageMargin(0);
    table_->setAccessibleName(tr("Workloads that move or are evicted"));
    // What becomes of it is what the dialog is for: names give way to it.
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->setColumns({{ColumnSpec::fixed, 140, 280},
                        {ColumnSpec::fit, 50},
                        {ColumnSpec::fit, 90},
                        {ColumnSpec::stretch, 320}});
    stack_->setMinimumHeight(kNodeDialogTableHeight);
    stack_->addWidget(table_);
    stack_->addWidget(nobody_);
    body()->addWidget(what_);
    body()->addWidget(stack_, 1);
    body()->addWidget(room_);
    body()->addWidget(left_);
    addCancel();
    apply_ = addPrimary(drains ? tr("Drain") : tr("Mark as down"));
    apply_->setEnabled(false);
    apply_->setToolTip(tr("Loading the preview…"));
    connect(apply_, &QPushButton::clicked, this, &NodeDialog::apply);
    connect(&bridge_, &SessionBridge::changed, this, &NodeDialog::ask);
    setHeading(drains ? tr("Drain %1").arg(node) : tr("Mark %1 as down").arg(node));
    ask();
}

void NodeDialog::ask() {
    const ViewPtr view = bridge_.view();
    if (asking_ || (asked_ && isSame(*asked_, *view)))
        return;
    asking_ = true;
    asked_ = view;
    bridge_.ask(bridge_.session().tryCommand({SetNodeState{node_.toStdString(), state_}}), this,
                [this](const std::optional<Effect>& effect) {
                    asking_ = false;
                    if (!effect)
                        return reject();
                    present(*effect);
                    ask();  // it may have changed meanwhile
                });
}

void NodeDialog::present(const Effect& effect) {
    shown_ = true;
    const View& view = *asked_;
    const NodeRow* node = nodeNamed(view, node_);
    if (node)
        setHeading(state_ == NodeState::draining ? tr("Drain %1").arg(node_)
                                                 : tr("Mark %1 as down").arg(node_),
                   nodeText(*node, TimeText(view.document.epoch)));
    if (!effect.refusal.empty()) {
        refuse(refusalText(effect.refusal));
        apply_->setEnabled(false);
        apply_->setToolTip(refusalText(effect.refusal));
        return;
    }
    model_->setEffect(effect, view);
    stack_->setCurrentWidget(model_->rowCount() > 0 ? static_cast<QWidget*>(table_) : nobody_);
    room_->setText(roomText(effect));
    const std::vector<std::string> started = startedAnew(effect);
    left_->setVisible(!started.empty());
    left_->setText(tr("Starts instead: %1.").arg(namesText(started)));
    setConsequence(consequenceOf(effect), makesWorse(effect) ? Tone::warn : Tone::neutral);
    apply_->setEnabled(true);
    apply_->setToolTip({});
}

void NodeDialog::apply() {
    apply_->setEnabled(false);
    runner_.run({SetNodeState{node_.toStdString(), state_}}, this,
                [this](const Result<CommandAnswer>& answer) {
                    if (answer)
                        return accept();
                    apply_->setEnabled(true);
                    refuse(refusalText(answer.error()));
                });
}

}  // namespace apportion::ui
