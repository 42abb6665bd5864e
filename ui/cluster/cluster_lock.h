// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster is read-only until a dialog unlocks it for what it shows.
#pragma once

#include <QObject>

#include "core/cluster/slurm/reader.h"

class QPushButton;

namespace apportion::ui {

class DialogFrame;

// Commands for changes. Errors: cluster-needs-commands, those of openAccess().
Result<slurm::Access> writingAccess(const slurm::Connection& connection);

// The button of a dialog that unlocks, with its word in the footer.
class ClusterLock final : public QObject {
    Q_OBJECT

public:
    explicit ClusterLock(DialogFrame* dialog);

    bool isOpen() const { return open_; }
    void setOpen(bool open);

signals:
    void changed();

private:
    DialogFrame* dialog_;
    QPushButton* button_;
    bool open_ = false;
};

}  // namespace apportion::ui
