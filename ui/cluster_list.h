// SPDX-License-Identifier: GPL-3.0-or-later
// The clusters that were added, side by side: each is asked on a thread of its own while somebody
// looks.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/connection.h"
#include "ui/cluster_task.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

// "commands on this machine", "commands by ssh on ana@head", "REST on http://head:6820".
QString wayText(const slurm::Connection& connection);

class ClusterList final : public QObject {
    Q_OBJECT

public:
    explicit ClusterList(SessionBridge& bridge, QObject* parent);

    // The list is read again, and those that somebody looks at are asked.
    void refresh();
    // Asks them now and again while `widget` is seen.
    void askWhileSeen(QWidget* widget);
    bool isUpToDate() const;

    struct Entry {
        slurm::Connection connection;
        std::optional<slurm::Totals> totals;  // nothing = it was never read
        QString at;                           // when; a time of day
        Problems failed;                      // why that is not now
    };
    // By name.
    std::vector<Entry> entries() const;
    bool isEmpty() const { return asked_.empty(); }
    const Problems& unread() const { return unread_; }

signals:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Asked {
        Entry entry;
        ClusterTask task;
    };
    void ask();
    bool isSeen() const;

    std::vector<std::unique_ptr<Asked>> asked_;
    Problems unread_;
    std::vector<QPointer<QWidget>> watchers_;
    QTimer again_;
};

}  // namespace apportion::ui
