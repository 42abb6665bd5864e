// SPDX-License-Identifier: GPL-3.0-or-later
// A program that systemd started (Type=notify), and one that a package replaced while it runs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace apportion::ctl {

// Sends a state, such as "READY=1", to the socket that NOTIFY_SOCKET names (sd_notify(3)). Nothing
// happens if no service manager waits for it.
void notifyService(std::string_view state);

// The file that this program was started from. A later look shows whether another one is there.
class ProgramFile {
public:
    ProgramFile();
    // The path, once: when other bytes first are at the place of this program's.
    std::optional<std::string> replaced();

private:
    std::string path_;  // empty once it was told
    ino_t same_ = 0;    // of the last file there that is a copy of this program
};

}  // namespace apportion::ctl
