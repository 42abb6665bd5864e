// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output.h"

#include "app/ctl/command.h"
#include "app/ctl/signals.h"

namespace apportion::ctl {

Output::Output(std::unique_ptr<OutputFile> file)
    : file_(std::move(file)), halfFile_(rememberHalfFile(file_->draft())) {}

Output::~Output() {
    file_.reset();
    forgetHalfFile(halfFile_);
}

ExitCode Output::commit() {
    const Result<void> written = file_->commit();
    if (written || file_->readerGone())
        return kDone;
    printProblems(written.error());
    return kFailed;
}

std::unique_ptr<Output> openOutput(const std::string& path) {
    Result<std::unique_ptr<OutputFile>> file = OutputFile::open(path);
    if (file)
        return std::make_unique<Output>(std::move(*file));
    printProblems(file.error());
    return nullptr;
}

ExitCode answer(const std::string& path, const std::function<void(std::ostream&)>& write) {
    const std::unique_ptr<Output> output = openOutput(path);
    if (!output)
        return kFailed;
    write(output->stream());
    return output->commit();
}

}  // namespace apportion::ctl
