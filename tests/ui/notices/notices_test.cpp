// SPDX-License-Identifier: GPL-3.0-or-later
// What is new in a pool, and how a notification service at the other end of a private connection
// is told.
#include <QComboBox>
#include <QDBusMessage>
#include <QDBusServer>
#include <QDBusVirtualObject>
#include <QSignalSpy>

#include "core/store/process_identity.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/notices/notice_watch.h"
#include "ui/preferences/settings_dialog.h"

namespace apportion::ui {
namespace {

const QString kNotifications = QStringLiteral("org.freedesktop.Notifications");
const QString kNotificationsPath = QStringLiteral("/org/freedesktop/Notifications");

// Shows nothing, and keeps what it was to show.
class FakeService final : public QDBusVirtualObject {
public:
    explicit FakeService(QStringList capabilities) : capabilities_(std::move(capabilities)) {
        QObject::connect(&server_, &QDBusServer::newConnection, this,
                         [this](const QDBusConnection& connection) {
                             peer_ = std::make_unique<QDBusConnection>(connection);
                             peer_->registerVirtualObject(kNotificationsPath, this);
                         });
    }
    ~FakeService() override { QDBusConnection::disconnectFromPeer(QStringLiteral("notices")); }

    QDBusConnection reach() {
        auto bus = QDBusConnection::connectToPeer(server_.address(), QStringLiteral("notices"));
        EXPECT_TRUE(QTest::qWaitFor([this] { return peer_ != nullptr; }, 20'000));
        return bus;
    }
    void click(uint id) {
        auto signal = QDBusMessage::createSignal(kNotificationsPath, kNotifications,
                                                 QStringLiteral("ActionInvoked"));
        signal << id << QStringLiteral("default");
        EXPECT_TRUE(peer_->send(signal));
    }

    QString introspect(const QString&) const override { return {}; }
    bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override {
        if (message.member() == QStringLiteral("GetCapabilities"))
            return connection.send(message.createReply(capabilities_));
        if (message.member() != QStringLiteral("Notify"))
            return false;
        told.append(message.arguments());
        return connection.send(message.createReply(static_cast<uint>(told.size())));
    }
    QString title(qsizetype i) const { return told[i][3].toString(); }
    QString body(qsizetype i) const { return told[i][4].toString(); }

    QList<QVariantList> told;

private:
    QStringList capabilities_;
    QDBusServer server_;
    std::unique_ptr<QDBusConnection> peer_;
};

WorkloadRow workOf(const char* name, const char* user, WorkloadState state) {
    WorkloadRow row;
    row.name = name;
    row.user = user;
    row.quota = "Quota1.2";
    row.gpu = 8 * kOneGpu;
    row.status.state = state;
    row.status.waited = 44 * 60 * kSecond;
    return row;
}

View poolOfMe() {
    View view;
    view.document.open = true;
    view.document.can.journal = true;
    view.document.file = "pool.apportion";
    view.document.who = "me";
    view.clock = 1000 * kSecond;
    return view;
}

NoticeWants everything() {
    NoticeWants wants;
    wants.started = wants.evicted = wants.nodeDown = wants.budget = true;
    wants.waits = 30 * 60 * kSecond;
    return wants;
}

std::vector<PoolNotice> newIn(const View& before, const View& now,
                              const NoticeWants& wants = everything()) {
    NoticeFinder finder;
    EXPECT_TRUE(finder.take(std::make_shared<const View>(before), wants).empty());
    return finder.take(std::make_shared<const View>(now), wants);
}

TEST(NoticeFinderTest, OwnWorkThatStartsIsToldWithItsWait) {
    View before = poolOfMe();
    before.waiting = {workOf("mine", "me", WorkloadState::pending),
                      workOf("theirs", "you", WorkloadState::pending)};
    View now = poolOfMe();
    now.running = {workOf("mine", "me", WorkloadState::running),
                   workOf("theirs", "you", WorkloadState::running)};
    auto found = newIn(before, now);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].title, QStringLiteral("mine started"));
    EXPECT_EQ(found[0].body, QStringLiteral("mine has 8 GPUs in Quota1.2 and waited 44 min."));
    EXPECT_EQ(found[0].subject.name, QStringLiteral("mine"));
    EXPECT_TRUE(newIn(now, now).empty());
    EXPECT_TRUE(newIn(before, now, {}).empty()) << "off by default";
    // Submitted and started between two views.
    before.waiting.clear();
    EXPECT_TRUE(newIn(before, now).empty()) << "it ran before";
    now.running[0].status.start = 1001 * kSecond;
    EXPECT_EQ(newIn(before, now).size(), 1U);
}

TEST(NoticeFinderTest, AnEvictionIsToldOnceWithItsReasonAndAMoveIsNot) {
    View before = poolOfMe();
    EvictionRow& row = before.evictions.emplace_back();
    row.record.victim = "mine";
    row.record.preemptor = "training work of another team";
    row.record.why = {"evicted-idle",
                      {{"victim", Value::ofText("mine")},
                       {"taker", Value::ofText(row.record.preemptor)},
                       {"quota", Value::ofText("another quota")},
                       {"gpu", Value::ofGpu(8 * kOneGpu)}}};
    row.victim.user = "me";
    EXPECT_TRUE(newIn(before, before).empty());
    View now = before;
    now.evictions.insert(now.evictions.begin(), row);
    now.evictions.front().record.at = 7;
    auto found = newIn(before, now);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].title, QStringLiteral("mine was evicted"));
    EXPECT_TRUE(found[0].body.contains(QStringLiteral("training work of another team")));
    now.evictions.front().record.rule = EvictionRule::consolidation;
    EXPECT_TRUE(newIn(before, now).empty());
    now.evictions.front().record.rule = EvictionRule::reclaim;
    now.evictions.front().victim.user = "you";
    EXPECT_TRUE(newIn(before, now).empty());
}

