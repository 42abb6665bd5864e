// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/effect.h"
#include "ui/command_runner.h"

namespace apportion::ui {

class NoticeBar;

// Asks in the window's bar before a change takes somebody's run or place: whose, and what is lost.
void askWhereItHits(NoticeBar& notices, const CommandRunner::Question& question,
                    const Effect& trial, const CommandRunner::Go& go);

}  // namespace apportion::ui
