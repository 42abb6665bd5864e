// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cluster/cluster_lock.h"

#include <QPushButton>

#include "core/cluster/slurm/failure.h"
#include "ui/dialogs/dialog_frame.h"

namespace apportion::ui {

Result<slurm::Access> writingAccess(const slurm::Connection& connection) {
    auto access = slurm::openAccess(connection);
    if (access && !access->commands)
        return slurm::fail("cluster-needs-commands");
    return access;
}

ClusterLock::ClusterLock(DialogFrame* dialog)
    : QObject(dialog), dialog_(dialog), button_(dialog->addButton({})) {
    connect(button_, &QPushButton::clicked, this, [this] { setOpen(!open_); });
    setOpen(false);
}

void ClusterLock::setOpen(bool open) {
    open_ = open;
    button_->setText(open ? tr("Lock") : tr("Unlock"));
    dialog_->setConsequence(open ? tr("Unlocked. The command changes the cluster.")
                                 : tr("Read-only. Unlock to run the command."),
                            open ? Tone::warn : Tone::neutral);
    emit changed();
}

}  // namespace apportion::ui
