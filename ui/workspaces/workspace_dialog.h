// SPDX-License-Identifier: GPL-3.0-or-later
// A new workspace, or the quotas that one uses.
#pragma once

#include "core/change/command_request.h"
#include "core/plan/draft/quota_draft.h"
#include "ui/workspaces/workspace_form.h"

class QLineEdit;
class QListWidget;

namespace apportion::ui {

class MistakeLine;
class SearchField;
class TextLabel;

class WorkspaceDialog final : public WorkspaceForm {
    Q_OBJECT

public:
    // `workspace` empty = a new one; `quota` is ticked then.
    WorkspaceDialog(SessionBridge& bridge, CommandRunner& runner, const QString& workspace,
                    const QString& quota, QWidget* parent = nullptr);

    Change change() const override;

protected:
    QString missing() const override;
    bool mark(const Problems& problems) override;

private:
    void fill(const std::vector<std::string>& ticked);
    void sayThatThereAreNone();
    void applyFilter();
    void showChosen();
    std::vector<std::string> chosen() const;

    std::string workspace_;
    std::vector<std::string> before_;
    QLineEdit* name_ = nullptr;  // of a new one
    MistakeLine* mistake_ = nullptr;
    SearchField* filter_;
    QListWidget* quotas_;
    TextLabel* chosenText_;
};

}  // namespace apportion::ui
