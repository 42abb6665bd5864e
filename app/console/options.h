// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QSize>
#include <QString>

namespace apportion::console {

struct Options {
    QString file;
    QString view;
    QString workspace;        // alone
    QString picture;          // --render: where to
    QString report;           // --report: where to
    QString by, scope, zone;  // of the report
    QString period;
    std::optional<double> at;  // seconds; nothing = the end
    QSize size{1440, 900};     // logical pixels
    QString theme;
    QString scale;
    QString language;
    QString profile;
    bool newWindow = false;
    QString answer;   // --help, --version, --list-views: to be printed
    QString problem;  // wrong usage

    bool renders() const { return !picture.isEmpty(); }
    bool reports() const { return !report.isEmpty(); }
};

Options readOptions(int argc, char** argv);

}  // namespace apportion::console
