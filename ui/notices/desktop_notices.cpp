// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/notices/desktop_notices.h"

#include <utility>

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QFileInfo>
#include <QGuiApplication>
#include <QVariantMap>

#include "ui/rich_text.h"
#include "ui/visible_text.h"

namespace apportion::ui {

namespace {

const QString kNoticeService = QStringLiteral("org.freedesktop.Notifications");
const QString kNoticePath = QStringLiteral("/org/freedesktop/Notifications");
const QString kDefaultAction = QStringLiteral("default");
constexpr int kAsTheDesktopLikes = -1;  // how long it stays

}  // namespace

// Else looking for a bus would start one.
DesktopNotices::DesktopNotices(QObject* parent) : QObject(parent), service_(kNoticeService) {
    if (!qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS") ||
        QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus")))
        bus_ = QDBusConnection::sessionBus();
    follow();
}

DesktopNotices::DesktopNotices(QDBusConnection bus, QString service, QObject* parent)
    : QObject(parent), bus_(std::move(bus)), service_(std::move(service)) {
    follow();
}

void DesktopNotices::follow() {
    if (!bus_ || !bus_->isConnected()) {
        bus_.reset();
        return;
    }
    bus_->connect(service_, kNoticePath, kNoticeService, QStringLiteral("ActionInvoked"), this,
                  SLOT(actionInvoked(uint, QString)));
    bus_->connect(service_, kNoticePath, kNoticeService, QStringLiteral("NotificationClosed"), this,
                  SLOT(notificationClosed(uint, uint)));
}

// What the service can do is asked before the first: some show markup, and some show its signs.
void DesktopNotices::show(const PoolNotice& notice) {
    if (!bus_)
        return;
    if (markup_)
        return send(notice);
    auto* answer = new QDBusPendingCallWatcher(
        bus_->asyncCall(QDBusMessage::createMethodCall(service_, kNoticePath, kNoticeService,
                                                       QStringLiteral("GetCapabilities"))),
        this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, notice] {
        const QDBusPendingReply<QStringList> reply = *answer;
        answer->deleteLater();
        if (!reply.isValid())
            return;
        markup_ = reply.value().contains(QStringLiteral("body-markup"));
        send(notice);
    });
}

void DesktopNotices::send(const PoolNotice& notice) {
    const bool opens = notice.subject.kind != ObjectKind::none;
    QVariantMap hints;
    hints.insert(QStringLiteral("desktop-entry"), QGuiApplication::desktopFileName());
    QDBusMessage call = QDBusMessage::createMethodCall(service_, kNoticePath, kNoticeService,
                                                       QStringLiteral("Notify"));
    call << QStringLiteral("Apportion") << uint{0} << QGuiApplication::desktopFileName()
         << visible(notice.title)
         << (*markup_ ? RichText(notice.body).html() : visible(notice.body))
         << (opens ? QStringList{kDefaultAction, tr("Show", "button of a notification: go to it")}
                   : QStringList())
         << hints << kAsTheDesktopLikes;
    auto* answer = new QDBusPendingCallWatcher(bus_->asyncCall(call), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this,
            [this, answer, subject = notice.subject] {
                const QDBusPendingReply<uint> reply = *answer;
                answer->deleteLater();
                if (reply.isValid())
                    shown_.insert(reply.value(), subject);
            });
}

void DesktopNotices::actionInvoked(uint id, const QString& action) {
    if (action == kDefaultAction && shown_.contains(id))
        emit opened(shown_.value(id));
}

void DesktopNotices::notificationClosed(uint id, uint /*reason*/) {
    shown_.remove(id);
}

}  // namespace apportion::ui
