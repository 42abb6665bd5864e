// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_forms/delete_dialog.h"

#include <algorithm>

#include <QBoxLayout>
#include <QPushButton>

#include "core/plan/draft/cancel_draft.h"
#include "core/plan/draft/quota_draft.h"
#include "ui/dialogs/pool_mode.h"
#include "ui/quota_forms/blocker_row.h"
#include "ui/texts.h"
#include "ui/trial_texts.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr std::size_t kMostShown = 8;  // the rest is counted: they come up as these go

}  // namespace

DeleteDialog::DeleteDialog(SessionBridge& bridge, CommandRunner& runner, Mode mode,
                           const QuotaRow& row, QWidget* window)
    : DialogFrame(mode, window),
      bridge_(bridge),
      runner_(runner),
      row_(row),
      list_(new QVBoxLayout),
      more_(new TextLabel({}, Type::second, Role::text2)),
      sentence_(new TextLabel({}, Type::body)) {
    setOpeningWidth(640);
    const View& view = *bridge.view();
    if (row.parent >= 0)
        parent_ = qt(view.quotas[static_cast<std::size_t>(row.parent)].name);
    setHeading(tr("Delete %1").arg(qt(row.name)),
               parent_.isEmpty()
                   ? tr("%1 guaranteed, a root").arg(gpusText(row.numbers.guaranteed))
                   : tr("%1 guaranteed, below %2").arg(gpusText(row.numbers.guaranteed), parent_));
    setDot(row.colour);
    sentence_->setWordWrap(true);
    body()->addWidget(sentence_);
    list_->setSpacing(6);
    body()->addLayout(list_);
    more_->hide();
    body()->addWidget(more_);
    body()->addStretch();
    addCancel();
    delete_ = addPrimary(tr("Delete"));
    delete_->setProperty("kind", "danger");
    delete_->setEnabled(false);
    connect(delete_, &QPushButton::clicked, this, &DeleteDialog::remove);
    // What others take away goes from the list, too.
    connect(&bridge_, &SessionBridge::changed, this, [this](const ViewPtr& now) {
        if (now->document.revision != seen_)
            check();
    });
    check();
}

void DeleteDialog::check() {
    seen_ = bridge_.view()->document.revision;
    const int number = ++asked_;
    runner_.tryOut({change()}, this, [this, number](const Effect& trial) {
        if (number != asked_)
            return;
        answered_ = number;
        tell(trial);
    });
}

Change DeleteDialog::change() const {
    return DeleteQuota{row_.name};
}

void DeleteDialog::tell(const Effect& trial) {
    blockers_.clear();
    delete_->setEnabled(trial.refusal.empty());
    if (!trial.refusal.empty())
        return showBlockers(trial.refusal);
    showRows();
    sentence_->setText(parent_.isEmpty() ? tr("This quota has no children, workspaces, or "
                                              "workloads. Deleting it leaves %1 unassigned.")
                                               .arg(gpusText(row_.numbers.guaranteed))
                                         : tr("This quota has no children, workspaces, or "
                                              "workloads. Deleting it returns %1 to %2.")
                                               .arg(gpusText(row_.numbers.guaranteed), parent_));
    // Nothing hangs on it, but others may borrow what it guarantees.
    setConsequence(withTrial(tr("You can undo this change."), trial),
                   trial.hitsAnybody() ? Tone::warn : Tone::neutral);
}

void DeleteDialog::showBlockers(const Problems& problems) {
    blockers_ = blockersOf(problems, row_.name);
    showRows();
    if (blockers_.empty()) {
        sentence_->setText(refusalText(problems));
        setConsequence(tr("It cannot be deleted"), Tone::err);
        return;
    }
    sentence_->setText(tr("Remove these dependencies first:"));
    setConsequence(tr("%Ln thing(s) in the way", nullptr, static_cast<int>(blockers_.size())),
                   Tone::warn);
}

