// SPDX-License-Identifier: GPL-3.0-or-later
// apportion: the console. With --render it draws one view into a picture and leaves.
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include <QApplication>
#include <QLocale>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>
#include <QTranslator>

#include "app/console/options.h"
#include "app/console/pseudo_language.h"
#include "app/console/signals.h"
#include "core/model/version.h"
#include "core/session/planning/plan_report.h"
#include "ui/console/console_pages.h"
#include "ui/files/file_flow.h"
#include "ui/files/first_window.h"
#include "ui/files/single_instance.h"
#include "ui/main_window/desktop_scheme.h"
#include "ui/main_window/main_window.h"
#include "ui/main_window/render.h"
#include "ui/notices/notice_watch.h"
#include "ui/reports/report_pdf.h"
#include "ui/settings.h"
#include "ui/visible_text.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/look.h"

namespace {

using namespace apportion;
using apportion::ui::Theme;

// Both must be in place before QApplication is made.
void prepare(const console::Options& options) {
    if (!options.scale.isEmpty())
        qputenv("QT_SCALE_FACTOR", options.scale.toLatin1());
    const bool noScreen =
        qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") &&
        (options.renders() || options.reports() || noScreen))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

Theme::Choice themeOf(const QString& name) {
    return name == QLatin1String("light")  ? Theme::Light
           : name == QLatin1String("dark") ? Theme::Dark
                                           : Theme::System;
}

void installLanguage(const QString& language, QTranslator& translator) {
    if (language == QLatin1String("xx")) {
        QApplication::installTranslator(new console::PseudoLanguage(QApplication::instance()));
        return;
    }
    if (!language.isEmpty())
        QLocale::setDefault(QLocale(language));
    // English has a file, too: the plurals.
    if (translator.load(QLocale(), QStringLiteral("apportion"), QStringLiteral("_"),
                        QStringLiteral(":/translations")) ||
        translator.load(QStringLiteral(":/translations/apportion_en.qm")))
        QApplication::installTranslator(&translator);
}

// What the program ends with: 0 only where the answer is written.
int printAnswer(const QString& answer) {
    if (std::printf("%s\n", qPrintable(answer)) >= 0 && std::fflush(stdout) == 0)
        return 0;
    std::fprintf(stderr, "apportion: Standard output cannot be written: %s.\n",
                 std::generic_category().message(errno).c_str());
    return 1;
}

// Of a plan, which says what it is about; else nothing.
std::optional<report::Document> planDocument(const std::string& file, Problems& wrong) {
    auto plan = preparePlan(file);
    if (!plan) {
        wrong = plan.error();
        return std::nullopt;
    }
    RunControl control{std::stop_token()};
    return planReport(std::move(*plan), control, reportSource(file, versionText("apportion")));
}

std::optional<report::Document> usageDocument(const console::Options& options, Problems& wrong) {
    ReportRequest request;
    request.file = options.file.toStdString();
    request.texts.period = options.period.toStdString();
    request.texts.scope = options.scope.toStdString();
    request.texts.zone = options.zone.toStdString();
    if (!options.by.isEmpty())
        request.texts.by = options.by.toStdString();
    auto prepared = prepareReport(request);
    if (prepared)
        return report::documentOf(prepared->report);
    wrong = std::move(prepared.error());
    return std::nullopt;
}

int writeReport(const console::Options& options) {
    const auto say = [](const QString& words) {
        std::fprintf(stderr, "apportion: %s\n", qPrintable(ui::visible(words)));
    };
    Problems wrong;
    const auto document = ui::fileKindOf(options.file) == ui::FileKind::plan
                              ? planDocument(options.file.toStdString(), wrong)
                              : usageDocument(options, wrong);
    if (!document) {
        for (const Problem& problem : wrong)
            say(QString::fromStdString(problemText(problem)));
        return 3;
    }
    const QString failed = ui::writeReportPdf(*document, options.report);
    if (!failed.isEmpty())
        say(QStringLiteral("%1: %2").arg(options.report, failed));
    return failed.isEmpty() ? 0 : 1;
}

int run(const console::Options& options, const QString& profile) {
    ui::Settings settings(profile);
    if (!options.renders() && !options.file.isEmpty()) {
        if (ui::SingleInstance::raiseOther(options.file))
            return printAnswer(QStringLiteral("%1 is open in another window.").arg(options.file));
        if (!options.newWindow && ui::FirstWindow::hand(profile, options.file))
            return printAnswer(QStringLiteral("The running Apportion opens %1.").arg(options.file));
    }
    ui::installLook(themeOf(options.theme.isEmpty() ? settings.theme() : options.theme));
    QApplication::setWindowIcon(ui::logoIcon());
    ui::MainWindow window(
        settings, ui::pagesOf(settings, options.file, options.workspace, !options.view.isEmpty()));
    if (options.renders()) {
        ui::RenderJob job{options.file, options.view, options.picture, options.at, options.size};
        ui::Renderer renderer(window, std::move(job));
        return QApplication::exec();
    }
    console::leaveOnSignals(window, [&window] {
        window.leave();
        QApplication::quit();
    });
    window.letRememberedGoLive();
    // Looked up now: a package can replace the file later.
    const QString program = QApplication::applicationFilePath();
    const auto openWindow = [&options, program](const QString& file) {
        QStringList arguments{QStringLiteral("--new-window")};
        if (!options.profile.isEmpty())
            arguments << QStringLiteral("--profile") << options.profile;
        if (!file.isEmpty())
            arguments << QStringLiteral("--") << file;
        QProcess::startDetached(program, arguments);
    };
    QObject::connect(&window.files(), &ui::FileFlow::windowWanted, &window, openWindow);
    const ui::FirstWindow first(profile);
    QObject::connect(&first, &ui::FirstWindow::handed, &window,
                     [&window, openWindow](const QString& file) {
                         if (window.files().openIfEmpty(file))
                             emit window.files().wanted();
                         else
                             openWindow(file);
                     });
    if (options.at)
        QObject::connect(
            &window.files(), &ui::FileFlow::opened, &window,
            [&window, at = *options.at] { ui::showMoment(window, at); }, Qt::SingleShotConnection);
    window.fitToScreen();
    // Before it is shown: who gave a file sees no start page.
    if (!options.file.isEmpty())
        window.files().openNamed(options.file);
    else if (options.view != QLatin1String("start"))
        window.files().resume();
    window.show();
    const ui::DesktopScheme scheme;
    QObject::connect(&scheme, &ui::DesktopScheme::told, &window, &ui::MainWindow::followDesktop);
    ui::DesktopNotices desktop;
    const ui::NoticeWatch notices(window.bridge(), settings, desktop);
    QObject::connect(&desktop, &ui::DesktopNotices::opened, &window,
                     [&window](const ui::Subject& subject) {
                         emit window.files().wanted();
                         window.reveal(subject);
                     });
    if (!options.view.isEmpty())
        window.showView(options.view);
    return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
    const auto options = console::readOptions(argc, argv);
    if (!options.problem.isEmpty()) {
        std::fprintf(stderr, "apportion: %s\n", qPrintable(ui::visible(options.problem)));
        return 2;
    }
    if (!options.answer.isEmpty())
        return printAnswer(options.answer);
    prepare(options);
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("Apportion"));
    QApplication::setApplicationName(QStringLiteral("apportion"));
    QApplication::setApplicationVersion(QStringLiteral(APPORTION_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("io.github.apportion.Apportion"));
    QTranslator translator;
    installLanguage(options.language, translator);
    if (options.reports())
        return writeReport(options);
    if (!options.renders())
        return run(options, options.profile);
    // A picture shows the scenario and nothing of whoever draws it.
    const QTemporaryDir profile;
    return run(options, profile.path());
}
