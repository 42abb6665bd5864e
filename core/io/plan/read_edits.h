// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a plan file, from a place of the document to the model value. Internal to io.
#pragma once

#include "core/io/json/field.h"
#include "core/model/plan.h"

namespace apportion::plan {

void readBase(const json::Field& field, Plan& plan);
void readFutures(const json::Field& field, Futures& futures);
void readSet(const json::Field& field, ChangeSet& set);

}  // namespace apportion::plan
