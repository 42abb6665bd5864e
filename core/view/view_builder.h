// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/view/pool_source.h"
#include "core/view/view.h"

namespace apportion {

// Everything of a view but the document, the playback and the history.
View viewOf(const PoolSource& source);

}  // namespace apportion
