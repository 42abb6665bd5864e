// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a whole run.
#pragma once

#include "core/engine/engine.h"
#include "core/sim/recorder.h"

namespace apportion {

// `at` not before the recorder's last change.
Summary summarize(const Engine& engine, const Recorder& recorder, Instant at);

}  // namespace apportion
