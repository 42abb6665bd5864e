// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/draft/quota_blockers.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"

class QPushButton;
class QVBoxLayout;

namespace apportion::ui {

class BlockerRow;
class TextLabel;

// Deleting a quota and whose work that would touch, or what stands in the way of it: each with a
// button that goes there, and one that takes it away where a command does.
class DeleteDialog final : public DialogFrame {
    Q_OBJECT

public:
    DeleteDialog(SessionBridge& bridge, CommandRunner& runner, Mode mode, const QuotaRow& row,
                 QWidget* window = nullptr);

    bool isUpToDate() const override { return asked_ == answered_; }
    const std::vector<QuotaBlocker>& blockers() const { return blockers_; }

signals:
    void deleted(const QString& quota);
    void quotaWanted(const QString& quota);
    void workloadWanted(const QString& workload);
    // It uses no other quota: what it is to use instead, its own form asks.
    void workspaceWanted(const QString& workspace);

private:
    void check();
    Change change() const;
    void tell(const Effect& trial);
    void showBlockers(const Problems& problems);
    void showRows();
    void mend(const QuotaBlocker& blocker);
    void mendNow(const Change& change);
    bool isItsOnlyQuota(const std::string& workspace) const;
    void remove();

    SessionBridge& bridge_;
    CommandRunner& runner_;
    QuotaRow row_;
    QString parent_;
    std::vector<QuotaBlocker> blockers_;
    std::vector<BlockerRow*> rows_;  // none moves: what is done stays, and says so
    QVBoxLayout* list_;
    TextLabel* more_;
    TextLabel* sentence_;
    QPushButton* delete_ = nullptr;
    Revision seen_ = -1;
    int asked_ = 0;
    int answered_ = 0;
};

}  // namespace apportion::ui
