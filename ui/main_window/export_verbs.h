// SPDX-License-Identifier: GPL-3.0-or-later
// What can be exported, from the menu, the palette and the pages' own buttons. An action goes to
// the page first: it writes what stands there.
#pragma once

#include <functional>

#include <QObject>

#include "core/view/view.h"
#include "ui/main_window/actions.h"
#include "ui/session_bridge.h"

class QWidget;

namespace apportion::ui {

class ChartsPage;
class HistoryPage;
class IssuesPanel;
class NodesPage;
class WorkloadsPage;
class WorkspacesPage;

class ExportVerbs final : public QObject {
    Q_OBJECT

public:
    struct Pages {
        WorkloadsPage& workloads;
        NodesPage& nodes;
        WorkspacesPage& workspaces;
        HistoryPage& history;
        ChartsPage& charts;
        IssuesPanel& issues;
    };

    ExportVerbs(SessionBridge& bridge, const Actions& actions, const Pages& pages,
                std::function<void(QWidget* page)> goTo, QWidget* window);

    // Which of them can be used now, and why not. Quotas are those of QuotaVerbs.
    void enable(const View& view);

signals:
    void said(const QString& sentence);
    void notExported(const QString& sentence, const std::function<void()>& again);

private:
    void connectTables();
    void connectActions();
    void write(const QString& title, const QString& name, const std::function<QString()>& csv);

    SessionBridge& bridge_;
    const Actions& actions_;
    Pages pages_;
    std::function<void(QWidget*)> goTo_;
    QWidget* window_;
};

}  // namespace apportion::ui
