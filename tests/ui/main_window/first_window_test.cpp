// SPDX-License-Identifier: GPL-3.0-or-later
// A file that a second start of the program hands over.
#include "ui/files/first_window.h"

#include <atomic>
#include <memory>
#include <thread>

#include <QFileInfo>
#include <QLockFile>
#include <QSignalSpy>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/files/single_instance.h"

namespace apportion::ui {
namespace {

class FirstWindowTest : public ConsoleTest {
protected:
    // From a thread of its own, as another program does.
    static bool hand(const QString& of, const QString& file) {
        std::atomic<int> taken{-1};
        std::thread program([&] { taken = FirstWindow::hand(of, file) ? 1 : 0; });
        EXPECT_TRUE(waitFor([&] { return taken >= 0; }));
        program.join();
        return taken == 1;
    }
};

TEST_F(FirstWindowTest, IsHandedTheFilesOfLaterStartsOfItsProfile) {
    const QString file = copyOf("four-teams.json");
    const QString folder = file + QStringLiteral(".profile");
    EXPECT_FALSE(hand(folder, file)) << "there is no window yet";
    {
        const FirstWindow first(folder);
        const FirstWindow second(folder);
        QSignalSpy handed(&first, &FirstWindow::handed);
        QSignalSpy others(&second, &FirstWindow::handed);
        EXPECT_TRUE(hand(folder, file));
        ASSERT_EQ(handed.count(), 1);
        EXPECT_EQ(handed.front().front().toString(), file);
        EXPECT_EQ(others.count(), 0);
        EXPECT_FALSE(hand(folder + QStringLiteral("x"), file));
    }
    EXPECT_FALSE(hand(folder, file)) << "it is closed";
}

TEST_F(FirstWindowTest, AnotherOneFollowsWhenItIsClosed) {
    const QString file = copyOf("four-teams.json");
    auto first = std::make_unique<FirstWindow>(file);
    const FirstWindow second(file);
    QSignalSpy handed(&second, &FirstWindow::handed);
    first.reset();
    EXPECT_TRUE(waitFor([&] { return hand(file, file); }));
    EXPECT_EQ(handed.count(), 1);
}

TEST_F(FirstWindowTest, OfTwoThatStartTogetherOneIsIt) {
    const QString file = copyOf("four-teams.json");
    QLockFile other(userSocket("window" + QFileInfo(file).absoluteFilePath()) +
                    QStringLiteral(".lock"));
    ASSERT_TRUE(other.tryLock(0));
    const FirstWindow second(file);
    QSignalSpy handed(&second, &FirstWindow::handed);
    EXPECT_FALSE(hand(file, file)) << "the other one is it, and does not listen yet";
    other.unlock();
    EXPECT_TRUE(waitFor([&] { return hand(file, file); }));
    EXPECT_EQ(handed.count(), 1);
}

TEST_F(FirstWindowTest, OpensWhatItIsHandedOnlyIfItShowsNothing) {
    const QString file = copyOf("four-teams.json");
    EXPECT_TRUE(window->files().openIfEmpty(file));
    EXPECT_FALSE(window->files().openIfEmpty(file)) << "it opens one already";
    EXPECT_TRUE(waitFor([this] { return view().document.open; }));
    EXPECT_FALSE(window->files().openIfEmpty(copyOf("pool-128.json")));
    EXPECT_EQ(QString::fromStdString(view().document.file), file);
}

}  // namespace
}  // namespace apportion::ui
