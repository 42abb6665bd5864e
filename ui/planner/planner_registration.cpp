// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>

#include "ui/planner/planner_page.h"

namespace apportion::ui {

namespace {

Page* makePlanner(PageHost& host) {
    auto* page = new PlannerPage(host);
    QObject::connect(host.actions["new-plan"], &QAction::triggered, page, &PlannerPage::newPlan);
    host.addDialogs([page](const QString& name) { return page->dialog(name); });
    return page;
}

}  // namespace

PageRegistration plannerPage() {
    return {.row = {.name = "planner",
                    .text = QT_TRANSLATE_NOOP("actions", "&Planner"),
                    .icon = Icon::branch,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_7)}},
            .make = makePlanner,
            .actions = {{.name = "new-plan",
                         .menu = Menu::file,
                         .text = QT_TRANSLATE_NOOP("actions", "New p&lan…"),
                         .icon = Icon::branch,
                         .place = kFirst}},
            .dialogs = {QStringLiteral("new-plan"), QStringLiteral("advisor")}};
}

}  // namespace apportion::ui