TEST(NoticeFinderTest, ALongWaitIsToldOnceAndAgainAfterItEnded) {
    View brief = poolOfMe();
    brief.waiting = {workOf("mine", "me", WorkloadState::pending)};
    brief.waiting[0].status.waited = 30 * 60 * kSecond;
    View longer = brief;
    longer.waiting[0].status.waited += 1;
    View gone = poolOfMe();
    NoticeFinder finder;
    const auto take = [&](const View& view) {
        return finder.take(std::make_shared<const View>(view), everything()).size();
    };
    EXPECT_EQ(take(brief), 0U);
    EXPECT_EQ(take(longer), 1U);
    EXPECT_EQ(take(longer), 0U);
    EXPECT_EQ(take(gone), 0U);
    EXPECT_EQ(take(brief), 0U);
    EXPECT_EQ(take(longer), 1U);
}

TEST(NoticeFinderTest, NodesAndBudgetsAreToldByTheirIssues) {
    const View before = poolOfMe();
    View now = before;
    Issue& node = now.issues.emplace_back();
    node.validator = "node-down";
    node.subject = "n-3";
    node.what = {"issue-node-down",
                 {{"node", Value::ofText("n-3")}, {"gpu", Value::ofGpu(8 * kOneGpu)}}};
    Issue& budget = now.issues.emplace_back();
    budget.validator = "budget";
    budget.subject = "C";
    budget.what = {"budget-near",
                   {{"quota", Value::ofText("C")},
                    {"percent", Value::ofCount(81)},
                    {"budget", Value::ofCount(100)}}};
    now.issues.emplace_back().validator = "starved";
    const auto found = newIn(before, now);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].title, QStringLiteral("Node n-3 is down"));
    EXPECT_EQ(found[0].body, QStringLiteral("Node n-3 is down. Missing capacity: 8 GPUs."));
    EXPECT_EQ(found[1].title, QStringLiteral("Budget of C"));
    EXPECT_TRUE(newIn(now, now).empty());
    View spent = now;
    spent.issues[1].what.code = "budget-spent";
    EXPECT_EQ(newIn(now, spent).size(), 1U) << "80% and 100% are two";
}

TEST(NoticeFinderTest, ManyAtOnceAreOneAndAnotherFileIsNotNews) {
    View before = poolOfMe();
    View now = poolOfMe();
    for (const char* name : {"a", "b", "c", "d"}) {
        before.waiting.push_back(workOf(name, "me", WorkloadState::pending));
        now.running.push_back(workOf(name, "me", WorkloadState::running));
    }
    const auto found = newIn(before, now);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].title, QStringLiteral("4 of your workload(s) started"))
        << "the forms are those of a translation";
    EXPECT_TRUE(found[0].body.startsWith(QStringLiteral("Among them: a, b, ")));
    EXPECT_FALSE(found[0].body.contains(QStringLiteral("d.")));
    now.document.file = "other.apportion";
    EXPECT_TRUE(newIn(before, now).empty());
    now.document.file = before.document.file;
    now.document.can.journal = false;
    EXPECT_TRUE(newIn(before, now).empty()) << "a recorded run is moved by hand";
}

