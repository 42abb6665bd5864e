// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are either written whole or not at all.
#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <string_view>

#include "core/model/problem.h"

namespace apportion {

// Replaces what stands at a path: a new file beside it is written, flushed to the device and
// renamed, so that a failure leaves the old one as it was. A link is followed; rights are kept.
// What is no plain file ("-" for standard output, a device, a pipe) is written straight to, and
// what this program has open already (/dev/stdout, /dev/fd/3) where it stands.
class OutputFile {
public:
    // Error: not-written; its variants not-written.database where a project would be overwritten,
    // and not-written.standard-output.
    static Result<std::unique_ptr<OutputFile>> open(const std::string& path);
    // Removes what was not committed.
    virtual ~OutputFile() = default;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    virtual std::ostream& stream() = 0;
    // All of it is on its device, and only commit() is left to do. Error: not-written, also for
    // what went wrong on the way.
    virtual Result<void> finish() = 0;
    // Now it stands in its place. Error: not-written, also that of finish(), which it does where
    // that was not done.
    virtual Result<void> commit() = 0;
    // It was a pipe, and whoever reads has seen enough.
    virtual bool readerGone() const = 0;

protected:
    OutputFile() = default;
};

// All of `text` at once. A name that ends in ".gz" packs it. Error: not-written.
Result<void> writeOutput(const std::string& path, std::string_view text);

}  // namespace apportion
