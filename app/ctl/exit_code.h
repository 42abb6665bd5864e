// SPDX-License-Identifier: GPL-3.0-or-later
// How every command ends.
#pragma once

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

}  // namespace apportion::ctl
