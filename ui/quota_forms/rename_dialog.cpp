// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/rename_dialog.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>

#include "core/change/command_request.h"
#include "core/view/view.h"
#include "ui/dialogs/form_rows.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/texts.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

RenameDialog::RenameDialog(CommandRunner& runner, Mode mode, const QuotaRow& row, QWidget* window)
    : DialogFrame(mode, window),
      runner_(runner),
      row_(row),
      name_(new QLineEdit(qt(row.name))),
      team_(new QLineEdit(qt(row.policy.team))) {
    setOpeningWidth(560);
    setHeading(tr("Rename %1").arg(qt(row.name)),
               tr("workspaces, roles, timetables and work follow"));
    setDot(row.colour);
    body()->setSpacing(12);
    name_->setAccessibleName(tr("Name"));
    team_->setAccessibleName(tr("Shown as"));
    team_->setPlaceholderText(tr("its name"));
    addFormRow(body(), tr("Name"), name_);
    mistake_ = addMistakeLine(body());
    addFormRow(body(), tr("Shown as"), team_);
    addCancel();
    rename_ = addPrimary(tr("Rename"));
    rename_->setEnabled(false);
    name_->selectAll();
    name_->setFocus();
    for (QLineEdit* field : {name_, team_})
        connect(field, &QLineEdit::textChanged, this, &RenameDialog::check);
    connect(rename_, &QPushButton::clicked, this, &RenameDialog::apply);
    setConsequence(tr("Nothing is changed yet"));
}

bool RenameDialog::changes() const {
    return name_->text().trimmed() != qt(row_.name) ||
           team_->text().trimmed() != qt(row_.policy.team);
}

Change RenameDialog::change() const {
    const std::string to = name_->text().trimmed().toStdString();
    const std::string team = team_->text().trimmed().toStdString();
    const bool shown = team != row_.policy.team || to == row_.name;
    return RenameQuota{row_.name, to, !shown ? "" : team.empty() ? to : team};
}

void RenameDialog::check() {
    const int number = ++asked_;
    const auto tell = [this](const QString& mistake, const QString& consequence) {
        mistake_->say(mistake);
        name_->setProperty("error", !mistake.isEmpty());
        name_->update();
        rename_->setEnabled(mistake.isEmpty() && changes());
        setConsequence(consequence);
    };
    if (name_->text().trimmed().isEmpty() || !changes()) {
        answered_ = number;
        tell(changes() ? tr("A quota needs a name.") : QString(), tr("Nothing is changed yet"));
        return;
    }
    runner_.run({.change = change(), .dryRun = true}, this,
                [this, number, tell](const Result<CommandAnswer>& answer) {
                    if (number != asked_)
                        return;
                    answered_ = number;
                    tell(answer ? QString() : refusalText(answer.error()),
                         answer ? tr("One entry of the history; undo takes it back") : QString());
                });
}

void RenameDialog::apply() {
    const QString to = name_->text().trimmed();
    runner_.run({change()}, this, [this, to](const Result<CommandAnswer>& answer) {
        if (!answer) {
            refuse(refusalText(answer.error()));
            return;
        }
        accept();
        emit renamed(qt(row_.name), to);
    });
}

}  // namespace apportion::ui