TEST(DesktopNoticesTest, ABodyIsMarkupOnlyWhereTheServiceTakesItSo) {
    for (const bool markup : {true, false}) {
        FakeService service(markup ? QStringList{QStringLiteral("body-markup")} : QStringList());
        DesktopNotices desktop(service.reach(), {});
        desktop.show({QStringLiteral("<b>"), QStringLiteral("R&D <i>"), {}});
        ASSERT_TRUE(QTest::qWaitFor([&] { return !service.told.isEmpty(); }, 20'000));
        EXPECT_EQ(service.told[0][0].toString(), QStringLiteral("Apportion"));
        EXPECT_EQ(service.title(0), QStringLiteral("<b>")) << "a title is never markup";
        EXPECT_EQ(service.body(0),
                  markup ? QStringLiteral("R&amp;D &lt;i&gt;") : QStringLiteral("R&D <i>"));
        EXPECT_TRUE(service.told[0][5].toStringList().isEmpty()) << "nothing to go to";
    }
}

TEST(DesktopNoticesTest, AClickGoesToWhatItIsAbout) {
    FakeService service({});
    DesktopNotices desktop(service.reach(), {});
    QSignalSpy opened(&desktop, &DesktopNotices::opened);
    for (const char* name : {"a", "b"})
        desktop.show(
            {QStringLiteral("title"), {}, {ObjectKind::workload, QString::fromLatin1(name)}});
    ASSERT_TRUE(QTest::qWaitFor([&] { return service.told.size() == 2; }, 20'000));
    QTest::qWait(50);  // the answers come back
    service.click(2);
    ASSERT_TRUE(QTest::qWaitFor([&] { return opened.count() == 1; }, 20'000));
    EXPECT_EQ(opened[0][0].value<Subject>().name, QStringLiteral("b"));
}

TEST(DesktopNoticesTest, WithoutABusNothingIsShown) {
    DesktopNotices desktop(QDBusConnection(QStringLiteral("none")), {});
    desktop.show({QStringLiteral("title"), {}, {}});
}

class NoticesOfAConsole : public ProjectConsole {
protected:
    NoticesOfAConsole()
        : desktop(service.reach(), {}), watch(window->bridge(), settings, desktop) {}

    void SetUp() override {
        makePool();
        for (const char* quota : {"A", "B"}) {
            CommandRequest request = commandOf(
                "submit", {{"quota", quota}, {"gpu", "8"}, {"name", std::string("in-") + quota}});
            ASSERT_TRUE(window->bridge().session().run(std::move(request)).get());
        }
        ASSERT_TRUE(waitFor([this] { return view().waiting.size() == 2; }));
    }
    void lookElsewhere() {
        window->hide();
        ASSERT_TRUE(waitFor([] { return QApplication::activeWindow() == nullptr; }));
    }
    void goLive() {
        ASSERT_TRUE(window->bridge().session().goLive().get());
        ASSERT_TRUE(waitFor([this] { return view().running.size() == 2; }));
        QTest::qWait(100);
    }

    FakeService service{{}};
    DesktopNotices desktop;
    NoticeWatch watch;
};

TEST_F(NoticesOfAConsole, AreOffUntilSomebodyChoosesThem) {
    lookElsewhere();
    goLive();
    EXPECT_TRUE(service.told.isEmpty());
}

TEST_F(NoticesOfAConsole, AreShownWhileTheWindowIsNotInFront) {
    settings.setValue(QStringLiteral("notice-started"), QStringLiteral("true"));
    lookElsewhere();
    goLive();
    ASSERT_TRUE(waitFor([this] { return service.told.size() == 2; }));
    EXPECT_EQ(service.title(0), QStringLiteral("in-A started"));
}

TEST_F(NoticesOfAConsole, AreNotShownWhileTheWindowShowsIt) {
    settings.setValue(QStringLiteral("notice-started"), QStringLiteral("true"));
    window->activateWindow();
    ASSERT_TRUE(waitFor([] { return QApplication::activeWindow() != nullptr; }));
    goLive();
    lookElsewhere();
    QTest::qWait(300);
    EXPECT_TRUE(service.told.isEmpty());
}

TEST_F(NoticesOfAConsole, EachKindHasItsPlaceInTheSettings) {
    EXPECT_FALSE(NoticeWants(settings).any());
    auto* dialog = opened<SettingsDialog>(ActionId::settings);
    for (const char* key : {"notice-started", "notice-evicted", "notice-node", "notice-budget"}) {
        auto* box = dialog->findChild<QAbstractButton*>(QString::fromLatin1(key));
        ASSERT_NE(box, nullptr) << key;
        box->click();
    }
    auto* waits = dialog->findChild<QComboBox*>(QStringLiteral("notice-waits"));
    ASSERT_NE(waits, nullptr);
    waits->setCurrentIndex(waits->findData(QStringLiteral("60")));
    const NoticeWants wants(settings);
    EXPECT_TRUE(wants.started && wants.evicted && wants.nodeDown && wants.budget);
    EXPECT_EQ(wants.waits, 3600 * kSecond);
}

}  // namespace
}  // namespace apportion::ui
