// SPDX-License-Identifier: GPL-3.0-or-later
// Undo and redo of a project: told, and asked about where they would evict work.
#include <algorithm>
#include <utility>

#include <QAbstractButton>
#include <QLabel>
#include <QtTest/QSignalSpy>

#include "core/io/scenario_reader.h"
#include "core/session/turn.h"
#include "tests/core/view/standing.h"
#include "tests/ui/main_window/project_console.h"
#include "tests/ui/quota_forms/borrowed_pool.h"
#include "ui/command_runner.h"
#include "ui/files/notice_bar.h"
#include "ui/inspector/inspector.h"
#include "ui/live/live_dialog.h"
#include "ui/main_window/command_dialog.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/undo_verbs.h"

namespace apportion::ui {
namespace {

class UndoTest : public ProjectConsole {
protected:
    void run(const std::string& id,
             const std::vector<std::pair<std::string, std::string>>& arguments) {
        window->commands().run(commandOf(id, arguments));
    }
    void submit(const std::string& name, const std::string& quota, const std::string& gpu) {
        run("submit", {{"name", name}, {"quota", quota}, {"gpu", gpu}});
        ASSERT_TRUE(waitFor([&] { return work(qt(name)) != nullptr; })) << name;
    }
    Gpu guarantee(const std::string& quota) const {
        for (const QuotaRow& row : view().quotas)
            if (row.name == quota)
                return row.numbers.guaranteed / kOneGpu;
        return -1;
    }
    QString asked() const { return window->notices().text(); }
    void answer(std::size_t button) {
        ASSERT_LT(button, window->notices().buttons().size());
        QTest::mouseClick(window->notices().buttons()[button], Qt::LeftButton);
    }
};

TEST_F(UndoTest, AMessageMovesNothing) {
    makePool();
    const auto places = [this] {
        std::vector<std::pair<std::string, QRect>> at;
        for (const QWidget* part : window->findChildren<QWidget*>())
            if (part->isVisible() && part != &window->notices() &&
                !window->notices().isAncestorOf(part))
                at.emplace_back(part->metaObject()->className(),
                                QRect(part->mapTo(window.get(), QPoint()), part->size()));
        return at;
    };
    auto before = places();
    ASSERT_TRUE(waitFor([&] {  // until all that is new has its place
        QTest::qWait(300);
        return window->isSettled() && std::exchange(before, places()) == places();
    }));
    const auto moved = [&] {
        std::string parts;
        const auto now = places();
        for (std::size_t i = 0; i < now.size(); ++i)
            if (i >= before.size() || now[i] != before[i])
                parts += now[i].first + ' ';
        return parts;
    };
    window->notices().present({Tone::info, QStringLiteral("Something was said"), {}, {}});
    QTest::qWait(50);
    ASSERT_TRUE(window->notices().isVisible());
    EXPECT_GT(window->notices().height(), 20);
    EXPECT_EQ(moved(), "");
    window->notices().dismiss();
    QTest::qWait(50);
    EXPECT_EQ(moved(), "");
}

TEST_F(UndoTest, SaysWhatItDid) {
    makePool();
    run("scale", {{"sizes", "A=4"}});
    ASSERT_TRUE(waitFor([this] { return guarantee("A") == 4; }));
    auto* undos = window->findChild<UndoVerbs*>();
    ASSERT_NE(undos, nullptr);
    QSignalSpy said(undos, &UndoVerbs::said);
    const auto tips = [this](const char* id) { return action(id)->toolTip(); };
    EXPECT_TRUE(waitFor([&] { return tips(ActionId::undo) == QStringLiteral("Undo (Ctrl+Z): A"); }))
        << qPrintable(tips(ActionId::undo));
    EXPECT_EQ(tips(ActionId::redo), QStringLiteral("Nothing was undone"));
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return guarantee("A") == 8; }));
    ASSERT_TRUE(waitFor([&] { return said.count() == 1; }));
    EXPECT_EQ(said.takeFirst().front().toString(), QStringLiteral("Undone: Guarantees changed: A"));
    action(ActionId::redo)->trigger();
    ASSERT_TRUE(waitFor([this] { return guarantee("A") == 4; }));
    ASSERT_TRUE(waitFor([&] { return said.count() == 1; }));
    EXPECT_EQ(said.takeFirst().front().toString(), QStringLiteral("Redone: Guarantees changed: A"));
    EXPECT_TRUE(asked().isEmpty());
}

