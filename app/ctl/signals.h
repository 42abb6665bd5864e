// SPDX-License-Identifier: GPL-3.0-or-later
// What Ctrl-C and a reader that goes away do to a command.
#pragma once

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

}  // namespace apportion::ctl
