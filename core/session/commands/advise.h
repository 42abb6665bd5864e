// SPDX-License-Identifier: GPL-3.0-or-later
// Advice on a plan's base. How goals are read and answers written comes with it.
#pragma once

#include "core/io/answers/advice_writer.h"
#include "core/plan/advise.h"
#include "core/plan/goal_text.h"
#include "core/session/commands/edit_words.h"
#include "core/session/commands/plan.h"
