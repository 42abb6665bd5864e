// SPDX-License-Identifier: GPL-3.0-or-later
// A write-ahead log laid over its database by hand, also the frames that SQLite does not read: what
// lies behind a broken one, or beside a database that was cut off. Internal to store.
#pragma once

#include "core/store/own_file.h"

namespace apportion::store {

enum class Frames {
    all,    // also those of which something was changed: mostly they are good but for that
    whole,  // without them: of their pages stands what was there before
};

// Up to the last that ends a transaction; the log is gone then. False if nothing can be taken.
bool layLog(const OwnFile& copy, Frames frames);

}  // namespace apportion::store