// The workload stays, and the workspace is needed by it.
TEST_F(UndoTest, ARefusalSaysWhatWasDoneLastAndSpeaksInWordsOfTheHistory) {
    makePool();
    run("workspace.add", {{"name", "lab"}, {"quota", "A"}});
    ASSERT_TRUE(waitFor([this] { return view().workspaces.size() == 1; }));
    run("submit", {{"name", "k1"}, {"workspace", "lab"}, {"gpu", "1"}});
    ASSERT_TRUE(waitFor([this] { return work(QStringLiteral("k1")) != nullptr; }));
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return !asked().isEmpty(); }));
    EXPECT_TRUE(asked().contains(QStringLiteral("k1” cannot be undone"))) << qPrintable(asked());
    EXPECT_FALSE(asked().contains(QStringLiteral("workspace.add"))) << qPrintable(asked());
    EXPECT_EQ(view().workspaces.size(), 1U);
}

// What is there to undo is of no use to who may not write.
TEST_F(UndoTest, IsOffWhereTheFileCanOnlyBeRead) {
    makePool();
    View read;
    read.document.open = true;
    stand(read.document, Standing::resting);
    read.document.undo = "A";
    read.document.redo = "B";
    auto* undos = window->findChild<UndoVerbs*>();
    ASSERT_NE(undos, nullptr);
    undos->enable(read);
    EXPECT_TRUE(action(ActionId::undo)->isEnabled());
    EXPECT_TRUE(action(ActionId::redo)->isEnabled());
    read.document.readOnly = true;
    undos->enable(read);
    for (const char* id : {ActionId::undo, ActionId::redo}) {
        EXPECT_FALSE(action(id)->isEnabled());
        EXPECT_EQ(action(id)->toolTip(), QStringLiteral("The file is read-only"));
    }
}

// What runs beyond the size that returns stays, and that nothing more starts there is said.
TEST_F(UndoTest, SaysWhatDrainsByIt) {
    makePool();
    run("scale", {{"sizes", "A=16"}, {"sizes", "B=0"}});
    ASSERT_TRUE(waitFor([this] { return guarantee("A") == 16; }));
    for (const char* name : {"a-1", "a-2"})
        run("submit", {{"name", name}, {"quota", "A"}, {"gpu", "8"}, {"module", "inference"}});
    press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return view().key.running == 2; }));
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return !asked().isEmpty(); }));
    answer(0);
    ASSERT_TRUE(waitFor([this] { return guarantee("A") == 8; }));
    EXPECT_TRUE(waitFor([this] { return !asked().isEmpty(); }));
    EXPECT_TRUE(asked().startsWith(QStringLiteral("Quota A has 8 GPUs"))) << qPrintable(asked());
    run("policy", {{"quota", "A"}, {"set", R"({"weight": 2})"}});
    EXPECT_TRUE(waitFor([this] { return asked().isEmpty(); })) << "it was of the change before";
}

// Whoever has just done what cannot be undone thinks of that, and not of what came before it.
TEST_F(UndoTest, AfterAnActThatStaysItAsksBeforeAnOlderOne) {
    makePool();
    run("scale", {{"sizes", "A=4"}});
    ASSERT_TRUE(waitFor([this] { return guarantee("A") == 4; }));
    submit("a-1", "A", "8");
    for (const std::size_t button : {1, 0}) {
        action(ActionId::undo)->trigger();
        ASSERT_TRUE(waitFor([this] { return !asked().isEmpty(); }));
        EXPECT_EQ(asked(), QStringLiteral("“Submitted: a-1” cannot be undone. Undo the older "
                                          "“Guarantees changed: A” instead?"));
        EXPECT_EQ(guarantee("A"), 4);
        const auto* focus = qobject_cast<QAbstractButton*>(window->focusWidget());
        ASSERT_NE(focus, nullptr);
        EXPECT_EQ(focus->text(), QStringLiteral("Leave it as it is")) << "Enter does no harm";
        answer(button);
        ASSERT_TRUE(waitFor([this] { return asked().isEmpty(); }));
    }
    ASSERT_TRUE(waitFor([this] { return guarantee("A") == 8; }));
}

