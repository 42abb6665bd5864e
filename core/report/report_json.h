// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>

#include "core/report/report.h"

namespace apportion::report {

// resources/schema/report.schema.json
void writeReport(std::ostream& out, const Report& report, const Accounts& accounts);

}  // namespace apportion::report
