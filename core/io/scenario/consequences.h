// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario with errors of shape is checked all the same, so that all errors are told at once.
// Internal to io.
#pragma once

#include <set>
#include <string>

#include "core/model/problem.h"

namespace apportion::scenario {

// Of what validate() says of a scenario, that which does not merely follow from what was not read:
// `broken` tells what was not, `sections` are the top keys that the file has. An unknown key spoils
// nothing but the key that it was probably meant for, where that one is missing.
Problems withoutConsequences(Problems found, const Problems& broken,
                             const std::set<std::string, std::less<>>& sections);

}  // namespace apportion::scenario
