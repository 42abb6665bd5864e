// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/save_dialog.h"

#include <algorithm>

#include <QFileInfo>
#include <QGridLayout>
#include <QLineEdit>
#include <QRegularExpression>
#include <QStandardPaths>

#include "core/change/free_place.h"
#include "ui/texts.h"
#include "ui/widgets/message_bar.h"

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
    setLabelText(LookIn, tr("Save in:"));
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

void SaveDialog::keepExisting() {
    setOption(DontConfirmOverwrite);
    taken_ = new MessageBar(this);
    if (auto* grid = qobject_cast<QGridLayout*>(layout()))
        grid->addWidget(taken_, grid->rowCount(), 0, 1, -1);
    connect(nameField(), &QLineEdit::textEdited, taken_, &QWidget::hide);
}

void SaveDialog::propose(const QString& name, const QString& beside) {
    const QString folder = startFolder(beside);
    setDirectory(folder);
    // A pool may be called what no file can be.
    static const QRegularExpression kUnfit(QStringLiteral("[/\\\\:*?\"<>|]"));
    QString file = withSuffix(QString(name).replace(kUnfit, QStringLiteral("-")));
    if (taken_ != nullptr)
        file = QFileInfo(qt(freePlace(QDir(folder).filePath(file).toStdString()))).fileName();
    selectFile(file);
}

QLineEdit* SaveDialog::nameField() const {
    return findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
}

QString SaveDialog::withSuffix(const QString& name) const {
    const bool has = std::any_of(known_.begin(), known_.end(), [&](const QString& each) {
        return name.endsWith(each, Qt::CaseInsensitive);
    });
    if (has)
        return name;
    // Of "plan.json" somebody has typed the end.
    const QString end = suffix_.mid(suffix_.lastIndexOf(QLatin1Char('.')));
    const bool half = end != suffix_ && name.endsWith(end, Qt::CaseInsensitive);
    return (half ? name.chopped(end.size()) : name) + suffix_;
}

// The toolkit takes what stands behind a dot, "Quota1.2", for a suffix and adds none.
void SaveDialog::accept() {
    if (QLineEdit* name = nameField())
        if (const QString typed = name->text().trimmed();
            !typed.isEmpty() && !typed.endsWith(QLatin1Char('/')) &&
            !QFileInfo(directory().absoluteFilePath(typed)).isDir() && withSuffix(typed) != typed)
            name->setText(withSuffix(typed));
    if (taken_ == nullptr || isFree())
        QFileDialog::accept();
}

bool SaveDialog::isFree() {
    const QString chosen = selectedFiles().value(0);
    if (chosen.isEmpty() || QFileInfo(chosen).isDir())
        return true;  // a folder is gone into
    const QString free = qt(freePlace(chosen.toStdString()));
    if (free == chosen)
        return true;
    const QString name = QFileInfo(free).fileName();
    taken_->say(
        Tone::warn,
        tr("%1 %2 is free.", "a file is there already, and another name")
            .arg(messageText(
                     {"project-exists",
                      {{"name", Value::ofText(QFileInfo(chosen).fileName().toStdString())}}}),
                 name));
    // What is marked in the list would be chosen before what stands in the field.
    selectFile(free);
    QLineEdit* field = nameField();
    field->setText(name);
    field->setFocus(Qt::OtherFocusReason);
    field->selectAll();
    return false;
}

}  // namespace apportion::ui
