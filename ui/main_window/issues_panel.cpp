// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/issues_panel.h"

#include <algorithm>
#include <iterator>

#include <QButtonGroup>
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
#include "ui/widgets/chip.h"
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
    std::vector<IssueKind> kinds = byKind(std::move(issues));
    const auto same = [](const IssueLine& a, const IssueLine& b) { return a.sameAs(b); };
    const bool sameRows = std::equal(kinds.begin(), kinds.end(), kinds_.begin(), kinds_.end(),
                                     [&](const IssueKind& a, const IssueKind& b) {
                                         return a.head.sameAs(b.head) &&
                                                std::equal(a.lines.begin(), a.lines.end(),
                                                           b.lines.begin(), b.lines.end(), same);
                                     });
    if (!sameRows) {
        beginResetModel();
        kinds_ = std::move(kinds);
        endResetModel();
        return true;
    }
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (kinds[i] == kinds_[i])
            continue;
        kinds_[i] = std::move(kinds[i]);
        const QModelIndex head = index(static_cast<int>(i), 0);
        emit dataChanged(head, head.siblingAtColumn(columns - 1));
        if (const int rows = rowCount(head); rows > 0)
            emit dataChanged(index(0, 0, head), index(rows - 1, columns - 1, head));
    }
    return false;
}

const IssueLine& IssueModel::issue(const QModelIndex& index) const {
    return index.parent().isValid() ? kinds_[static_cast<std::size_t>(index.parent().row())]
                                          .lines[static_cast<std::size_t>(index.row())]
                                    : issue(index.row());
}

QModelIndex IssueModel::indexOf(const IssueLine& line) const {
    for (int row = 0; row < rowCount(); ++row) {
        const IssueKind& kind = kinds_[static_cast<std::size_t>(row)];
        if (kind.head.isAbout(line))
            return index(row, 0);
        const auto at = std::find_if(kind.lines.begin(), kind.lines.end(),
                                     [&](const IssueLine& each) { return each.isAbout(line); });
        if (at != kind.lines.end())
            return index(static_cast<int>(at - kind.lines.begin()), 0, index(row, 0));
    }
    return {};
}

// The id of an index is 0 for a kind, else one more than the row of its kind.
QModelIndex IssueModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex IssueModel::parent(const QModelIndex& index) const {
    return index.internalId() == 0 ? QModelIndex()
                                   : createIndex(static_cast<int>(index.internalId()) - 1, 0);
}

int IssueModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return static_cast<int>(kinds_.size());
    return parent.internalId() != 0 || parent.column() != 0
               ? 0
               : static_cast<int>(kinds_[static_cast<std::size_t>(parent.row())].lines.size());
}

int IssueModel::columnCount(const QModelIndex&) const {
    return columns;
}

QVariant IssueModel::cellOf(const IssueLine& line, int column, bool below) const {
    switch (column) {
        case whatColumn: {
            // Below the head of its kind a sentence needs no title.
            if (below)
                return QVariant::fromValue(Cell::words({}, line.what).withTwoLines());
            Cell what = line.title.isEmpty() ? Cell::name(line.what, line.remedy)
                                             : Cell::name(line.title, line.what);
            return QVariant::fromValue(
                what.withIcon(toneIcon(toneOf(line.severity)), toneRole(toneOf(line.severity)))
                    .withTwoLines());
        }
        case countColumn:
            return QVariant::fromValue(
                below
                    ? Cell::words({})
                    : Cell::number(QLocale().toString(std::max(1, line.count)),
                                   line.count > 0 ? toneRole(toneOf(line.severity)) : Role::text3));
        case whereColumn: {
            const bool leads = line.count == 0 && isPlace(line.issue.subjectKind);
            Cell where = Cell::words(line.where)
                             .withRole(leads ? Role::accentText : Role::text2)
                             .withBothEnds();
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

QVariant IssueModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid())
        return {};
    const IssueLine& line = issue(index);
    if (role == CellRole)
        return cellOf(line, index.column(), index.parent().isValid());
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
        return tr("Start unknown");
    if (role == Qt::ToolTipRole && index.column() == whereColumn && line.count == 0 &&
        isPlace(line.issue.subjectKind))
        return tr("Go to %1").arg(line.where);
    return {};
}

QVariant IssueModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole && (section == sinceColumn || section == countColumn))
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
        case whatColumn:
            return tr("What");
        case countColumn:
            return tr("Count");
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
      empty_(new TextLabel(tr("No issues."), Type::body, Role::text, this)),
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
    table_->setRootIsDecorated(true);
    table_->setIndentation(kIconRoom);
    table_->setExpandsOnDoubleClick(false);  // the first click did
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
        const IssueLine line = model_->issue(index);  // other rows may come of it
        if (line.count > 0)
            toggle(index);
        else if (isPlace(line.issue.subjectKind))
            emit jumpWanted(line.issue);
    };
    // Also by its arrow, and by the keys that open and close a row.
    connect(table_, &QTreeView::expanded, this, [this](const QModelIndex& head) {
        if (!isOpen(model_->issue(head)))
            open_.push_back(model_->issue(head));
        nameButton(head);
    });
    connect(table_, &QTreeView::collapsed, this, [this](const QModelIndex& head) {
        std::erase_if(open_,
                      [&](const IssueLine& each) { return each.isAbout(model_->issue(head)); });
        nameButton(head);
    });
    connect(table_, &QAbstractItemView::activated, this, jump);
    connect(table_, &QAbstractItemView::clicked, this, [jump](const QModelIndex& index) {
        if (index.column() == IssueModel::whereColumn)
            jump(index);
    });
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 6, 12, 4);
    head->setSpacing(8);
    head->addWidget(title_);
    auto* filters = new QButtonGroup(this);
    const auto addFilter = [&](std::optional<Severity> severity, const QString& text) {
        auto* chip = filters_[severity] = new Chip(text, this);
        filters->addButton(chip);
        head->addWidget(chip);
        connect(chip, &QAbstractButton::toggled, this, [this](bool on) {
            if (on)
                showIssues();
        });
    };
    addFilter(std::nullopt, tr("All"));
    addFilter(Severity::error, tr("Errors"));
    addFilter(Severity::warning, tr("Warnings"));
    addFilter(Severity::hint, tr("Info"));
    filters_[std::nullopt]->setChecked(true);
    head->addStretch(1);
    save_->setToolTip(
        tr("Export all issues as CSV: severity, code, issue, remedy, place, and start, one row "
           "each."));
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
    issues_ = issues;
    int all = 0;
    for (const auto& [severity, chip] : filters_)
        if (severity) {
            const int count = countOf(issues, *severity);
            all += count;
            chip->setCount(QLocale().toString(count));
            chip->setVisible(count > 0 || chip->isChecked());
        }
    filters_[std::nullopt]->setCount(QLocale().toString(all));
    filters_[std::nullopt]->setVisible(all > 0);
    if (issues.empty())
        filters_[std::nullopt]->setChecked(true);
    showIssues();
}

