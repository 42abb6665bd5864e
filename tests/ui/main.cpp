// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QApplication>
#include <QByteArray>
#include <QLocale>
#include <QTemporaryDir>

#include "ui/widgets/look.h"

namespace {

// Said by the platforms of tests at every start, and about nothing.
QtMessageHandler previousHandler = nullptr;
void withoutNoise(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (message.contains(QLatin1String("This plugin does not support")) ||
        message.contains(QLatin1String("XDG_RUNTIME_DIR")))
        return;
    previousHandler(type, context, message);
    // What Qt complains of is a mistake of the program, in whatever test it shows.
    if (type == QtWarningMsg && ::testing::UnitTest::GetInstance()->current_test_info() != nullptr)
        ADD_FAILURE() << qPrintable(message);
}

}  // namespace

int main(int argc, char** argv) {
    // Before QApplication, and not by ctest: the build starts this program to list its tests.
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    // Tests that run beside this one open the same samples: their windows are none of ours.
    const QTemporaryDir runtime;
    qputenv("XDG_RUNTIME_DIR", runtime.path().toUtf8());
    // Qt's own file dialog begins in the folder where the last one of any program of the user was,
    // and waits for the lock of that memory as long as another one holds it.
    const QTemporaryDir settings;
    qputenv("XDG_CONFIG_HOME", settings.path().toUtf8());
    previousHandler = qInstallMessageHandler(withoutNoise);
    QLocale::setDefault(QLocale::c());
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("Apportion"));
    QApplication::setApplicationName(QStringLiteral("apportion-tests"));
    apportion::ui::installLook(apportion::ui::Theme::Light);
    ::testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
