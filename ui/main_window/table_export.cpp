// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/table_export.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

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
            QSaveFile file(path);
            const QByteArray text = csv().toUtf8();
            if (file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit())
                answer.done(TableExport::tr("Exported to %1").arg(QFileInfo(path).fileName()));
            else
                answer.failed(
                    TableExport::tr("%1 could not be written: %2").arg(path, file.errorString()),
                    again);
        });
    place->open();
}

}  // namespace apportion::ui
