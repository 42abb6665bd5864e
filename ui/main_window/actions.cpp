// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/actions.h"

#include <QAction>
#include <QCoreApplication>
#include <QWidget>

#include "ui/visible_text.h"

namespace apportion::ui {

namespace {

constexpr const char* kWhyNot = "whyNot";

}  // namespace

Actions::Actions(QWidget* window) : QObject(window) {
    for (const ActionRow& row : actionRows()) {
        auto* action = new QAction(window);
        action->setObjectName(QString::fromLatin1(row.name));
        action->setShortcuts(row.shortcuts);
        action->setCheckable(row.checkable);
        if (row.icon != Icon::none)
            action->setIcon(icon(row.icon));
        window->addAction(action);
        actions_.emplace(row.id, action);
    }
    retranslate();
}

void Actions::takeShortcuts(const Settings& settings) {
    for (const auto& [id, action] : actions_)
        if (const auto keys = settings.shortcuts(action->objectName())) {
            QList<QKeySequence> list;
            for (const QString& each : *keys)
                list.append(QKeySequence(each, QKeySequence::PortableText));
            action->setShortcuts(list);
        }
}

void Actions::enable(ActionId id, bool enabled, const QString& whyNot) const {
    QAction* action = actions_.at(id);
    action->setEnabled(enabled);
    action->setProperty(kWhyNot, whyNot);
    action->setToolTip(enabled || whyNot.isEmpty() ? withShortcut(*action) : whyNot);
}

QString Actions::whyNot(ActionId id) const {
    const QAction* action = actions_.at(id);
    return action->isEnabled() ? QString() : action->property(kWhyNot).toString();
}

void Actions::retranslate() {
    for (const ActionRow& row : actionRows())
        actions_.at(row.id)->setText(QCoreApplication::translate("actions", row.text));
}

std::vector<QAction*> Actions::all() const {
    std::vector<QAction*> list;
    for (const ActionRow& row : actionRows())
        list.push_back(actions_.at(row.id));
    return list;
}

std::vector<QAction*> Actions::of(Menu menu) const {
    std::vector<QAction*> list;
    for (const ActionRow& row : actionRows())
        if (row.menu == menu)
            list.push_back(actions_.at(row.id));
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
