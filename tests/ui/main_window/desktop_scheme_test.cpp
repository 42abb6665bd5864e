// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop's colour scheme, told by a portal at the other end of a private connection.
#include "ui/main_window/desktop_scheme.h"

#include <QDBusError>
#include <QDBusMessage>
#include <QDBusServer>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QtTest/QTest>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

const QString kSettings = QStringLiteral("org.freedesktop.portal.Settings");
const QString kPath = QStringLiteral("/org/freedesktop/portal/desktop");

// Answers what is read with a number, wrapped as often as the first portals did.
class Portal final : public QDBusVirtualObject {
public:
    explicit Portal(uint scheme) : scheme_(scheme) {
        QObject::connect(&server_, &QDBusServer::newConnection, this,
                         [this](const QDBusConnection& connection) {
                             peer_ = std::make_unique<QDBusConnection>(connection);
                             peer_->registerVirtualObject(kPath, this);
                         });
    }
    QString address() const { return server_.address(); }
    bool isReached() const { return peer_ != nullptr; }
    void change(const QString& key, uint scheme) {
        auto signal =
            QDBusMessage::createSignal(kPath, kSettings, QStringLiteral("SettingChanged"));
        signal << QStringLiteral("org.freedesktop.appearance") << key
               << QVariant::fromValue(QDBusVariant(scheme));
        EXPECT_TRUE(peer_->send(signal));
    }

    QString introspect(const QString&) const override { return {}; }
    bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
        if (message.member() != QStringLiteral("Read"))
            return false;
        const QDBusVariant once(scheme_);
        return connection.send(
            message.createReply(QVariant::fromValue(QDBusVariant(QVariant::fromValue(once)))));
    }

private:
    uint scheme_;
    QDBusServer server_;
    std::unique_ptr<QDBusConnection> peer_;
};

class DesktopSchemeTest : public ConsoleTest {
protected:
    ~DesktopSchemeTest() override {
        Theme::followDesktop(false);
        Theme::apply(Theme::Light);
        QDBusConnection::disconnectFromPeer(QStringLiteral("portal"));
    }
    QDBusConnection reach(const Portal& portal) {
        auto bus = QDBusConnection::connectToPeer(portal.address(), QStringLiteral("portal"));
        EXPECT_TRUE(bus.isConnected()) << qPrintable(bus.lastError().message());
        EXPECT_TRUE(waitFor([&] { return portal.isReached(); }));
        return bus;
    }
};

TEST_F(DesktopSchemeTest, TheConsoleChangesWithTheDesktopWhereItIsToFollowIt) {
    Portal portal(1);
    const auto bus = reach(portal);
    Theme::apply(Theme::System);
    ASSERT_FALSE(Theme::isDark());
    const DesktopScheme scheme(bus, {});
    QObject::connect(&scheme, &DesktopScheme::told, window.get(), &MainWindow::followDesktop);
    EXPECT_TRUE(waitFor([] { return Theme::isDark(); })) << "it is dark when it is first asked";
    const QString key = QStringLiteral("color-scheme");
    portal.change(key, 2);
    EXPECT_TRUE(waitFor([] { return !Theme::isDark(); }));
    EXPECT_EQ(QApplication::palette().color(QPalette::Window), Theme::color(Role::bg, false));
    portal.change(QStringLiteral("accent-color"), 1);
    portal.change(key, 0);  // prefers neither
    portal.change(key, 1);
    EXPECT_TRUE(waitFor([] { return Theme::isDark(); }));
    // Who has chosen one has it whatever the desktop does, and the desktop's when it is chosen.
    Theme::apply(Theme::Light);
    QSignalSpy told(&scheme, &DesktopScheme::told);
    portal.change(key, 1);
    EXPECT_TRUE(waitFor([&] { return told.count() == 1; }));
    EXPECT_FALSE(Theme::isDark());
    Theme::apply(Theme::System);
    EXPECT_TRUE(Theme::isDark());
}

TEST_F(DesktopSchemeTest, WithoutABusNothingIsTold) {
    Theme::apply(Theme::System);
    const DesktopScheme scheme(QDBusConnection(QStringLiteral("none")), {});
    QSignalSpy told(&scheme, &DesktopScheme::told);
    QCoreApplication::processEvents();
    EXPECT_EQ(told.count(), 0);
    EXPECT_FALSE(Theme::isDark());
}

}  // namespace
}  // namespace apportion::ui
