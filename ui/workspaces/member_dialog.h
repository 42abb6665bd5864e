// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody's role in a workspace: given, changed or taken away.
#pragma once

#include "core/change/command_request.h"
#include "ui/workspaces/workspace_form.h"
#include "ui/workspaces/workspace_texts.h"

class QComboBox;

namespace apportion::ui {

class Segmented;
class TextLabel;

class MemberDialog final : public WorkspaceForm {
    Q_OBJECT

public:
    MemberDialog(SessionBridge& bridge, CommandRunner& runner, const WorkspaceRow& workspace,
                 const QString& user, QWidget* parent = nullptr);

    Change change() const override;

protected:
    QString missing() const override;

private:
    void takeUser();
    void showHint();
    std::optional<MemberRole> roleNow() const;  // of the user that stands in the field
    std::optional<MemberRole> chosen() const;

    WorkspaceRow workspace_;
    QComboBox* user_;
    Segmented* role_;
    TextLabel* hint_;
};

}  // namespace apportion::ui
