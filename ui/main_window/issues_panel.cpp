// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/issues_panel.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/visible_text.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/cell_paint.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

namespace {

constexpr int kRowHeight = 34;
constexpr int kLeastFix = 200;  // width of the column of buttons
constexpr int kFixEdge = 8;     // that a cell leaves free around them
constexpr int kIssuesPanelMargin = 12;
constexpr int kIconRoom = 22;  // between it and the words of a row

QString tipOf(const IssueLine& line) {
    QStringList parts{severityText(line.severity), line.what, line.remedy};
    parts.removeAll(QString());
    return parts.join(QLatin1Char('\n'));
}

}  // namespace

bool IssueModel::setIssues(std::vector<IssueLine> issues) {
    const bool same =
        issues.size() == issues_.size() &&
        std::equal(issues.begin(), issues.end(), issues_.begin(),
                   [](const IssueLine& a, const IssueLine& b) { return a.sameAs(b); });
    if (!same) {
        beginResetModel();
        issues_ = std::move(issues);
        endResetModel();
        return true;
    }
    for (std::size_t i = 0; i < issues.size(); ++i) {
        if (issues[i] == issues_[i])
            continue;
        issues_[i] = std::move(issues[i]);
        const int row = static_cast<int>(i);
        emit dataChanged(index(row, 0), index(row, columns - 1));
    }
    return false;
}

int IssueModel::rowOf(const IssueLine& line) const {
    const auto at = std::find_if(issues_.begin(), issues_.end(),
                                 [&](const IssueLine& each) { return each.isAbout(line); });
    return at == issues_.end() ? -1 : static_cast<int>(at - issues_.begin());
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
    const IssueLine& line = issue(index.row());
    if (role == CellRole) {
        switch (index.column()) {
            case whatColumn: {
                Cell what = line.title.isEmpty() ? Cell::name(line.what, line.remedy)
                                                 : Cell::name(line.title, line.what);
                return QVariant::fromValue(
                    what.withIcon(toneIcon(toneOf(line.severity)), toneRole(toneOf(line.severity)))
                        .withTwoLines());
            }
            case whereColumn: {
                Cell where =
                    Cell::words(line.where)
                        .withRole(isPlace(line.issue.subjectKind) ? Role::accentText : Role::text2);
                if (line.team)
                    where.withTeam(*line.team, 8);
                return QVariant::fromValue(where);
            }
            case sinceColumn:
                // Of what is set up so, no moment is known.
                return QVariant::fromValue(line.since.isEmpty()
                                               ? Cell::number(QStringLiteral("–"), Role::text3)
                                               : Cell::number(line.since, Role::text2));
            default:
                return QVariant::fromValue(Cell::words({}));
        }
    }
    if (role == Qt::AccessibleTextRole && index.column() == whatColumn)
        return tr("%1: %2", "severity, what is wrong").arg(severityText(line.severity), line.what);
    if (role == Qt::AccessibleTextRole && index.column() == fixColumn)
        return line.fixText;
    if (role == Qt::DisplayRole && index.column() == whatColumn)
        return line.title.isEmpty()
                   ? line.what
                   : tr("%1: %2", "in short, the sentence").arg(line.title, line.what);
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return index.column() == fixColumn ? line.fixText
                                           : data(index, CellRole).value<Cell>().plainText();
    if (role == Qt::ToolTipRole && index.column() == whatColumn)
        return tipOf(line);
    if (role == Qt::ToolTipRole && index.column() == sinceColumn && line.since.isEmpty())
        return tr("Since when it is so is not known");
    if (role == Qt::ToolTipRole && index.column() == whereColumn && isPlace(line.issue.subjectKind))
        return tr("Go to %1").arg(line.where);
    return {};
}

QVariant IssueModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && section == sinceColumn)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
        case whatColumn:
            return tr("What");
        case whereColumn:
            return tr("Where");
        case sinceColumn:
            return tr("Since");
        default:
            return QString();
    }
}

