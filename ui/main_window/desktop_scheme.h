// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the desktop is dark, as its portal tells it and every change of it:
// org.freedesktop.appearance of org.freedesktop.portal.Settings
// (flatpak.github.io/xdg-desktop-portal). Where there is no bus, or no portal on it, nothing is
// ever told.
#pragma once

#include <QDBusConnection>
#include <QDBusMessage>
#include <QObject>

namespace apportion::ui {

class DesktopScheme final : public QObject {
    Q_OBJECT

public:
    // The bus of the session; none is started.
    explicit DesktopScheme(QObject* parent = nullptr);
    // `service`: who is asked; empty = who is at the other end of the connection.
    DesktopScheme(QDBusConnection bus, const QString& service, QObject* parent = nullptr);

signals:
    // Not where the desktop prefers neither.
    void told(bool dark);

private:
    Q_SLOT void settingChanged(const QDBusMessage& message);
    void follow(QDBusConnection bus, const QString& service);
    void take(const QVariant& value);
};

}  // namespace apportion::ui
