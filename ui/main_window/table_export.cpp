// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/table_export.h"

#include <QCoreApplication>
#include <QFileInfo>

#include "core/session/commands/commands.h"
#include "ui/command_runner.h"
#include "ui/widgets/save_dialog.h"

namespace apportion::ui {

namespace {

struct TableExport {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::TableExport)
};

}  // namespace

void exportTable(QWidget* window, const QString& title, const QString& name,
                 const std::function<QString()>& csv, const ExportAnswer& answer) {
    auto* place = new SaveDialog(window, title, TableExport::tr("Tables in UTF-8 (*.csv)"),
                                 QStringLiteral("csv"));
    place->propose(name);
    const auto again = [window, title, name, csv, answer] {
        exportTable(window, title, name, csv, answer);
    };
    QObject::connect(
        place, &QFileDialog::fileSelected, window, [csv, answer, again](const QString& path) {
            if (const auto written = writeOutput(path.toStdString(), csv().toStdString()))
                answer.done(TableExport::tr("Exported to %1").arg(QFileInfo(path).fileName()));
            else
                answer.failed(refusalText(written.error()), again);
        });
    place->open();
}

}  // namespace apportion::ui
