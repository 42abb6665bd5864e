// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a plan file, from a place of the document to the model value. Internal to io.
#pragma once

#include "core/io/json/field.h"
#include "core/model/plan.h"

namespace apportion::plan {

void readBase(const json::Field& field, Plan& plan);
void readFutures(const json::Field& field, Futures& futures);
// `mayAdd` gets the names that edits which are wrong may have been about to add.
void readSet(const json::Field& field, ChangeSet& set, std::vector<std::string>& mayAdd);

void readEdit(const json::Field& field, PlanEdit& edit);
void readAdvice(const json::Field& field, TakenAdvice& advice);

}  // namespace apportion::plan
