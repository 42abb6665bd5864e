// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of a message out of the sentence that a document gives. Internal to io.
#pragma once

#include "core/model/outcome.h"

namespace apportion::answers {

// `eviction.why` has the code of the rule and the sentence: finds the variant that says it so, and
// its arguments. Where no variant does, those that the eviction names itself.
void recallArguments(Eviction& eviction);

}  // namespace apportion::answers
