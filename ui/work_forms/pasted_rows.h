// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a spreadsheet as workloads: name, quota, GPUs, replicas, duration, priority, between tabs
// or commas. An empty cell has the value of `base`.
#pragma once

#include <vector>

#include <QString>

#include "core/change/change.h"

namespace apportion::ui {

struct PastedRow {
    SubmitWork work;
    QString mistake;  // empty = all of it can be read
    int line = 0;     // of the text, from 0
};

// A line of heads and empty lines are passed over.
std::vector<PastedRow> pastedRows(const QString& text, const SubmitWork& base);
// A line of it with another size.
QString withSize(const QString& line, Gpu gpu, int replicas);

}  // namespace apportion::ui
