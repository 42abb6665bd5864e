// SPDX-License-Identifier: GPL-3.0-or-later
// How answers about projects are written, for app/ctl.
#pragma once

#include "core/io/answers/explanation_writer.h"
#include "core/io/answers/listing_writer.h"
#include "core/io/answers/outcome_writer.h"
#include "core/io/answers/project_writer.h"
#include "core/io/scenario_writer.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"
#include "core/model/words.h"