IssuesPanel::IssuesPanel(QWidget* parent)
    : QWidget(parent),
      title_(new TextLabel(tr("Issues"), Type::head, Role::text, this)),
      empty_(new TextLabel(tr("No issues now: no error, no warning, no hint."), Type::body,
                           Role::text, this)),
      table_(new TreeView(TreeView::Shape::table, this)),
      model_(new IssueModel(this)),
      detail_(new TextLabel({}, Type::second, Role::text, this)),
      save_(new IconButton(Icon::download, tr("Export the issues as CSV…"), this)),
      close_(new QToolButton(this)) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    empty_->setAlignment(Qt::AlignCenter);
    table_->setModel(model_);
    table_->setPageMargin(kIssuesPanelMargin);
    table_->setRowHeight(kRowHeight);
    table_->setAccessibleName(tr("Issues"));
    setFixWidth(kLeastFix);
    table_->installEventFilter(this);
    detail_->setWordWrap(true);
    detail_->setContentsMargins(kIssuesPanelMargin + kIconRoom, 4, kIssuesPanelMargin, 8);
    connect(table_->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &IssuesPanel::showDetail);
    connect(table_->header(), &QHeaderView::sectionResized, this, &IssuesPanel::showDetail);
    close_->setIcon(icon(Icon::close));
    close_->setAutoRaise(true);
    close_->setProperty("compact", true);
    close_->setToolTip(tr("Close"));
    close_->setAccessibleName(tr("Close the issues"));
    connect(close_, &QToolButton::clicked, this, &IssuesPanel::closed);
    const auto jump = [this](const QModelIndex& index) {
        const Issue issue = model_->issue(index.row()).issue;  // other rows may come of it
        if (isPlace(issue.subjectKind))
            emit jumpWanted(issue);
    };
    connect(table_, &QAbstractItemView::activated, this, jump);
    connect(table_, &QAbstractItemView::clicked, this, [jump](const QModelIndex& index) {
        if (index.column() == IssueModel::whereColumn)
            jump(index);
    });
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 6, 12, 4);
    head->setSpacing(8);
    head->addWidget(title_);
    for (const Severity severity : {Severity::error, Severity::warning, Severity::hint}) {
        counts_[severity] = new BadgeLabel({}, this);
        head->addWidget(counts_[severity]);
    }
    head->addStretch(1);
    save_->setToolTip(
        tr("Export as CSV for a spreadsheet: every issue of the pool, a row each, with severity, "
           "code, what is wrong, what mends it, where and since when."));
    connect(save_, &QAbstractButton::clicked, this, &IssuesPanel::csvWanted);
    head->addWidget(save_);
    head->addWidget(close_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(head);
    layout->addWidget(table_, 1);
    layout->addWidget(detail_);
    layout->addWidget(empty_, 1);
    empty_->setVisible(true);
    setIssues({});
}

void IssuesPanel::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(QRectF(0, 0, width(), 1), color(Role::line));
}

void IssuesPanel::setTitle(const QString& title) {
    title_->setText(title);
}

void IssuesPanel::offerCsv(bool offered) {
    save_->setVisible(offered);
}

void IssuesPanel::setIssues(const std::vector<IssueLine>& issues) {
    const int row = table_->currentIndex().row();
    const auto current = lineAt(row);
    const int scrolled = table_->verticalScrollBar()->value();
    const int mending = rowOfFocusedButton();
    const auto armed = lineAt(mending);
    const bool reading = table_->isAncestorOf(window()->focusWidget());
    if (model_->setIssues(issues)) {
        makeButtons();
        if (current && model_->rowCount() > 0) {
            const int now = model_->rowOf(*current);
            table_->setCurrentIndex(
                model_->index(now >= 0 ? now : std::min(row, model_->rowCount() - 1), 0));
        }
        if (armed)
            focusButton(mending, *armed);
        // Whoever mends one goes on from where they are.
        table_->doItemsLayout();
        table_->verticalScrollBar()->setValue(scrolled);
    }
    for (const auto& [severity, badge] : counts_) {
        const int count = countOf(issues, severity);
        badge->setBadge({QLocale().toString(count), toneOf(severity), toneIcon(toneOf(severity))});
        badge->setAccessibleName(
            tr("%1: %2", "severity, how many").arg(severityText(severity), QString::number(count)));
        badge->setVisible(count > 0);
    }
    if (reading && issues.empty())
        close_->setFocus(Qt::OtherFocusReason);  // before the table goes, and the focus anywhere
    table_->setVisible(!issues.empty());
    empty_->setVisible(issues.empty());
    showDetail();
}

// Of the current row the whole is read below where the row has no room for it, by who has no mouse,
// too.
void IssuesPanel::showDetail() {
    const int row = table_->currentIndex().row();
    const QSizeF room(table_->columnWidth(IssueModel::whatColumn) - kIssuesPanelMargin - kFixEdge,
                      kRowHeight);
    const auto cell = [&] {
        return model_->data(model_->index(row, IssueModel::whatColumn), CellRole).value<Cell>();
    };
    const bool cut = row >= 0 && isVoiceCut(cell(), room);
    detail_->setText(cut ? model_->issue(row).what : QString());
    detail_->setVisible(cut);
}

