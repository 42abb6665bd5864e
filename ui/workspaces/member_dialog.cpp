// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/member_dialog.h"

#include <array>

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>

#include "core/plan/draft/workspace_request.h"
#include "ui/dialogs/form_rows.h"
#include "ui/texts.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"
#include "ui/workspaces/workspace_texts.h"

namespace apportion::ui {

namespace {

constexpr std::array kRoles{MemberRole::admin, MemberRole::member, MemberRole::viewer};

}  // namespace

MemberDialog::MemberDialog(SessionBridge& bridge, CommandRunner& runner,
                           const WorkspaceRow& workspace, const QString& user, QWidget* parent)
    : WorkspaceForm(bridge, runner, parent),
      workspace_(workspace),
      user_(new QComboBox(this)),
      role_(new Segmented(tr("Role"), this)),
      hint_(new TextLabel({}, Type::body, Role::text2, this)) {
    setOpeningWidth(560);
    setHeading(tr("Member of %1").arg(qt(workspace.spec.name)), membersText(workspace.spec));
    user_->setAccessibleName(tr("User"));
    user_->setEditable(true);
    user_->setInsertPolicy(QComboBox::NoInsert);
    user_->setMinimumWidth(220);
    for (const std::string& name : knownUsers(*bridge.view()))
        user_->addItem(qt(name));
    user_->lineEdit()->setPlaceholderText(tr("name of the operating system's user"));
    user_->setCurrentText(user);
    for (const MemberRole role : kRoles)
        role_->addSegment(roleText(role));
    role_->addSegment(tr("No member"));
    hint_->setWordWrap(true);
    addFormRow(body(), tr("User"), user_)->addWidget(user_, 1);
    QHBoxLayout* row = addFormRow(body(), tr("Role"), role_);
    row->addStretch();
    body()->addWidget(hint_);
    body()->addStretch(1);
    takeUser();
    connect(user_, &QComboBox::currentTextChanged, this, [this] {
        takeUser();
        changed();
    });
    connect(role_, &Segmented::currentChanged, this, [this] {
        showHint();
        changed();
    });
    addButtons(tr("Set"));
}

std::optional<MemberRole> MemberDialog::roleNow() const {
    const std::string name = user_->currentText().trimmed().toStdString();
    for (const Member& member : workspace_.spec.members)
        if (member.user == name)
            return member.role;
    return {};
}

// Who is no member yet is offered to become one.
void MemberDialog::takeUser() {
    role_->setCurrentIndex(static_cast<int>(roleNow().value_or(MemberRole::member)));
    showHint();
}

std::optional<MemberRole> MemberDialog::chosen() const {
    const auto at = static_cast<std::size_t>(role_->currentIndex());
    return at < kRoles.size() ? std::optional(kRoles[at]) : std::nullopt;
}

void MemberDialog::showHint() {
    const auto role = chosen();
    QString text = role ? roleHint(*role)
                        : tr("This user can no longer submit here. Running workloads continue. A "
                             "workspace without members is open to all users.");
    if (workspace_.spec.members.empty() && role)
        text = tr("%1 It is open to all users until it has a member.").arg(text);
    hint_->setText(text);
}

Change MemberDialog::change() const {
    return SetMember{
        workspace_.spec.name, user_->currentText().trimmed().toStdString(), {chosen()}};
}

QString MemberDialog::missing() const {
    if (user_->currentText().trimmed().isEmpty())
        return tr("Whose role is it?");
    return roleNow() == chosen() ? tr("No changes.") : QString();
}

}  // namespace apportion::ui