void IssuesPanel::showIssues() {
    std::vector<IssueLine> issues;
    std::copy_if(issues_.begin(), issues_.end(), std::back_inserter(issues), [&](const auto& line) {
        return filters_[std::nullopt]->isChecked() || filters_[line.severity]->isChecked();
    });
    const int row = positionOf(table_->currentIndex());
    const auto current = lineAt(table_->currentIndex());
    const int scrolled = table_->verticalScrollBar()->value();
    const int mending = positionOf(focusedRow());
    const auto armed = lineAt(focusedRow());
    const bool reading = table_->isAncestorOf(window()->focusWidget());
    const bool none = issues.empty();
    if (model_->setIssues(std::move(issues))) {
        openAgain();
        makeButtons();
        if (current && model_->rowCount() > 0) {
            const QModelIndex now = model_->indexOf(*current);
            const auto all = rows();
            table_->setCurrentIndex(
                now.isValid() ? now : all[std::min(static_cast<std::size_t>(row), all.size() - 1)]);
        }
        if (armed)
            focusButton(mending, *armed);
        // Whoever mends one goes on from where they are.
        table_->doItemsLayout();
        table_->verticalScrollBar()->setValue(scrolled);
    }
    if (reading && none)
        close_->setFocus(Qt::OtherFocusReason);  // before the table goes, and the focus anywhere
    table_->setVisible(!none);
    empty_->setVisible(none);
    showDetail();
}

bool IssuesPanel::isOpen(const IssueLine& head) const {
    return std::any_of(open_.begin(), open_.end(),
                       [&](const IssueLine& each) { return each.isAbout(head); });
}

void IssuesPanel::openAgain() {
    for (int row = 0; row < model_->rowCount(); ++row)
        if (isOpen(model_->issue(row)))
            table_->expand(model_->index(row, 0));
}

void IssuesPanel::toggle(const QModelIndex& head) {
    const QModelIndex first = head.siblingAtColumn(0);
    table_->setExpanded(first, !table_->isExpanded(first));
}

// Of the current row the whole is read below where the row has no room for it, by who has no mouse,
// too.
void IssuesPanel::showDetail() {
    const QModelIndex what = table_->currentIndex().siblingAtColumn(IssueModel::whatColumn);
    const int indents = what.parent().isValid() ? 2 : 1;
    const QSizeF room(table_->columnWidth(IssueModel::whatColumn) - kIssuesPanelMargin - kFixEdge -
                          indents * table_->indentation(),
                      kRowHeight);
    const bool cut = what.isValid() && isVoiceCut(what.data(CellRole).value<Cell>(), room);
    detail_->setText(cut ? model_->issue(what).what : QString());
    detail_->setVisible(cut);
}

// No word on a button is cut, in whatever language.
void IssuesPanel::setFixWidth(int width) {
    if (width == fixWidth_)
        return;
    fixWidth_ = width;
    table_->setColumns({{ColumnSpec::stretch, 200},
                        {ColumnSpec::fit, 50},
                        {ColumnSpec::fit, 110},
                        {ColumnSpec::fit, 70},
                        {ColumnSpec::fixed, 0, width}});
}

