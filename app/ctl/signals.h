// SPDX-License-Identifier: GPL-3.0-or-later
// What Ctrl-C and a reader that goes away do to a command.
#pragma once

#include <string>
#include <vector>

namespace apportion::ctl {

// From here on an interrupt removes every half-written file and ends the program with 130 (SIGTERM
// with 143, SIGHUP with 129), and writing to a closed pipe fails instead of ending it.
void prepareSignals();
// For as long as one lives an interrupt waits; then it ends the program.
class InterruptsHeld {
public:
    InterruptsHeld();
    ~InterruptsHeld();
    InterruptsHeld(const InterruptsHeld&) = delete;
    InterruptsHeld& operator=(const InterruptsHeld&) = delete;
};

// A standard stream that is closed is held, so that no file that is opened becomes it and is given
// an answer; nothing can be read from it or written to it.
void holdStandardStreams();

// A file that an interrupt must remove, at most 24 at a time; an empty path is none. Returns its
// number for forgetHalfFile.
int rememberHalfFile(const std::string& path);
void forgetHalfFile(int number);

// All these, for as long as it lives.
class HalfFiles {
public:
    explicit HalfFiles(const std::vector<std::string>& paths);
    ~HalfFiles();
    HalfFiles(const HalfFiles&) = delete;
    HalfFiles& operator=(const HalfFiles&) = delete;

private:
    std::vector<int> numbers_;
};

}  // namespace apportion::ctl