TEST_F(UndoTest, ARiseOfAPriorityIsNamedAndNotPromisedBack) {
    makePool();
    submit("w", "A", "8");
    auto* inspector = window->findChild<Inspector*>();
    ASSERT_NE(inspector, nullptr);
    emit inspector->priorityWanted(QStringLiteral("w"), 7, QStringLiteral("It would start."));
    const QString verb = QStringLiteral("Raise the priority of w to 7");
    auto* dialog = shown<CommandDialog>();
    ASSERT_NE(dialog, nullptr);
    press(dialog, verb);
    ASSERT_TRUE(waitFor([&] {
        const auto labels = window->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->text() == QStringLiteral("Done: %1. You cannot undo this.").arg(verb);
        });
    }));
}

TEST_F(UndoTest, AsksWhereItWouldEvict) {
    makePool();
    run("scale", {{"sizes", "A=4"}, {"sizes", "B=12"}});
    ASSERT_TRUE(waitFor([this] { return guarantee("B") == 12; }));
    submit("b-1", "B", "8");
    submit("b-2", "B", "4");
    press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return view().key.running == 2; }));
    submit("a-1", "A", "8");
    // The latest that can be undone is the scale: submissions cannot be.
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return !asked().isEmpty(); }));
    EXPECT_TRUE(
        asked().startsWith(QStringLiteral("“Submitted: a-1” cannot be undone. Undo the older "
                                          "“Guarantees changed: A, B” instead? Would evict b-2")))
        << qPrintable(asked());
    answer(1);
    ASSERT_TRUE(waitFor([this] { return asked().isEmpty(); }));
    EXPECT_EQ(guarantee("A"), 4);
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return !asked().isEmpty(); }));
    // What is done meanwhile is not what is undone.
    run("policy", {{"quota", "A"}, {"set", R"({"weight": 3})"}});
    ASSERT_TRUE(waitFor(
        [this] { return !view().journal.empty() && view().journal.front().action == "policy"; }));
    answer(0);
    ASSERT_TRUE(waitFor([this] {
        return is(QStringLiteral("a-1"), WorkloadState::running) &&
               is(QStringLiteral("b-2"), WorkloadState::pending);
    }));
    EXPECT_EQ(guarantee("A"), 8);
    EXPECT_FALSE(view().journal.empty());
}

// What is given without a dialog asks as an undo does, and only where it hits somebody.
TEST_F(UndoTest, AnEditInTheTreeAsksWhereItWouldEvict) {
    makePool();
    run("scale", {{"sizes", "A=4"}, {"sizes", "B=12"}});
    ASSERT_TRUE(waitFor([this] { return guarantee("B") == 12; }));
    submit("b-1", "B", "8");
    submit("b-2", "B", "4");
    press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return view().key.running == 2; }));
    submit("a-1", "A", "8");
    editGuarantee("B", 8);
    ASSERT_TRUE(waitFor([this] { return guarantee("B") == 8; }));
    EXPECT_TRUE(asked().isEmpty()) << "nobody is hit";
    for (const std::size_t button : {1, 0}) {
        editGuarantee("A", 8);
        ASSERT_TRUE(waitFor([this] { return !asked().isEmpty(); }));
        EXPECT_TRUE(asked().startsWith(QStringLiteral("Change A? Would evict b-2 now")))
            << qPrintable(asked());
        EXPECT_EQ(guarantee("A"), 4);
        answer(button);
    }
    ASSERT_TRUE(waitFor([this] { return is(QStringLiteral("a-1"), WorkloadState::running); }));
    EXPECT_EQ(guarantee("A"), 8);
}