void IssuesPanel::makeButtons() {
    int widest = kLeastFix;
    for (int row = 0; row < model_->rowCount(); ++row) {
        const QModelIndex head = model_->index(row, 0);
        widest = std::max(widest, makeButton(head));
        for (int below = 0; below < model_->rowCount(head); ++below)
            widest = std::max(widest, makeButton(model_->index(below, 0, head)));
    }
    setFixWidth(widest);
}

// As wide as it needs.
int IssuesPanel::makeButton(const QModelIndex& index) {
    const IssueLine& line = model_->issue(index);
    if (line.fixText.isEmpty())
        return 0;
    auto* room = new QWidget;
    auto* button = new QPushButton(buttonText(line.fixText), room);
    button->setProperty("compact", true);
    button->setAutoDefault(false);
    button->setToolTip(line.remedy);
    button->setAccessibleName(tr("%1: %2", "what mends it, where").arg(line.fixText, line.where));
    connect(button, &QPushButton::clicked, this,
            [this, at = QPersistentModelIndex(index)] { mend(at); });
    auto* layout = new QHBoxLayout(room);
    layout->setContentsMargins(0, 0, 12, 0);
    layout->addStretch(1);
    layout->addWidget(button);
    const int width = layout->sizeHint().width() + kFixEdge;
    table_->setIndexWidget(index.siblingAtColumn(IssueModel::fixColumn), room);
    nameButton(index);
    return width;
}

// Of a kind it opens the row, and closes it again.
void IssuesPanel::nameButton(const QModelIndex& head) {
    QPushButton* button = fixAt(head);
    const IssueLine& line = model_->issue(head);
    if (button == nullptr || line.count == 0)
        return;
    const QString text = table_->isExpanded(head) ? tr("Hide") : line.fixText;
    button->setText(buttonText(text));
    button->setAccessibleName(tr("%1: %2", "what mends it, where")
                                  .arg(text, line.title.isEmpty() ? line.what : line.title));
}

std::vector<QModelIndex> IssuesPanel::rows() const {
    std::vector<QModelIndex> all;
    for (QModelIndex at = model_->index(0, 0); at.isValid(); at = table_->indexBelow(at))
        all.push_back(at);
    return all;
}

int IssuesPanel::positionOf(const QModelIndex& index) const {
    if (!index.isValid())
        return -1;
    const auto all = rows();
    const auto at = std::find(all.begin(), all.end(), index.siblingAtColumn(0));
    return at == all.end() ? -1 : static_cast<int>(at - all.begin());
}

// Of this window, also while a dialog that mends it is the active one.
QModelIndex IssuesPanel::focusedRow() const {
    const QWidget* focus = window()->focusWidget();
    if (!table_->isAncestorOf(focus))
        return {};
    for (const QModelIndex& index : rows())
        if (const QWidget* room = table_->indexWidget(index.siblingAtColumn(IssueModel::fixColumn));
            room != nullptr && room->isAncestorOf(focus))
            return index;
    return {};
}

QPushButton* IssuesPanel::fixAt(const QModelIndex& index) const {
    const QWidget* room = table_->indexWidget(index.siblingAtColumn(IssueModel::fixColumn));
    return room != nullptr ? room->findChild<QPushButton*>() : nullptr;
}

// Of what came into the place of a row that went, or the next that has one, else the last.
QPushButton* IssuesPanel::fixFrom(int position) const {
    const auto all = rows();
    const auto from = all.begin() + std::min<std::ptrdiff_t>(position, std::ssize(all));
    for (auto at = from; at != all.end(); ++at)
        if (QPushButton* button = fixAt(*at))
            return button;
    for (auto at = from; at != all.begin(); --at)
        if (QPushButton* button = fixAt(*(at - 1)))
            return button;
    return nullptr;
}

std::optional<IssueLine> IssuesPanel::lineAt(const QModelIndex& index) const {
    return index.isValid() ? std::optional(model_->issue(index)) : std::nullopt;
}

// The focus goes with its issue, wherever that stands now. Where it went by itself, or its button
// would do something else, only the row has it: a key that is on its way must not mend another one.
// Whoever mended it goes on with the next that can be mended.
void IssuesPanel::focusButton(int position, const IssueLine& before) {
    const auto all = rows();
    if (all.empty())
        return close_->setFocus(Qt::OtherFocusReason);
    const QModelIndex now = model_->indexOf(before);
    QPushButton* button = nullptr;
    if (now.isValid() && (before.count > 0 || model_->issue(now).fixText == before.fixText))
        button = fixAt(now);
    else if (!now.isValid() && mended_ && mended_->isAbout(before))
        button = fixFrom(position);
    if (button != nullptr)
        return button->setFocus(Qt::OtherFocusReason);
    table_->setCurrentIndex(
        now.isValid() ? now : all[std::min(static_cast<std::size_t>(position), all.size() - 1)]);
    table_->setFocus(Qt::OtherFocusReason);
}

void IssuesPanel::mend(const QModelIndex& index) {
    if (!index.isValid() || model_->issue(index).fixText.isEmpty())
        return;
    const IssueLine line = model_->issue(index);  // what follows may take it away
    if (line.count > 0)
        return toggle(index);
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
            mend(table_->currentIndex());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace apportion::ui
