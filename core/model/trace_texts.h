// SPDX-License-Identifier: GPL-3.0-or-later
// How a trace is read, as a user writes it: options of a command, keys of a plan.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace apportion {

// Empty = the default.
struct TraceTexts {
    std::string columns;                                    // "FIELD=COLUMN,..." or a file
    std::string team, module, priority, preemptible, idle;  // columns
    std::string map;                                        // "FIELD=WORD:VALUE,..."
    std::string separator;
    std::string gpus;         // requested or allocated
    std::string limit;        // "bytes=SIZE,jobs=N"
    std::string nodeColumns;  // as `columns`, of a node list
    bool skipBadRows = false;
    friend bool operator==(const TraceTexts&, const TraceTexts&) = default;
};

struct TraceTextOption {
    const char* key;   // in a plan
    const char* flag;  // of a command
    std::string TraceTexts::*text;
};
inline constexpr std::array kTraceTextOptions{
    TraceTextOption{"columns", "--columns", &TraceTexts::columns},
    TraceTextOption{"team", "--team", &TraceTexts::team},
    TraceTextOption{"module", "--module", &TraceTexts::module},
    TraceTextOption{"priority", "--priority", &TraceTexts::priority},
    TraceTextOption{"preemptible", "--preemptible", &TraceTexts::preemptible},
    TraceTextOption{"idle", "--idle", &TraceTexts::idle},
    TraceTextOption{"map", "--map", &TraceTexts::map},
    TraceTextOption{"separator", "--separator", &TraceTexts::separator},
    TraceTextOption{"gpus", "--gpus", &TraceTexts::gpus},
    TraceTextOption{"limit", "--limit", &TraceTexts::limit},
    TraceTextOption{"nodeColumns", "--node-columns", &TraceTexts::nodeColumns}};

}  // namespace apportion
