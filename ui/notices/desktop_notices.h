// SPDX-License-Identifier: GPL-3.0-or-later
// Notices on the desktop, by its notification service: org.freedesktop.Notifications
// (specifications.freedesktop.org/notification-spec). Where there is no bus, or no service on it,
// nothing is shown.
#pragma once

#include <optional>

#include <QDBusConnection>
#include <QHash>
#include <QObject>

#include "ui/notices/notice_finder.h"

namespace apportion::ui {

class DesktopNotices final : public QObject {
    Q_OBJECT

public:
    // The bus of the session; none is started.
    explicit DesktopNotices(QObject* parent = nullptr);
    // `service`: who shows them; empty = who is at the other end of the connection.
    DesktopNotices(QDBusConnection bus, QString service, QObject* parent = nullptr);

    void show(const PoolNotice& notice);

signals:
    // Somebody clicked it.
    void opened(const apportion::ui::Subject& subject);

private:
    Q_SLOT void actionInvoked(uint id, const QString& action);
    Q_SLOT void notificationClosed(uint id, uint reason);
    void follow();
    void send(const PoolNotice& notice);

    std::optional<QDBusConnection> bus_;
    QString service_;
    std::optional<bool> markup_;  // whether a body is markup; nothing = it was not asked yet
    QHash<uint, Subject> shown_;
};

}  // namespace apportion::ui
