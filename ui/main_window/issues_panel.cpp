// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/issues_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/widgets/cell.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

Icon iconOf(Issue::Severity severity) {
    switch (severity) {
        case Issue::Severity::error:
            return Icon::error;
        case Issue::Severity::warning:
            return Icon::warning;
        case Issue::Severity::hint:
            return Icon::info;
    }
    return Icon::none;
}

Role roleOf(Issue::Severity severity) {
    switch (severity) {
        case Issue::Severity::error:
            return Role::err;
        case Issue::Severity::warning:
            return Role::warn;
        case Issue::Severity::hint:
            return Role::info;
    }
    return Role::text2;
}

}  // namespace

void IssueModel::setIssues(std::vector<Issue> issues) {
    beginResetModel();
    issues_ = std::move(issues);
    endResetModel();
}

int IssueModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(issues_.size());
}

int IssueModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant IssueModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const Issue& one = issue(index.row());
    if (role == CellRole) {
        if (index.column() == whatColumn)
            return QVariant::fromValue(Cell::name(one.what, one.detail)
                                           .withIcon(iconOf(one.severity), roleOf(one.severity)));
        Cell where = Cell::words(one.where).withRole(Role::text2);
        if (one.team)
            where.withTeam(*one.team);
        return QVariant::fromValue(where);
    }
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return data(index, CellRole).value<Cell>().plainText();
    if (role == Qt::ToolTipRole && index.column() == whatColumn)
        return (one.what + QLatin1Char('\n') + one.detail).trimmed();
    return {};
}

QVariant IssueModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == whatColumn ? tr("What") : tr("Where");
}

IssuesPanel::IssuesPanel(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel(tr("Issues"), this)),
      empty_(new QLabel(tr("Nothing to look at: no error, no warning, no hint."), this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      model_(new IssueModel(this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    title_->setFont(ui::font(Type::head));
    empty_->setAlignment(Qt::AlignCenter);
    table_->setModel(model_);
    table_->setPageMargin(12);
    table_->setAccessibleName(tr("Issues"));
    table_->setColumns({{ColumnSpec::stretch, 200}, {ColumnSpec::fit, 160}});
    auto* close = new QToolButton(this);
    close->setIcon(icon(Icon::close));
    close->setAutoRaise(true);
    close->setProperty("compact", true);
    close->setToolTip(tr("Close"));
    close->setAccessibleName(tr("Close the issues"));
    connect(close, &QToolButton::clicked, this, &IssuesPanel::closed);
    connect(table_, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        if (!model_->issue(index.row()).quota.isEmpty())
            emit quotaActivated(model_->issue(index.row()).quota);
    });
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 6, 12, 4);
    head->addWidget(title_);
    head->addStretch(1);
    head->addWidget(close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(table_, 1);
    layout->addWidget(empty_, 1);
    setIssues({});
}

void IssuesPanel::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(QRectF(0, 0, width(), 1), color(Role::line));
}

void IssuesPanel::setTitle(const QString& title) {
    title_->setText(title);
}

void IssuesPanel::setIssues(const std::vector<Issue>& issues) {
    model_->setIssues(issues);
    table_->setVisible(!issues.empty());
    empty_->setVisible(issues.empty());
}

}  // namespace apportion::ui
