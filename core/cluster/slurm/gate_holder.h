// SPDX-License-Identifier: GPL-3.0-or-later
// One program drives a cluster: it holds a lock file on this machine, and its name stands in the
// description of a QOS, so that two of different machines notice each other.
#pragma once

#include <string>

#include "core/cluster/slurm/gate.h"
#include "core/store/descriptor.h"

namespace apportion::slurm {

class GateHolder {
public:
    // `lockFile` is made if it is not there. A holder that is known to be dead is followed. Errors:
    // cluster-drive-held, cluster-drive-held.elsewhere (not with `takeOver`), cluster-drive-lock,
    // those of failure.h.
    static Result<GateHolder> take(RunWords run, const std::string& lockFile, bool takeOver);
    // Errors: cluster-drive-lost, if another has taken it over. Without accounting nothing is known
    // and nothing is wrong.
    Result<void> check() const;
    // Takes the mark off, where it is still this program's: it drives no more.
    void release() const;

private:
    GateHolder(RunWords run, store::Descriptor lock, std::string mark)
        : run_(std::move(run)), lock_(std::move(lock)), mark_(std::move(mark)) {}

    RunWords run_;
    store::Descriptor lock_;
    std::string mark_;
};

}  // namespace apportion::slurm
