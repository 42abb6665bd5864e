// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of every action, to be changed; keys that another action has are refused in place.
#pragma once

#include <QList>
#include <QMap>

#include "ui/dialogs/dialog_frame.h"
#include "ui/settings.h"

class QAction;
class QGridLayout;
class QKeySequence;
class QKeySequenceEdit;

namespace apportion::ui {

class IconButton;
class SearchField;
class TextLabel;

// Actions that are about the same.
struct ShortcutGroup {
    QString title;
    QList<QAction*> actions;
};

class ShortcutsDialog final : public DialogFrame {
    Q_OBJECT

public:
    // Each action's object name is its key in the settings.
    ShortcutsDialog(Settings& settings, const QList<ShortcutGroup>& groups,
                    const QMap<QString, QList<QKeySequence>>& otherwise, Mode mode,
                    QWidget* parent = nullptr);

private:
    struct Row {
        QAction* action;
        TextLabel* name;
        QKeySequenceEdit* edit;
        IconButton* clear;
        TextLabel* refusal;  // under the field
        int group;
    };
    void addHead(QGridLayout& grid, const QString& title);
    void addRow(QGridLayout& grid, QAction* action);
    void edited(const Row& row);
    QString refusalOf(const Row& row, const QKeySequence& keys) const;
    void take(const Row& row, const QKeySequence& keys);
    void show(const Row& row);
    void filter();
    void resetAll();

    Settings& settings_;
    QList<QAction*> actions_;
    QMap<QString, QList<QKeySequence>> otherwise_;
    QList<Row> rows_;
    QList<TextLabel*> heads_;
    SearchField* filter_;
};

}  // namespace apportion::ui
