// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preferences/shortcuts_dialog.h"

#include <QAction>
#include <QGridLayout>
#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>

#include "ui/found_text.h"
#include "ui/preferences/shortcuts.h"
#include "ui/visible_text.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kLeast = 420;  // of the list: the dialog stands on a screen of 768 pixels

QString nameOf(const QAction& action) {
    return textOfButton(action.text());
}

// Esc, which no action may have, closes the dialog from here as well.
class KeysField final : public QKeySequenceEdit {
public:
    using QKeySequenceEdit::QKeySequenceEdit;

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
            event->ignore();
        else
            QKeySequenceEdit::keyPressEvent(event);
    }
};

}  // namespace

ShortcutsDialog::ShortcutsDialog(Settings& settings, const QList<ShortcutGroup>& groups,
                                 const QMap<QString, QList<QKeySequence>>& otherwise, Mode mode,
                                 QWidget* parent)
    : DialogFrame(mode, parent),
      settings_(settings),
      otherwise_(otherwise),
      filter_(new SearchField(tr("Filter actions"), this)) {
    setHeading(tr("Keyboard shortcuts"), tr("Select a field and press the keys"));
    body()->addWidget(filter_);
    auto* list = new QWidget;
    auto* column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 8, 0);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 1);
    for (const ShortcutGroup& group : groups) {
        addHead(*grid, group.title);
        for (QAction* action : group.actions) {
            actions_.append(action);
            addRow(*grid, action);
        }
    }
    column->addLayout(grid);
    column->addStretch(1);
    // The filter and the answer stay in sight while the list scrolls.
    auto* area = new QScrollArea(this);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setBackgroundRole(QPalette::Base);
    area->viewport()->setBackgroundRole(QPalette::Base);
    list->setAutoFillBackground(false);
    area->setWidget(list);
    area->setMinimumHeight(kLeast);
    // It never scrolls sideways: a word that is longer still makes the dialog wider.
    area->setMinimumWidth(list->minimumSizeHint().width() +
                          area->style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, area));
    area->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    body()->addWidget(area, 1);
    connect(filter_, &SearchField::searched, this, &ShortcutsDialog::filter);
    connect(addButton(tr("Reset all")), &QPushButton::clicked, this, &ShortcutsDialog::resetAll);
    connect(addPrimary(tr("Close")), &QPushButton::clicked, this, &QDialog::accept);
    setOpeningWidth(560);
}

void ShortcutsDialog::addHead(QGridLayout& grid, const QString& title) {
    auto* head = new TextLabel(title, Type::head, Role::text, this);
    head->setContentsMargins(0, heads_.isEmpty() ? 0 : 10, 0, 0);
    grid.addWidget(head, grid.rowCount(), 0, 1, 3);
    heads_.append(head);
}

void ShortcutsDialog::addRow(QGridLayout& grid, QAction* action) {
    Row row{action,
            new TextLabel(nameOf(*action), Type::body, Role::text, this),
            new KeysField(this),
            new IconButton(Icon::close, tr("No keys for %1").arg(nameOf(*action)), this),
            new TextLabel({}, Type::second, Role::err, this),
            static_cast<int>(heads_.size()) - 1};
    row.edit->setObjectName(action->objectName());
    row.edit->setAccessibleName(tr("Keys of %1").arg(nameOf(*action)));
    row.name->setWordWrap(true);  // another language may be longer
    row.edit->setMinimumWidth(200);
    row.refusal->setWordWrap(true);
    row.refusal->setAlignment(Qt::AlignTrailing | Qt::AlignTop);
    row.refusal->hide();
    show(row);
    const int line = grid.rowCount();
    grid.addWidget(row.name, line, 0);
    grid.addWidget(row.edit, line, 1);
    grid.addWidget(row.clear, line, 2);
    grid.addWidget(row.refusal, line + 1, 0, 1, 3);
    connect(row.edit, &QKeySequenceEdit::editingFinished, this, [this, row] { edited(row); });
    connect(row.clear, &QAbstractButton::clicked, this, [this, row] { take(row, {}); });
    rows_.append(row);
}

void ShortcutsDialog::show(const Row& row) {
    const QSignalBlocker quiet(row.edit);
    row.edit->setKeySequence(row.action->shortcut());
    row.clear->setEnabled(!row.action->shortcut().isEmpty());
}

// Why it may not have these keys; empty = it may. What the program gave it, it may always have.
QString ShortcutsDialog::refusalOf(const Row& row, const QKeySequence& keys) const {
    const QString text = keys.toString(QKeySequence::NativeText);
    const bool ours = otherwise_.value(row.action->objectName()).contains(keys);
    if (!ours && isNeededForTyping(keys))
        return tr("%1 alone is needed in fields and lists: add Ctrl or Alt, or use F1 to F12")
            .arg(text);
    if (!ours && isForEditing(keys))
        return tr("%1 is needed to edit text in fields").arg(text);
    const auto* bar = parentWidget()->window()->findChild<QMenuBar*>();
    if (const QString menu = bar ? menuOpenedBy(keys, bar->actions()) : QString(); !menu.isEmpty())
        return tr("%1 opens the menu \"%2\"").arg(text, menu);
    if (const QAction* holder = holderOf(keys, actions_, row.action))
        return tr("%1 belongs to \"%2\": give that other keys first").arg(text, nameOf(*holder));
    return {};
}

void ShortcutsDialog::edited(const Row& row) {
    const QKeySequence keys = row.edit->keySequence();
    if (keys == row.action->shortcut())
        return;
    const QString refusal = refusalOf(row, keys);
    if (refusal.isEmpty())
        return take(row, keys);
    for (const Row& each : rows_)
        each.refusal->setVisible(each.edit == row.edit);
    row.refusal->setText(refusal);
    show(row);
    setConsequence(tr("No changes."), Tone::err);
}

void ShortcutsDialog::take(const Row& row, const QKeySequence& keys) {
    row.action->setShortcut(keys);
    settings_.setShortcuts(
        row.action->objectName(),
        keys.isEmpty() ? QStringList() : QStringList{keys.toString(QKeySequence::PortableText)});
    for (const Row& each : rows_)
        each.refusal->hide();
    show(row);
    setConsequence(keys.isEmpty()
                       ? tr("\"%1\" has no keys now").arg(nameOf(*row.action))
                       : tr("%1 is \"%2\" now")
                             .arg(keys.toString(QKeySequence::NativeText), nameOf(*row.action)));
}

void ShortcutsDialog::filter() {
    const TextSearch wanted = searchFor(filter_->text().trimmed());
    for (TextLabel* head : heads_)
        head->hide();
    for (const Row& row : rows_) {
        const bool shown = isIn(row.name->text(), wanted) ||
                           isIn(row.edit->keySequence().toString(QKeySequence::NativeText), wanted);
        row.name->setVisible(shown);
        row.edit->setVisible(shown);
        row.clear->setVisible(shown);
        if (shown)
            heads_[row.group]->show();
        row.refusal->hide();
    }
}

void ShortcutsDialog::resetAll() {
    settings_.forgetShortcuts();
    for (const Row& row : rows_) {
        row.action->setShortcuts(otherwise_.value(row.action->objectName()));
        row.refusal->hide();
        show(row);
    }
    setConsequence(tr("All keys are those of the program"));
}

}  // namespace apportion::ui