// Rows stay where they are, done or not: a second click of the mouse hits nothing else.
void DeleteDialog::showRows() {
    std::vector<QuotaBlocker> fresh = blockers_;
    std::size_t open = 0;
    for (BlockerRow* row : rows_) {
        const auto same = [row](const QuotaBlocker& each) { return row->isOf(each); };
        const auto found = std::find_if(fresh.begin(), fresh.end(), same);
        row->setDone(found == fresh.end());
        if (found == fresh.end())
            continue;
        fresh.erase(found);
        ++open;
    }
    for (const QuotaBlocker& blocker : fresh) {
        if (open == kMostShown)
            break;
        auto* row = new BlockerRow(blocker, cancelDraft(*bridge_.view(), {blocker.name}));
        connect(row, &BlockerRow::mendWanted, this, &DeleteDialog::mend, Qt::QueuedConnection);
        connect(
            row, &BlockerRow::showWanted, this,
            [this](const QuotaBlocker& shown) {
                reject();
                if (shown.kind == QuotaBlocker::Kind::child)
                    emit quotaWanted(qt(shown.name));
                else
                    emit workloadWanted(qt(shown.name));
            },
            Qt::QueuedConnection);
        list_->addWidget(row);
        rows_.push_back(row);
        ++open;
    }
    BlockerRow::Widths widths;
    for (const BlockerRow* row : rows_) {
        const BlockerRow::Widths needs = row->needs();
        widths = {std::max(widths.badge, needs.badge), std::max(widths.show, needs.show),
                  std::max(widths.mend, needs.mend), widths.notes || needs.notes};
    }
    for (BlockerRow* row : rows_)
        row->setWidths(widths);
    const auto rest = static_cast<int>(blockers_.size() - open);
    more_->setText(tr("and %Ln more", nullptr, rest));
    more_->setVisible(rest > 0);
}

void DeleteDialog::mend(const QuotaBlocker& blocker) {
    if (!blocker.mend) {
        for (const QuotaRow& row : bridge_.view()->quotas)
            if (row.name == blocker.name) {
                auto* child =
                    new DeleteDialog(bridge_, runner_, modeOf(*bridge_.view()), row, this);
                child->setAttribute(Qt::WA_DeleteOnClose);
                connect(child, &DeleteDialog::quotaWanted, this, &DeleteDialog::quotaWanted);
                connect(child, &DeleteDialog::workloadWanted, this, &DeleteDialog::workloadWanted);
                connect(child, &DeleteDialog::workspaceWanted, this,
                        &DeleteDialog::workspaceWanted);
                connect(child, &QDialog::finished, this, &DeleteDialog::check);
                child->open();
                return;
            }
        return;
    }
    clearRefusal();
    if (blocker.kind == QuotaBlocker::Kind::workspace && isItsOnlyQuota(blocker.name))
        return askFirst(tr("%1 needs at least one quota.").arg(qt(blocker.name)),
                        tr("Quotas of %1…").arg(qt(blocker.name)),
                        [this, name = blocker.name] { emit workspaceWanted(qt(name)); });
    ++asked_;  // the answer below is what it shows
    runner_.tryOut({*blocker.mend}, this, [this, blocker, question = asked_](const Effect& trial) {
        if (question != asked_)
            return;
        answered_ = question;
        // Its row has said what cancelling it costs itself.
        if (!trial.hitsAnybody())
            return mendNow(*blocker.mend);
        askFirst(hitsText(trial), BlockerRow::mendText(blocker.kind),
                 [this, change = *blocker.mend] { mendNow(change); });
    });
}

bool DeleteDialog::isItsOnlyQuota(const std::string& workspace) const {
    const auto& rows = bridge_.view()->workspaces;
    return std::any_of(rows.begin(), rows.end(), [&](const WorkspaceRow& row) {
        return row.spec.name == workspace && row.spec.quotas == std::vector{row_.name};
    });
}

void DeleteDialog::mendNow(const Change& change) {
    runner_.run({change}, this, [this](const Result<CommandAnswer>& answer) {
        if (!answer)
            refuse(refusalText(answer.error()));
        check();
    });
}

void DeleteDialog::remove() {
    runner_.run({change()}, this, [this](const Result<CommandAnswer>& answer) {
        if (!answer) {
            refuse(refusalText(answer.error()));
            check();
            return;
        }
        accept();
        emit deleted(qt(row_.name));
    });
}

}  // namespace apportion::ui
