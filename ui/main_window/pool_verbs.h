// SPDX-License-Identifier: GPL-3.0-or-later
// What a person does to the pool from menus, keys, the palette and context menus: each verb asks
// what it needs in a dialog and runs a command of the session.
#pragma once

#include <functional>

#include <QObject>

#include "ui/main_window/actions.h"
#include "ui/session_bridge.h"

class QWidget;

namespace apportion::ui {

class CommandRunner;
class DialogFrame;
class NoticeBar;

class PoolVerbs final : public QObject {
    Q_OBJECT

public:
    struct Selection {
        std::function<QString()> quota;
        std::function<QString()> workload;
    };

    PoolVerbs(SessionBridge& bridge, CommandRunner& runner, const Actions& actions,
              NoticeBar& notices, Selection selection, QWidget* window);

    // Which of them can be used now, and why not.
    void enable(const View& view);

    // Made but not shown; null for an unknown name or where there is nothing to ask about.
    // "new-pool", "submit", "priority".
    DialogFrame* dialog(const QString& name);

signals:
    // A file that was just made is open.
    void poolMade(const QString& path);
    void said(const QString& sentence);

private:
    void newPool();
    void submit();
    void changePriority();
    void cancelWork();
    void copyReason();
    const WorkloadRow* selectedWork() const;

    SessionBridge& bridge_;
    CommandRunner& runner_;
    const Actions& actions_;
    NoticeBar& notices_;
    Selection selection_;
    QWidget* window_;
};

}  // namespace apportion::ui
