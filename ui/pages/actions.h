// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the console, by its name: the window's and those that pages register. Menus, the
// palette, the cheat sheet and tool tips are made of them.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include "ui/pages/subject.h"
#include "ui/settings.h"
#include "ui/widgets/icons.h"

class QAction;
class QWidget;

namespace apportion::ui {

enum class Menu {
    none,
    file,
    samples,
    exports,
    edit,
    view,
    quota,
    workspace,
    workload,
    playback,
    help
};

// Where an action stands among those of its menu; equal ones as they are registered.
constexpr int kFirst = 0;
constexpr int kMiddle = 50;
constexpr int kLast = 100;

struct ActionRow {
    const char* name;  // stable, for settings and tests
    Menu menu = Menu::none;
    const char* text = nullptr;  // translated in context "actions"
    Icon icon = Icon::none;
    QList<QKeySequence> shortcuts{};
    const char* alone = nullptr;  // text where no menu says what it acts on, in the same context
    bool separatorBefore = false;
    bool checkable = false;
    ObjectKind on = ObjectKind::none;  // the palette offers it for every such object
    int place = kMiddle;
    int context =
        0;  // in the context menu of its menu's objects: group * 10 + place; 0 = not there
};

class Actions final : public QObject {
    Q_OBJECT

public:
    // `more` are put among them, each behind those of its menu that do not come after it.
    Actions(QWidget* window, std::vector<ActionRow> rows, const std::vector<ActionRow>& more = {});

    // Of a registered name.
    QAction* operator[](std::string_view name) const { return actions_.at(name); }
    const std::vector<ActionRow>& rows() const { return rows_; }
    std::vector<QAction*> of(Menu menu) const;
    // What belongs to an object of that menu, with separators between groups.
    QList<QAction*> contextOf(Menu menu) const;
    // With its shortcut as tool tip, or the reason why it is not there.
    void enable(std::string_view name, bool enabled, const QString& whyNot) const;
    // The reason that was given; empty where it can be done.
    QString whyNot(std::string_view name) const;
    // Keys that a person gave them, over those of the table.
    void takeShortcuts(const Settings& settings);
    void retranslate();

private:
    std::vector<ActionRow> rows_;  // as they stand in the palette
    std::map<std::string_view, QAction*> actions_;
};

// What actions of a menu are about: "File", without an access key.
QString menuName(Menu menu);

// "Step (→)": the action's text with its first shortcut, for tool tips.
QString withShortcut(const QAction& action);

}  // namespace apportion::ui
