// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/workspace_panel.h"

#include <QAction>
#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>

#include "ui/texts.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"
#include "ui/workspaces/work_cells.h"
#include "ui/workspaces/workspace_texts.h"

namespace apportion::ui {

namespace {

constexpr int kTables = 196;  // a head and six rows

// Does what the action does, and says as it does why it cannot.
QPushButton* buttonOf(QAction* action, const QString& text, QWidget* parent) {
    auto* button = new QPushButton(text, parent);
    button->setProperty("compact", true);
    button->setAutoDefault(false);
    QObject::connect(button, &QAbstractButton::clicked, action, &QAction::trigger);
    const auto follow = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    };
    QObject::connect(action, &QAction::changed, button, follow);
    follow();
    return button;
}

}  // namespace

WorkspacePanel::WorkspacePanel(const Verbs& verbs, QWidget* parent)
    : QWidget(parent),
      head_(new SectionHead({}, this)),
      work_(new QPushButton(tr("Its workloads"), this)),
      userRows_(new CellTable({{tr("User")},
                               {tr("Role")},
                               {tr("GPUs"), true},
                               {tr("Waiting", "workloads that wait"), true}},
                              this)),
      capRows_(new CellTable(
          {{tr("Whom")}, {tr("Priorities")}, {tr("Work")}, {tr("At most"), true}}, this)),
      users_(new TreeView(TreeView::Shape::table, this)),
      caps_(new TreeView(TreeView::Shape::table, this)),
      noUsers_(new TextLabel({}, Type::body, Role::text2, this)),
      noCaps_(new TextLabel(tr("No user caps."), Type::body, Role::text2, this)) {
    work_->setProperty("compact", true);
    work_->setAutoDefault(false);
    work_->setToolTip(tr("Show its workloads"));
    head_->addControl(work_);
    head_->addControl(buttonOf(verbs.quotas, tr("Quotas…"), this));
    head_->addControl(buttonOf(verbs.remove, tr("Delete…"), this));
    users_->setModel(userRows_);
    users_->setAccessibleName(tr("Users of the workspace"));
    users_->setColumns({{ColumnSpec::stretch, 100}, {ColumnSpec::fit, 70}});
    caps_->setModel(capRows_);
    caps_->setAccessibleName(tr("User caps of the workspace"));
    caps_->setColumns(
        {{ColumnSpec::stretch, 118}, {ColumnSpec::fit, 60}, {ColumnSpec::fit, 60, 110}});
    auto* columns = new QHBoxLayout;
    columns->setSpacing(0);
    const auto block = [&](const QString& title, QPushButton* button, TreeView* table,
                           TextLabel* nothing) {
        auto* head = new SectionHead(title, this);
        head->addControl(button);
        table->setRootIsDecorated(false);
        table->setFixedHeight(kTables);
        table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        nothing->setWordWrap(true);
        nothing->setContentsMargins(16, 0, 16, 8);
        auto* column = new QVBoxLayout;
        column->setSpacing(0);
        column->addWidget(head);
        column->addWidget(nothing);
        column->addWidget(table, 1);
        column->addStretch();
        columns->addLayout(column, 1);
    };
    block(tr("Users"), buttonOf(verbs.member, tr("Member…"), this), users_, noUsers_);
    block(tr("Caps"), buttonOf(verbs.caps, tr("Caps…"), this), caps_, noCaps_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 1, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head_);
    layout->addLayout(columns);
    connect(work_, &QAbstractButton::clicked, this,
            [this] { emit workWanted(qt(row_.spec.name)); });
    connect(users_, &QAbstractItemView::activated, verbs.member, &QAction::trigger);
    connect(caps_, &QAbstractItemView::activated, verbs.caps, &QAction::trigger);
    hide();
}

void WorkspacePanel::setWorkspace(const WorkspaceRow* row) {
    setVisible(row != nullptr);
    if (row == nullptr)
        return;
    if (row->spec.name != row_.spec.name)
        users_->selectionModel()->clear();
    row_ = *row;
    head_->setTitle(qt(row_.spec.name));
    head_->setSecond(row_.spec.quotas.empty()
                         ? tr("uses no quota, so no user can submit")
                         : tr("uses %1", "quotas").arg(namesText(row_.spec.quotas)));
    showUsers(row_);
    showCaps(row_);
}

void WorkspacePanel::showUsers(const WorkspaceRow& row) {
    std::vector<CellTable::Row> rows;
    for (const WorkspaceRow::User& user : row.users) {
        const QString name = user.name.empty() ? tr("no user named") : qt(user.name);
        CellTable::Row one;
        one.cells.push_back(user.name.empty() ? Cell::words(name).withRole(Role::text3)
                                              : Cell::name(name));
        one.cells.push_back(Cell::words(user.role ? roleText(*user.role) : tr("no member"))
                                .withRole(user.role ? Role::text2 : Role::text3));
        one.cells.push_back(heldCell(user.work));
        one.cells.push_back(waitingCell(user.work));
        one.toolTip = user.role
                          ? tr("%1: %2", "a user, what they may").arg(name, roleHint(*user.role))
                          : tr("%1 has workloads here and is not a member").arg(name);
        one.name = name;
        rows.push_back(std::move(one));
    }
    users_->setVisible(!rows.empty());
    noUsers_->setVisible(row.spec.members.empty());
    noUsers_->setText(tr("No members: all users who can open the file can submit."));
    userRows_->setRows(std::move(rows));
}

void WorkspacePanel::showCaps(const WorkspaceRow& row) {
    std::vector<CellTable::Row> rows;
    for (const Cap& cap : row.spec.caps) {
        CellTable::Row one;
        one.cells.push_back(Cell::name(capSubjectText(cap)));
        one.cells.push_back(Cell::words(capPrioritiesText(cap)).withRole(Role::text2));
        one.cells.push_back(Cell::words(capModulesText(cap)).withRole(Role::text2));
        one.cells.push_back(Cell::number(gpusText(cap.gpu)));
        one.toolTip = cap.gpu == 0 ? tr("Matching workloads are rejected. Rule 24")
                                   : tr("GPUs in use by the user. The lowest cap counts. Rule 24");
        one.name = capSubjectText(cap);
        rows.push_back(std::move(one));
    }
    caps_->setVisible(!rows.empty());
    noCaps_->setVisible(rows.empty());
    capRows_->setRows(std::move(rows));
}

QString WorkspacePanel::selectedUser() const {
    const QModelIndex at = users_->currentIndex();
    return at.isValid() && at.row() < static_cast<int>(row_.users.size())
               ? qt(row_.users[static_cast<std::size_t>(at.row())].name)
               : QString();
}

void WorkspacePanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paintHairline(painter, 0, width(), 0, color(Role::line));
}

}  // namespace apportion::ui