// Nobody is evicted while nobody decides, so that is not what is asked about.
TEST_F(UndoTest, AQuestionAboutAPoolAtRestSpeaksOfWhenItIsLive) {
    auto pool = parseScenario(kBorrowed, "rest.json");
    ASSERT_TRUE(pool);
    ASSERT_TRUE(window->bridge()
                    .session()
                    .newProject(profile.filePath(QStringLiteral("rest.apportion")).toStdString(),
                                std::move(pool->scenario))
                    .get());
    ASSERT_TRUE(waitFor([this] { return view().running.size() == 2; }));
    editGuarantee("a", 8);
    ASSERT_TRUE(waitFor([this] { return !asked().isEmpty(); }));
    EXPECT_TRUE(
        asked().startsWith(QStringLiteral("Change a? The pool is not live. Would evict b-2 then")))
        << qPrintable(asked());
    answer(0);
    ASSERT_TRUE(waitFor([this] { return guarantee("a") == 8; }));
    EXPECT_TRUE(is(QStringLiteral("b-2"), WorkloadState::running));
}

TEST_F(UndoTest, IsRefusedInPlace) {
    makePool();
    run("nodes.add", {{"nodes", R"({"name": "fast", "gpu": 8})"}});
    ASSERT_TRUE(waitFor([this] { return view().nodes.rows.size() == 3; }));
    run("scale", {{"sizes", "Pool=24"}});
    ASSERT_TRUE(waitFor([this] { return guarantee("Pool") == 24; }));
    Revision added = 0;
    for (const JournalRow& row : view().journal)
        if (row.action == "nodes.add")
            added = row.n;
    window->bridge().session().undo();
    ASSERT_TRUE(waitFor([this] { return guarantee("Pool") == 16; }));
    window->bridge().session().redo();
    ASSERT_TRUE(waitFor([this] { return guarantee("Pool") == 24; }));
    EXPECT_GT(added, 0);
    const auto tried = window->bridge().session().tryTurn({true, added}).get();
    ASSERT_TRUE(tried);
    EXPECT_FALSE(tried->trial.refusal.empty()) << "more is guaranteed than would be left";
}

TEST_F(UndoTest, ARefusalOffersTheEntryThatIsUndoneFirst) {
    makePool();
    run("scale", {{"sizes", "A=6"}});
    ASSERT_TRUE(waitFor([this] { return guarantee("A") == 6; }));
    const Revision first = view().journal.front().n;
    run("scale", {{"sizes", "A=4"}});
    ASSERT_TRUE(waitFor([this] { return guarantee("A") == 4; }));
    window->findChild<UndoVerbs*>()->undoEntry(first);
    ASSERT_TRUE(waitFor([this] { return window->notices().buttons().size() >= 2; }))
        << qPrintable(asked());
    const auto* undo = qobject_cast<QAbstractButton*>(window->notices().buttons()[0]);
    ASSERT_NE(undo, nullptr);
    EXPECT_EQ(undo->text(), QStringLiteral("Undo entry %1 first").arg(first + 1));
    answer(0);
    EXPECT_TRUE(waitFor([this] { return guarantee("A") == 6; })) << qPrintable(asked());
}

TEST_F(UndoTest, ARefusalIsToldOnceAndGoesWithTheNextChange) {
    makePool();
    run("nodes.add", {{"nodes", R"({"name": "fast", "gpu": 8})"}});
    ASSERT_TRUE(waitFor([this] { return view().nodes.rows.size() == 3; }));
    const Revision added = view().journal.front().n;
    run("scale", {{"sizes", "Pool=24"}});
    ASSERT_TRUE(waitFor([this] { return guarantee("Pool") == 24; }));
    window->findChild<UndoVerbs*>()->undoEntry(added);
    ASSERT_TRUE(waitFor([this] { return !asked().isEmpty(); }));
    EXPECT_TRUE(asked().startsWith(QStringLiteral("Not undone. “Nodes added: fast” cannot be")))
        << qPrintable(asked());
    EXPECT_FALSE(window->issues().isVisible());
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return guarantee("Pool") == 16; }));
    EXPECT_TRUE(waitFor([this] { return asked().isEmpty(); }));
}

TEST_F(UndoTest, ARefusedCommandIsForgottenWhenAnotherIsDone) {
    makePool();
    run("scale", {{"sizes", "A=16"}});
    ASSERT_TRUE(waitFor([this] { return !asked().isEmpty(); }));
    run("scale", {{"sizes", "A=4"}});
    EXPECT_TRUE(waitFor([this] { return asked().isEmpty(); }));
}

}  // namespace
}  // namespace apportion::ui
