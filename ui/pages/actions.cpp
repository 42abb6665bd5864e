// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/actions.h"

#include <algorithm>
#include <utility>

#include <QAction>
#include <QCoreApplication>
#include <QWidget>

#include "ui/visible_text.h"

namespace apportion::ui {

namespace {

constexpr const char* kWhyNot = "whyNot";

void insert(std::vector<ActionRow>& rows, const ActionRow& row) {
    const auto before = std::find_if(rows.rbegin(), rows.rend(), [&](const ActionRow& each) {
        return each.menu == row.menu && each.place <= row.place;
    });
    const auto after = std::find_if(rows.begin(), rows.end(),
                                    [&](const ActionRow& each) { return each.menu >= row.menu; });
    rows.insert(before != rows.rend() ? before.base() : after, row);
}

}  // namespace

Actions::Actions(QWidget* window, std::vector<ActionRow> rows, const std::vector<ActionRow>& more)
    : QObject(window), rows_(std::move(rows)) {
    for (const ActionRow& row : more)
        insert(rows_, row);
    for (const ActionRow& row : rows_) {
        auto* action = new QAction(window);
        action->setObjectName(QString::fromLatin1(row.name));
        action->setShortcuts(row.shortcuts);
        action->setCheckable(row.checkable);
        if (row.icon != Icon::none)
            action->setIcon(icon(row.icon));
        window->addAction(action);
        actions_.emplace(row.name, action);
    }
    retranslate();
}

void Actions::takeShortcuts(const Settings& settings) {
    for (const auto& [name, action] : actions_)
        if (const auto keys = settings.shortcuts(action->objectName())) {
            QList<QKeySequence> list;
            for (const QString& each : *keys)
                list.append(QKeySequence(each, QKeySequence::PortableText));
            action->setShortcuts(list);
        }
}

void Actions::enable(std::string_view name, bool enabled, const QString& whyNot) const {
    QAction* action = actions_.at(name);
    action->setEnabled(enabled);
    action->setProperty(kWhyNot, whyNot);
    action->setToolTip(enabled || whyNot.isEmpty() ? withShortcut(*action) : whyNot);
}

QString Actions::whyNot(std::string_view name) const {
    const QAction* action = actions_.at(name);
    return action->isEnabled() ? QString() : action->property(kWhyNot).toString();
}

void Actions::retranslate() {
    for (const ActionRow& row : rows_)
        actions_.at(row.name)->setText(QCoreApplication::translate("actions", row.text));
}

std::vector<QAction*> Actions::of(Menu menu) const {
    std::vector<QAction*> list;
    for (const ActionRow& row : rows_)
        if (row.menu == menu)
            list.push_back(actions_.at(row.name));
    return list;
}

QList<QAction*> Actions::contextOf(Menu menu) const {
    std::map<int, QAction*> places;
    for (const ActionRow& row : rows_)
        if (row.menu == menu && row.context > 0)
            places.emplace(row.context, actions_.at(row.name));
    QList<QAction*> list;
    int group = 0;
    for (const auto& [place, action] : places) {
        if (const int now = place / 10; std::exchange(group, now) != now && !list.isEmpty()) {
            list.append(new QAction(action->parent()));
            list.back()->setSeparator(true);
        }
        list.append(action);
    }
    return list;
}

QString menuName(Menu menu) {
    switch (menu) {
        case Menu::file:
            return QCoreApplication::translate("actions", "File");
        case Menu::samples:
            return QCoreApplication::translate("actions", "Samples");
        case Menu::exports:
            return QCoreApplication::translate("actions", "Export");
        case Menu::edit:
            return QCoreApplication::translate("actions", "Edit");
        case Menu::view:
            return QCoreApplication::translate("actions", "View");
        case Menu::quota:
            return QCoreApplication::translate("actions", "Quotas and nodes");
        case Menu::workspace:
            return QCoreApplication::translate("actions", "Workspaces");
        case Menu::workload:
            return QCoreApplication::translate("actions", "Workloads");
        case Menu::playback:
            return QCoreApplication::translate("actions", "Playback");
        case Menu::help:
            return QCoreApplication::translate("actions", "Help");
        case Menu::none:
            break;
    }
    return {};
}

QString withShortcut(const QAction& action) {
    const QString text = textOfButton(action.text());
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    return keys.isEmpty() ? text
                          : QCoreApplication::translate("actions", "%1 (%2)").arg(text, keys);
}

}  // namespace apportion::ui
