// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output.h"

#include "app/ctl/command.h"
#include "app/ctl/signals.h"

namespace apportion::ctl {

namespace {

// What went wrong last, of all that this program has written.
int unwritten = kDone;

}  // namespace

Output::Output(std::unique_ptr<OutputFile> file)
    : file_(std::move(file)), visible_(*file_->stream().rdbuf()), text_(&visible_) {}

Output::~Output() {
    visible_.finish();
}

ExitCode Output::commit() {
    visible_.finish();
    return told(file_->commit());
}

ExitCode Output::finish() {
    visible_.finish();
    return told(file_->finish());
}

ExitCode Output::told(const Result<void>& written) {
    if (written)
        return kDone;
    if (file_->readerGone()) {
        unwritten = kReaderGone;
        return kDone;
    }
    printProblems(written.error());
    unwritten = kFailed;
    return kFailed;
}

ExitCode commitTogether(std::initializer_list<Output*> outputs) {
    for (Output* output : outputs)
        if (output && output->finish() != kDone)
            return kFailed;
    const InterruptsHeld held;
    for (Output* output : outputs)
        if (output && output->commit() != kDone)
            return kFailed;
    return kDone;
}

int endOf(int code) {
    return code == kDone ? unwritten : code;
}

std::unique_ptr<Output> openOutput(const std::string& path) {
    Result<std::unique_ptr<OutputFile>> file = OutputFile::open(path);
    if (file)
        return std::make_unique<Output>(std::move(*file));
    printProblems(file.error());
    return nullptr;
}

ExitCode answer(const std::string& path, Form form,
                const std::function<void(std::ostream&)>& write) {
    const std::unique_ptr<Output> output = openOutput(path);
    if (!output)
        return kFailed;
    write(output->stream(form));
    return output->commit();
}

}  // namespace apportion::ctl
