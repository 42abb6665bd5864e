// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/table_export.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>

namespace apportion::ui {

namespace {

struct TableExport {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::TableExport)
};

}  // namespace

void exportTable(QWidget* window, const QString& title, const QString& name,
                 const std::function<QString()>& csv,
                 const std::function<void(const QString& sentence)>& say) {
    auto* place = new QFileDialog(window, title, {}, TableExport::tr("Tables in UTF-8 (*.csv)"));
    place->setAttribute(Qt::WA_DeleteOnClose);
    place->setAcceptMode(QFileDialog::AcceptSave);
    place->setDefaultSuffix(QStringLiteral("csv"));
    place->selectFile(name);
    QObject::connect(place, &QFileDialog::fileSelected, window, [csv, say](const QString& path) {
        QSaveFile file(path);
        const QByteArray text = csv().toUtf8();
        const bool written =
            file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
        say(written ? TableExport::tr("Exported to %1").arg(QFileInfo(path).fileName())
                    : TableExport::tr("%1 could not be written: %2").arg(path, file.errorString()));
    });
    place->open();
}

}  // namespace apportion::ui
