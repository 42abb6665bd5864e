// SPDX-License-Identifier: GPL-3.0-or-later
// How every command ends.
#pragma once

#include <array>
#include <string_view>

namespace apportion::ctl {

enum ExitCode : int {
    kDone = 0,
    kFailed = 1,    // at run time: a file could not be written
    kUsage = 2,     // wrong arguments
    kInvalid = 3,   // the input is invalid or cannot be read
    kNo = 4,        // the answer is "no"
    kSignal = 128,  // and the number of the signal that ended the program
    kInterrupted = 130,
    kReaderGone = 141,  // as a program that SIGPIPE ends
};

struct ExitCodeInfo {
    ExitCode code;
    std::string_view meaning;  // in --help
    std::string_view text;     // in the manual
};
// Codes above 128 but these: 128 and the number of the signal that ended the program.
inline constexpr std::array kExitCodes{
    ExitCodeInfo{kDone, "success", "The command did what it was asked to do."},
    ExitCodeInfo{kFailed, "runtime error",
                 "The system refused: a file cannot be written, a disk is full, or another program "
                 "has the file."},
    ExitCodeInfo{kUsage, "usage error", "An argument is unknown, missing, or not of its form."},
    ExitCodeInfo{kInvalid, "invalid input",
                 "A file is not valid, is damaged, or is of a newer version."},
    ExitCodeInfo{kNo, "negative result",
                 "The command was refused, outcomes differ, or a check found damage."},
    ExitCodeInfo{kInterrupted, "interrupted",
                 "Ctrl-C ended the program. No half file is left. Other signals: 128 and their "
                 "number."},
    ExitCodeInfo{kReaderGone, "output closed", "The reader of the result closed the pipe."},
};

}  // namespace apportion::ctl
