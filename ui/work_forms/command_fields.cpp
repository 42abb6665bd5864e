// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/command_fields.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/session/local/live_consent.h"
#include "ui/texts.h"
#include "ui/widgets/argument_list.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kMostWords = 6;

}  // namespace

CommandFields::CommandFields(const DocumentState& document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      command_(new QLineEdit(this)),
      words_(new ArgumentList(this)),
      note_(new TextLabel({}, Type::second, Role::text2, this)),
      folderRow_(new QWidget(this)),
      directory_(new QLineEdit(folderRow_)) {
    command_->setAccessibleName(tr("Command"));
    command_->setPlaceholderText(tr("none: it lasts its duration"));
    command_->setToolTip(
        tr("Command of each replica, without a shell. After an eviction (SIGTERM) it waits again, "
           "whatever its exit code."));
    command_->setFont(fixedFont());
    words_->setMost(kMostWords);
    note_->setWordWrap(true);
    directory_->setAccessibleName(tr("Folder of the command"));
    directory_->setText(QFileInfo(qt(document.file)).absolutePath());
    auto* choose = new QPushButton(tr("Choose…"), folderRow_);
    choose->setAutoDefault(false);
    choose->setAccessibleDescription(tr("Folder of the command"));
    auto* in = new TextLabel(tr("in"), Type::body, Role::text2, folderRow_);
    in->setBuddy(directory_);
    auto* folder = new QHBoxLayout(folderRow_);
    folder->setContentsMargins(0, 0, 0, 0);
    folder->setSpacing(8);
    folder->addWidget(in);
    folder->addWidget(directory_, 1);
    folder->addWidget(choose);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(command_);
    column->addWidget(words_);
    column->addWidget(note_);
    column->addWidget(folderRow_);
    column->addStretch(1);
    setFocusProxy(command_);
    connect(command_, &QLineEdit::textChanged, this, &CommandFields::read);
    connect(directory_, &QLineEdit::textChanged, this, &CommandFields::edited);
    connect(choose, &QPushButton::clicked, this, &CommandFields::choose);
    read();
}

void CommandFields::read() {
    auto line = readCommandLine(command_->text().toStdString());
    mistake_ = line ? QString() : messageText(line.error().front().message);
    if (!line)
        mistake_ += QLatin1Char(' ') + remedyText(line.error().front().message);
    line_ = line ? std::move(*line) : CommandLine{};
    QStringList words;
    for (const std::string& each : line_.arguments)
        words << qt(each);
    words_->setArguments(words);
    words_->setVisible(!words.isEmpty());
    QString note = mistake_;
    if (note.isEmpty() && !line_.notes.empty()) {
        const Message& first = line_.notes.front().message;
        note = tr("%1 %2", "what is odd, what mends it").arg(messageText(first), remedyText(first));
    }
    note_->setText(note);
    note_->setRole(mistake_.isEmpty() ? Role::warn : Role::err);
    note_->setVisible(!note.isEmpty());
    folderRow_->setEnabled(!words.isEmpty());
    command_->setProperty("error", !mistake_.isEmpty());
    command_->update();
    emit edited();
}

void CommandFields::fill(const std::vector<std::string>& arguments, const QString& folder) {
    command_->setText(qt(commandLineOf(arguments)));
    directory_->setText(folder);
}

QString CommandFields::directory() const {
    return directory_->text().trimmed();
}

QString CommandFields::fate(const Problems& notes) const {
    QStringList sentences;
    for (const Message& each : fateOfCommand(document_, notes))
        sentences << messageText(each);
    return sentences.join(QLatin1Char(' '));
}

void CommandFields::choose() {
    auto* place = new QFileDialog(this, tr("Where the command runs"), directory());
    place->setAttribute(Qt::WA_DeleteOnClose);
    place->setFileMode(QFileDialog::Directory);
    place->setOption(QFileDialog::ShowDirsOnly);
    connect(place, &QFileDialog::fileSelected, directory_, &QLineEdit::setText);
    place->open();
}

}  // namespace apportion::ui
