// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/workspaces_page.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>
#include <QStackedWidget>

#include "core/view/tables/pool_tables.h"
#include "ui/found_text.h"
#include "ui/texts.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/tree_view.h"
#include "ui/workspaces/work_cells.h"
#include "ui/workspaces/workspace_texts.h"

namespace apportion::ui {

namespace {

constexpr int kMargin = 16;

CellTable::Row cellsOf(const WorkspaceRow& row) {
    const Workspace& spec = row.spec;
    CellTable::Row cells;
    cells.cells.push_back(Cell::name(qt(spec.name)).withIcon(Icon::users));
    cells.cells.push_back(spec.quotas.empty()
                              ? Cell::words(WorkspacesPage::tr("none")).withRole(Role::warn)
                              : Cell::words(namesText(spec.quotas)));
    cells.cells.push_back(Cell::words(membersText(spec)).withRole(Role::text2));
    cells.cells.push_back(Cell::words(capCountText(spec)).withRole(Role::text2));
    cells.cells.push_back(heldCell(row.work));
    cells.cells.push_back(waitingCell(row.work));
    cells.name = qt(spec.name);
    cells.toolTip =
        WorkspacesPage::tr("%1: uses %2; users: %3; caps: %4")
            .arg(qt(spec.name), namesText(spec.quotas), membersText(spec), capsText(spec));
    return cells;
}

bool isFound(const WorkspaceRow& row, const TextSearch& search) {
    QStringList texts{qt(row.spec.name)};
    for (const std::string& quota : row.spec.quotas)
        texts << qt(quota);
    for (const WorkspaceRow::User& user : row.users)
        texts << qt(user.name);
    return isIn(texts.join(QLatin1Char('\n')), search);
}

}  // namespace

WorkspacesPage::WorkspacesPage(QAction* make, QAction* makeQuota, QAction* makeProject,
                               const WorkspacePanel::Verbs& verbs, QWidget* parent)
    : Page(parent),
      make_(make),
      makeQuota_(makeQuota),
      makeProject_(makeProject),
      filter_(new SearchField(tr("Filter by workspace, quota or user"), this)),
      makeButton_(new QPushButton(tr("New workspace…"), this)),
      rows_(new CellTable({{tr("Workspace")},
                           {tr("Quotas")},
                           {tr("Users")},
                           {tr("Caps")},
                           {tr("GPUs"), true},
                           {tr("Waiting", "workloads that wait"), true}},
                          this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      panel_(new WorkspacePanel(verbs, this)),
      stack_(new QStackedWidget(this)),
      empty_(new EmptyState(Icon::users, {}, {}, this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    filter_->setMaximumWidth(320);
    makeButton_->setProperty("compact", true);
    makeButton_->setAutoDefault(false);
    makeButton_->setIcon(icon(Icon::plus));
    auto* save = new IconButton(Icon::download, tr("Export the workspaces as CSV…"), this);
    save->setToolTip(
        tr("Export the shown workspaces as CSV: quotas, members, use, and waits, one row each."));
    table_->setModel(rows_);
    table_->setAccessibleName(tr("Workspaces"));
    table_->setRootIsDecorated(false);
    table_->setColumns({{ColumnSpec::fit, 120, 220},
                        {ColumnSpec::stretch, 100},
                        {ColumnSpec::fit, 90, 230},
                        {ColumnSpec::fit, 60},
                        {ColumnSpec::fit, 60},
                        {ColumnSpec::fit, 60}});
    table_->setContextMenuPolicy(Qt::ActionsContextMenu);
    table_->addActions({make, verbs.quotas, verbs.member, verbs.caps, verbs.remove});
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kMargin, 8, kMargin, 6);
    head->setSpacing(8);
    head->addWidget(filter_, 1);
    head->addStretch(1);
    head->addWidget(makeButton_);
    head->addWidget(save);
    auto* list = new QWidget(stack_);
    auto* column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(table_, 1);
    column->addWidget(panel_);
    stack_->addWidget(list);
    stack_->addWidget(empty_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);

    connect(makeButton_, &QAbstractButton::clicked, make_, &QAction::trigger);
    connect(empty_, &EmptyState::firstTriggered, this, [this] {
        (isRecorded() ? makeProject_ : needsQuota() ? makeQuota_ : make_)->trigger();
    });
    connect(save, &QAbstractButton::clicked, this, &WorkspacesPage::csvWanted);
    connect(filter_, &SearchField::searched, this, [this] {
        const QString before = selected_;
        this->list();
        if (selected_ != before)
            emit workspaceChosen(selected_);
    });
    connect(filter_, &SearchField::leftDownwards, table_, [this] { table_->setFocus(); });
    connect(table_, &QAbstractItemView::activated, verbs.quotas, &QAction::trigger);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (quiet_ || !current.isValid())
                    return;
                selected_ = shown_.value(current.row());
                panel_->setWorkspace(rowOf(selected_));
                emit selectionChanged();
                emit workspaceChosen(selected_);
            });
    connect(panel_->users()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &WorkspacesPage::selectionChanged);
    connect(panel_, &WorkspacePanel::workWanted, this, &WorkspacesPage::workWanted);
    // The tree gives its selection up then.
    connect(this, &WorkspacesPage::workspaceChosen, this, [this] { quota_.clear(); });
}

void WorkspacesPage::setExplained(const Subject& subject, const View&) {
    quota_ = subject.kind == ObjectKind::quota ? subject.name : QString();
}

const WorkspaceRow* WorkspacesPage::rowOf(const QString& workspace) const {
    if (!view_)
        return nullptr;
    const auto& rows = view_->workspaces;
    const auto found = std::find_if(
        rows.begin(), rows.end(),
        [name = workspace.toStdString()](const auto& row) { return row.spec.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

void WorkspacesPage::setView(const ViewPtr& view) {
    view_ = view;
    makeButton_->setVisible(!isRecorded());
    makeButton_->setEnabled(make_->isEnabled());
    makeButton_->setToolTip(make_->toolTip());
    const bool any = !view->workspaces.empty();
    stack_->setCurrentIndex(any ? 0 : 1);
    if (!any) {
        empty_->setTexts(
            tr("No workspaces"),
            isRecorded() ? tr("A workspace has users, their quotas, and user caps. A project made "
                              "of this run can have workspaces.")
            : needsQuota()
                ? tr("A workspace has users, their quotas, and user caps. Create a quota first.")
                : tr("A workspace has users, their quotas, and user caps. Without one, workloads "
                     "are submitted to quotas only."));
        if (isRecorded())
            empty_->setActions(tr("Make a project of it…"), {}, Icon::database);
        else if (needsQuota())
            empty_->setActions(tr("New root quota…"));
        else
            empty_->setActions(make_->isEnabled() ? tr("New workspace…") : QString());
    }
    list();
    if (!awaited_.isEmpty() && rowOf(awaited_))
        select(std::exchange(awaited_, {}));
}

bool WorkspacesPage::isRecorded() const {
    return view_ && !view_->document.can.journal;
}

// A workspace uses quotas: where there is none, and one may make one, that is the next step.
bool WorkspacesPage::needsQuota() const {
    return view_ && view_->quotas.empty() && makeQuota_->isEnabled();
}

void WorkspacesPage::list() {
    if (!view_)
        return;
    const TextSearch search = searchFor(filter_->text().trimmed());
    std::vector<CellTable::Row> rows;
    QStringList names;
    for (const WorkspaceRow& row : view_->workspaces)
        if (isFound(row, search)) {
            rows.push_back(cellsOf(row));
            names << qt(row.spec.name);
        }
    quiet_ = true;
    rows_->setRows(std::move(rows));
    shown_ = names;
    quiet_ = false;
    restore();
}

// What was selected still is, wherever it is shown now; otherwise the first that the filter leaves.
void WorkspacesPage::restore() {
    const QString before = selected_;
    if (!shown_.contains(selected_))
        selected_ = shown_.value(0);
    const auto at = static_cast<int>(shown_.indexOf(selected_));
    quiet_ = true;
    if (at < 0)
        table_->selectionModel()->clear();
    else if (table_->currentIndex().row() != at)
        table_->setCurrentIndex(rows_->index(at, 0));
    quiet_ = false;
    panel_->setWorkspace(rowOf(selected_));
    if (selected_ != before)
        emit selectionChanged();
}

void WorkspacesPage::select(const QString& workspace) {
    if (!rowOf(workspace)) {
        awaited_ = workspace;
        return;
    }
    const bool other = std::exchange(selected_, workspace) != workspace;
    if (!shown_.contains(workspace)) {
        filter_->clear();
        list();
    }
    restore();
    // What was pressed to make it may be gone with the page that was empty.
    if (other)
        table_->setFocus(Qt::OtherFocusReason);
    emit selectionChanged();
    emit workspaceChosen(selected_);
}

SearchField* WorkspacesPage::filter() const {
    return filter_;
}

QString WorkspacesPage::csv() const {
    std::vector<const WorkspaceRow*> rows;
    for (const QString& name : shown_)
        if (const WorkspaceRow* row = rowOf(name))
            rows.push_back(row);
    return qt(workspaceCsv(rows));
}

}  // namespace apportion::ui
