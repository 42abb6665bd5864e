// SPDX-License-Identifier: GPL-3.0-or-later
// The file that this program was started from, and whether a package has put another in its place.
#pragma once

#include <optional>
#include <string>

#include <sys/types.h>

#include "core/model/message.h"

namespace apportion {

class ProgramFile {
public:
    ProgramFile();
    // live-newer, as soon as other bytes are in the place of this program's, and from then on.
    const std::optional<Message>& newer();

private:
    std::string path_;
    ino_t same_ = 0;  // of the last file there that is a copy of this program
    std::optional<Message> newer_;
};

}  // namespace apportion
