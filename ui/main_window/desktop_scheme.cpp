// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/desktop_scheme.h"

#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFileInfo>

namespace apportion::ui {

namespace {

const QString kService = QStringLiteral("org.freedesktop.portal.Desktop");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const QString kSettings = QStringLiteral("org.freedesktop.portal.Settings");
const QString kAppearance = QStringLiteral("org.freedesktop.appearance");
const QString kScheme = QStringLiteral("color-scheme");

// Else looking for one would start one.
bool hasBus() {
    return !qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ||
           QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

}  // namespace

DesktopScheme::DesktopScheme(QObject* parent) : QObject(parent) {
    if (hasBus())
        follow(QDBusConnection::sessionBus(), kService);
}

DesktopScheme::DesktopScheme(QDBusConnection bus, const QString& service, QObject* parent)
    : QObject(parent) {
    follow(std::move(bus), service);
}

void DesktopScheme::follow(QDBusConnection bus, const QString& service) {
    if (!bus.isConnected())
        return;
    bus.connect(service, kPath, kSettings, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QDBusMessage)));
    QDBusMessage question =
        QDBusMessage::createMethodCall(service, kPath, kSettings, QStringLiteral("Read"));
    question << kAppearance << kScheme;
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(question), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QDBusVariant> reply = *answer;
        if (reply.isValid())
            take(reply.value().variant());
        answer->deleteLater();
    });
}

void DesktopScheme::settingChanged(const QDBusMessage& message) {
    const QVariantList told = message.arguments();
    if (told.size() == 3 && told[0] == kAppearance && told[1] == kScheme)
        take(told[2]);
}

// Portals differ in how often they wrap it.
void DesktopScheme::take(const QVariant& value) {
    constexpr uint kDark = 1;
    constexpr uint kLight = 2;
    if (value.canConvert<QDBusVariant>())
        return take(value.value<QDBusVariant>().variant());
    bool isNumber = false;
    const uint scheme = value.toUInt(&isNumber);
    if (isNumber && (scheme == kDark || scheme == kLight))
        emit told(scheme == kDark);
}

}  // namespace apportion::ui
