// SPDX-License-Identifier: GPL-3.0-or-later
// All caps of a workspace: what each of its users may have running at once, by who they are, by
// priority and by kind of work.
#pragma once

#include <array>
#include <vector>

#include "core/change/command_request.h"
#include "core/plan/draft/quota_draft.h"
#include "ui/workspaces/workspace_form.h"
#include "ui/workspaces/workspace_texts.h"

class QCheckBox;
class QComboBox;
class QGridLayout;

namespace apportion::ui {

class IconButton;
class MistakeLine;
class NumberField;
class TextLabel;

class CapsDialog final : public WorkspaceForm {
    Q_OBJECT

public:
    CapsDialog(SessionBridge& bridge, CommandRunner& runner, const WorkspaceRow& workspace,
               QWidget* parent = nullptr);

    Change change() const override;
    std::vector<Cap> caps() const;

protected:
    QString missing() const override;
    bool mark(const Problems& problems) override;

private:
    struct Subject {
        std::optional<MemberRole> role;
        std::optional<std::string> user;
        friend bool operator==(const Subject&, const Subject&) = default;
    };
    struct Line {
        QComboBox* subject;
        NumberField* from;
        TextLabel* dash;
        NumberField* to;
        std::array<QCheckBox*, kModules> modules;
        NumberField* gpu;
        IconButton* remove;
        MistakeLine* mistakes;  // below all of it
        std::vector<QWidget*> parts() const;
    };

    void add(const Cap& cap);
    void remove(const IconButton* which);
    void arrange();
    Cap capOf(const Line& line) const;

    std::string workspace_;
    std::vector<Cap> before_;
    std::vector<Subject> subjects_;  // as the choices stand
    std::vector<Line> lines_;
    QGridLayout* grid_;
    TextLabel* nothing_;
    QPushButton* more_;
};

}  // namespace apportion::ui
