// SPDX-License-Identifier: GPL-3.0-or-later
// A short way for the many small texts that this program has written itself.
#pragma once

#include <string_view>

#include "core/io/json/tape.h"

namespace apportion::json {

// One value as it stands in canonical JSON: no blanks, numbers without exponents, strings without
// escapes and in ASCII. False = the text may be anything else, which stream() reads, or says what
// is wrong with it; the tape is then of no use.
bool readPlain(std::string_view text, Tape& tape);

}  // namespace apportion::json
