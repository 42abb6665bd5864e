// SPDX-License-Identifier: GPL-3.0-or-later
// Where answers and tables go.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <ostream>
#include <string>

#include "app/ctl/exit_code.h"
#include "app/ctl/visible_buffer.h"
#include "core/session/commands/commands.h"

namespace apportion::ctl {

// text: for people, without hidden characters. data: for programs, every byte as it is.
enum class Form { text, data };
inline Form textOrData(bool json) {
    return json ? Form::data : Form::text;
}

// A file under way.
class Output {
public:
    explicit Output(std::unique_ptr<OutputFile> file);
    ~Output();
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    std::ostream& stream() { return file_->stream(); }  // data
    std::ostream& stream(Form form) { return form == Form::text ? text_ : stream(); }
    // Tells on standard error what went wrong. A reader that has seen enough is no failure: what
    // else there is to write is written, and the program ends as endOf() says.
    ExitCode commit();
    // All that can go wrong but for the renaming.
    ExitCode finish();

private:
    ExitCode told(const Result<void>& written);

    std::unique_ptr<OutputFile> file_;
    VisibleBuffer visible_;
    std::ostream text_;
};

// Of one run: all are written whole, and only then put in place one behind the other, which nothing
// interrupts. Null pointers are passed over.
ExitCode commitTogether(std::initializer_list<Output*> outputs);

// Opens a file, "-" for standard output. Tells on standard error why it cannot; then nothing.
std::unique_ptr<Output> openOutput(const std::string& path);

// Writes a whole answer.
ExitCode answer(const std::string& path, Form form,
                const std::function<void(std::ostream&)>& write);

// What the program ends with after a command that ended with `code`: where that says that all is
// done, whether all was also written.
int endOf(int code);

}  // namespace apportion::ctl
