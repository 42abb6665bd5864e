// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/save_dialog.h"

#include <algorithm>

#include <QFileInfo>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStandardPaths>

namespace apportion::ui {

namespace {

// Of this run.
QString& lastFolder() {
    static QString folder;
    return folder;
}

}  // namespace

SaveDialog::SaveDialog(QWidget* parent, const QString& title, const QString& filter,
                       const QString& suffix)
    : QFileDialog(parent, title, startFolder({}), filter), suffix_(QLatin1Char('.') + suffix) {
    setAttribute(Qt::WA_DeleteOnClose);
    setAcceptMode(AcceptSave);
    setDefaultSuffix(suffix);
    known_ << suffix_;
    static const QRegularExpression kEach(QStringLiteral("\\*(\\.[^\\s)]+)"));
    for (auto each = kEach.globalMatch(filter); each.hasNext();)
        known_ << each.next().captured(1);
    connect(this, &QFileDialog::fileSelected, this,
            [](const QString& path) { lastFolder() = QFileInfo(path).absolutePath(); });
}

QString SaveDialog::startFolder(const QString& beside) {
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QString folder = beside.isEmpty() ? QString() : QFileInfo(beside).absolutePath();
    for (const QString& each : {folder, lastFolder(), documents})
        if (!each.isEmpty() && QFileInfo(each).isDir())
            return each;
    return QDir::homePath();
}

void SaveDialog::propose(const QString& name, const QString& beside) {
    setDirectory(startFolder(beside));
    // A pool may be called what no file can be.
    static const QRegularExpression kUnfit(QStringLiteral("[/\\\\:*?\"<>|]"));
    selectFile(withSuffix(QString(name).replace(kUnfit, QStringLiteral("-"))));
}

QString SaveDialog::withSuffix(const QString& name) const {
    const bool has = std::any_of(known_.begin(), known_.end(), [&](const QString& each) {
        return name.endsWith(each, Qt::CaseInsensitive);
    });
    return has ? name : name + suffix_;
}

// The toolkit takes what stands behind a dot, "Quota1.2", for a suffix and adds none.
void SaveDialog::accept() {
    if (auto* name = findChild<QLineEdit*>(QStringLiteral("fileNameEdit")))
        if (const QString typed = name->text().trimmed();
            !typed.isEmpty() && !typed.endsWith(QLatin1Char('/')) &&
            !QFileInfo(directory().absoluteFilePath(typed)).isDir() && withSuffix(typed) != typed)
            name->setText(withSuffix(typed));
    QFileDialog::accept();
}

}  // namespace apportion::ui
