// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/options.h"

#include <QCommandLineParser>
#include <QLocale>
#include <QRegularExpression>
#include <QUrl>

#include "app/console/option_table.h"
#include "core/model/version.h"
#include "ui/console/console_pages.h"
#include "ui/main_window/render.h"

namespace apportion::console {

namespace {

QStringList argumentsOf(int argc, char** argv) {
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    return arguments;
}

QString readSize(const QString& text, QSize& size) {
    static const QRegularExpression kForm(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$"));
    const auto match = kForm.match(text);
    if (!match.hasMatch())
        return QStringLiteral("--size wants WIDTHxHEIGHT in logical pixels, such as 1440x900");
    size = QSize(match.captured(1).toInt(), match.captured(2).toInt());
    return {};
}

// One the system knows, or the pseudo-language; none at all is the person's own.
bool isLanguage(const QString& language) {
    return language.isEmpty() || language == QLatin1String("xx") ||
           QLocale(language).language() != QLocale::C || language == QLatin1String("C");
}

QStringList allViews() {
    return ui::viewNames(ui::consolePages()) + ui::projectViewNames() + ui::planViewNames() +
           ui::partialViewNames(ui::consolePages());
}

// The first that is wrong.
QString check(const Options& options) {
    if (!options.theme.isEmpty() && options.theme != QLatin1String("light") &&
        options.theme != QLatin1String("dark") && options.theme != QLatin1String("system"))
        return QStringLiteral("--theme wants light, dark or system");
    bool isNumber = true;
    const double scale = options.scale.isEmpty() ? 1 : options.scale.toDouble(&isNumber);
    if (!isNumber || scale < 0.5 || scale > 4)
        return QStringLiteral("--scale wants a number from 0.5 to 4");
    if (!isLanguage(options.language))
        return QStringLiteral(
                   "unknown language %1; --lang wants one such as en, pt_BR, or zh, or xx, which "
                   "shows where longer texts would not fit")
            .arg(options.language);
    if (options.renders() && !options.picture.endsWith(QLatin1String(".png"), Qt::CaseInsensitive))
        return QStringLiteral("--render draws PNG only: %1 does not end in .png")
            .arg(options.picture);
    if (options.reports() && !options.report.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive))
        return QStringLiteral("--report writes PDF only: %1 does not end in .pdf")
            .arg(options.report);
    if (options.reports() && (options.file.isEmpty() || options.renders()))
        return QStringLiteral("--report wants a FILE, and no --render");
    if (!options.workspace.isEmpty() && (options.file.isEmpty() || options.reports()))
        return QStringLiteral("--workspace wants a FILE, and no --report");
    for (const auto& [name, value] :
         {std::pair("--period", options.period), std::pair("--by", options.by),
          std::pair("--scope", options.scope), std::pair("--zone", options.zone)})
        if (!value.isEmpty() && !options.reports())
            return QStringLiteral("%1 is for --report").arg(QLatin1String(name));
    if (!options.view.isEmpty() &&
        !allViews().contains(options.view.section(QLatin1Char(':'), 0, 1)))
        return QStringLiteral("unknown view %1; --list-views prints them").arg(options.view);
    const bool needsNone = options.view == QLatin1String("start") ||
                           options.view == QLatin1String("dialog:new-pool") ||
                           options.view == QLatin1String("dialog:settings") ||
                           options.view == QLatin1String("dialog:shortcuts");
    if (options.renders() && options.file.isEmpty() && !needsNone)
        return QStringLiteral("--render wants a FILE for every view but start");
    if (options.view == QLatin1String("start") && !options.file.isEmpty())
        return QStringLiteral("the view start shows no FILE");
    return {};
}

// What --render draws of a file without --view.
QString usualView(const Options& options) {
    if (options.file.isEmpty())
        return QStringLiteral("start");
    if (options.file.endsWith(QLatin1String(".plan.json")))
        return QStringLiteral("planner");
    return options.workspace.isEmpty() ? QStringLiteral("overview") : QStringLiteral("workspace");
}

}  // namespace

Options readOptions(int argc, char** argv) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QString::fromLatin1(kSummary));
    parser.addPositionalArgument(QStringLiteral("FILE"), QString::fromLatin1(kFileHelp),
                                 QStringLiteral("[FILE]"));
    for (const OptionInfo& info : kOptions) {
        QStringList names{QString::fromLatin1(info.name)};
        if (*info.letter != 0)
            names.prepend(QString::fromLatin1(info.letter));
        parser.addOption({names, QString::fromLatin1(info.help), QString::fromLatin1(info.value)});
    }
    Options options;
    if (!parser.parse(argumentsOf(argc, argv))) {
        options.problem = parser.errorText();
        return options;
    }
    if (parser.isSet(QStringLiteral("help"))) {
        options.answer = parser.helpText().trimmed().replace(QStringLiteral("<executable_name>"),
                                                             QStringLiteral("apportion"));
        return options;
    }
    if (parser.isSet(QStringLiteral("version"))) {
        options.answer = QString::fromStdString(versionText("apportion"));
        return options;
    }
    if (parser.isSet(QStringLiteral("list-views"))) {
        options.answer = allViews().join(QLatin1Char('\n'));
        return options;
    }
    const QStringList files = parser.positionalArguments();
    if (files.size() > 1)
        options.problem = QStringLiteral("one FILE at a time");
    // A file manager may name it as file:///…
    const QUrl url(files.value(0));
    options.file = url.isLocalFile() ? url.toLocalFile() : files.value(0);
    options.view = parser.value(QStringLiteral("view"));
    options.workspace = parser.value(QStringLiteral("workspace"));
    options.picture = parser.value(QStringLiteral("render"));
    options.report = parser.value(QStringLiteral("report"));
    options.period = parser.value(QStringLiteral("period"));
    options.by = parser.value(QStringLiteral("by"));
    options.scope = parser.value(QStringLiteral("scope"));
    options.zone = parser.value(QStringLiteral("zone"));
    options.theme = parser.value(QStringLiteral("theme"));
    options.scale = parser.value(QStringLiteral("scale"));
    options.language = parser.value(QStringLiteral("lang"));
    options.profile = parser.value(QStringLiteral("profile"));
    options.newWindow = parser.isSet(QStringLiteral("new-window"));
    if (parser.isSet(QStringLiteral("at"))) {
        bool isNumber = false;
        options.at = parser.value(QStringLiteral("at")).toDouble(&isNumber);
        if (!isNumber || *options.at < 0)
            options.problem = QStringLiteral("--at wants seconds from the start");
    }
    if (options.renders() && options.view.isEmpty())
        options.view = usualView(options);
    if (parser.isSet(QStringLiteral("size")) && options.problem.isEmpty())
        options.problem = readSize(parser.value(QStringLiteral("size")), options.size);
    if (options.problem.isEmpty())
        options.problem = check(options);
    return options;
}

}  // namespace apportion::console
