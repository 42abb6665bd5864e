// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader warned of when the file was opened, beside what the validators find in the run:
// nothing is told twice.
#pragma once

#include "core/view/view.h"

namespace apportion {

// The document's warnings that no validator says better: with what mends it, and no longer once it
// is mended. Of work that can never start the validator speaks as soon as it was submitted; of a
// command that the file knows nothing of there is an issue for as long as it runs.
Problems warningsOfFile(const View& view);

// What keeps the file from being written to any more; nullptr if nothing does.
const Problem* damageOf(const View& view);

// Whether it is one of those: then the file is written to no more, though it be mended.
bool isOfDamage(const Problem& problem);

// Whether a pool that stands still for it goes on once that is over, with nobody doing anything
// here.
bool passesByItself(const Problem& trouble);

// Whether it tells of something that is over and leaves nothing to mend: once read it may go.
bool isPassed(const Problem& warning);

}  // namespace apportion
