// SPDX-License-Identifier: GPL-3.0-or-later
// The options of the console: --help, its manual page and completion are made of them. Without Qt.
#pragma once

#include <array>

namespace apportion::console {

struct OptionInfo {
    const char* name;
    const char* help;
    const char* value = "";   // how the help calls it; empty = a flag. "light|dark" = one of these
    const char* letter = "";  // its short form
};
inline constexpr const char* kSummary =
    "Divides a pool of GPUs among teams: who uses what and why.";
inline constexpr const char* kFileHelp = "A project, a scenario, or a plan to open.";
inline constexpr std::array kOptions{
    OptionInfo{"view", "The view to show.", "NAME"},
    OptionInfo{"workspace", "Show this workspace alone, now and when FILE is opened again.",
               "NAME"},
    OptionInfo{"render", "Draw the view into this picture and exit; needs no screen.", "OUT.png"},
    OptionInfo{"report", "Write the usage report of FILE to this PDF and exit; needs no screen.",
               "OUT.pdf"},
    OptionInfo{"period", "Period of the report, such as 2026-W47.", "PERIOD"},
    OptionInfo{"by", "Rows of the report, such as team,user.", "KEY,..."},
    OptionInfo{"scope", "Scope of the report: quota:NAME or user:NAME.", "SCOPE"},
    OptionInfo{"zone", "Time zone of the report, such as Europe/Berlin.", "NAME"},
    OptionInfo{"at", "Time of a recorded run to show, in seconds (default: the end).", "SECONDS"},
    OptionInfo{"size", "Size of the picture in logical pixels.", "1440x900"},
    OptionInfo{"theme", "Colors of the console.", "light|dark|system"},
    OptionInfo{"scale", "Device pixels for a logical one.", "FACTOR"},
    OptionInfo{"lang", "Language, such as pt_BR.", "LANGUAGE"},
    OptionInfo{"profile", "Keep settings and recovery copies in this folder.", "DIR"},
    OptionInfo{"new-window", "Open a new window, and hand the file to no other one."},
    OptionInfo{"list-views", "Print the views."},
    OptionInfo{"help", "Print this.", "", "h"},
    OptionInfo{"version", "Print the version.", "", "v"},
};

}  // namespace apportion::console