// No word on a button is cut, in whatever language.
void IssuesPanel::setFixWidth(int width) {
    if (width == fixWidth_)
        return;
    fixWidth_ = width;
    table_->setColumns({{ColumnSpec::stretch, 200},
                        {ColumnSpec::fit, 110},
                        {ColumnSpec::fit, 70},
                        {ColumnSpec::fixed, 0, width}});
}

void IssuesPanel::makeButtons() {
    int widest = kLeastFix;
    for (int row = 0; row < model_->rowCount(); ++row) {
        const IssueLine& line = model_->issue(row);
        if (line.fixText.isEmpty())
            continue;
        auto* room = new QWidget;
        auto* button = new QPushButton(buttonText(line.fixText), room);
        button->setProperty("compact", true);
        button->setAutoDefault(false);
        button->setToolTip(line.remedy);
        button->setAccessibleName(
            tr("%1: %2", "what mends it, where").arg(line.fixText, line.where));
        connect(button, &QPushButton::clicked, this, [this, row] { mend(row); });
        auto* layout = new QHBoxLayout(room);
        layout->setContentsMargins(0, 0, 12, 0);
        layout->addStretch(1);
        layout->addWidget(button);
        widest = std::max(widest, layout->sizeHint().width() + kFixEdge);
        table_->setIndexWidget(model_->index(row, IssueModel::fixColumn), room);
    }
    setFixWidth(widest);
}

// Of this window, also while a dialog that mends it is the active one.
int IssuesPanel::rowOfFocusedButton() const {
    for (int row = 0; row < model_->rowCount(); ++row)
        if (const QWidget* room = table_->indexWidget(model_->index(row, IssueModel::fixColumn));
            room != nullptr && room->isAncestorOf(window()->focusWidget()))
            return row;
    return -1;
}

QPushButton* IssuesPanel::fixAt(int row) const {
    const QWidget* room = table_->indexWidget(model_->index(row, IssueModel::fixColumn));
    return room != nullptr ? room->findChild<QPushButton*>() : nullptr;
}

// Of what came into the place of a row that went, or the next that has one, else the last.
QPushButton* IssuesPanel::fixFrom(int row) const {
    const int rows = model_->rowCount();
    for (int at = row; at < rows; ++at)
        if (QPushButton* button = fixAt(at))
            return button;
    for (int at = std::min(row, rows) - 1; at >= 0; --at)
        if (QPushButton* button = fixAt(at))
            return button;
    return nullptr;
}

std::optional<IssueLine> IssuesPanel::lineAt(int row) const {
    return row < 0 ? std::nullopt : std::optional(model_->issue(row));
}

// The focus goes with its issue, wherever that stands now. Where it went by itself, or its button
// would do something else, only the row has it: a key that is on its way must not mend another one.
// Whoever mended it goes on with the next that can be mended.
void IssuesPanel::focusButton(int row, const IssueLine& before) {
    const int last = model_->rowCount() - 1;
    if (last < 0)
        return close_->setFocus(Qt::OtherFocusReason);
    const int now = model_->rowOf(before);
    QPushButton* button = nullptr;
    if (now >= 0 && model_->issue(now).fixText == before.fixText)
        button = fixAt(now);
    else if (now < 0 && mended_ && mended_->isAbout(before))
        button = fixFrom(row);
    if (button != nullptr)
        return button->setFocus(Qt::OtherFocusReason);
    table_->setCurrentIndex(model_->index(now >= 0 ? now : std::min(row, last), 0));
    table_->setFocus(Qt::OtherFocusReason);
}

void IssuesPanel::mend(int row) {
    if (row < 0 || row >= model_->rowCount() || model_->issue(row).fixText.isEmpty())
        return;
    const IssueLine line = model_->issue(row);  // what follows may take it away
    mended_ = line;
    if (line.passed)
        emit dismissed(line.what);
    else if (!line.damaged.isEmpty())
        emit recoveryWanted(line.damaged);
    else
        emit fixWanted(line.issue);
}

bool IssuesPanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == table_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && key->modifiers().testFlag(Qt::ControlModifier)) {
            mend(table_->currentIndex().row());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace apportion::ui
