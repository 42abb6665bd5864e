// SPDX-License-Identifier: GPL-3.0-or-later
// The scale of a process is fixed when it starts: pictures at 2x need a second one.
#include <gtest/gtest.h>

#include <QCoreApplication>
#include <QProcess>

namespace apportion::ui {
namespace {

TEST(GalleryAtTwiceTheScale, IsDrawnToo) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_SCALE_FACTOR"), QStringLiteral("2"));
    // The child must not write into the parent's report.
    environment.remove(QStringLiteral("GTEST_OUTPUT"));
    process.setProcessEnvironment(environment);
    process.start(QCoreApplication::applicationFilePath(),
                  {QStringLiteral("--gtest_filter=Gallery.*:Icons.*:Hatch.*")});
    ASSERT_TRUE(process.waitForFinished(60000));
    EXPECT_EQ(process.exitCode(), 0) << process.readAllStandardOutput().toStdString();
}

}  // namespace
}  // namespace apportion::ui
