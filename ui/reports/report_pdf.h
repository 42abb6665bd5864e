// SPDX-License-Identifier: GPL-3.0-or-later
// A usage report as PDF: A4, light, with heads that repeat and rows that are not cut.
#pragma once

#include <QString>

#include "core/report/document.h"
#include "core/session/commands/report.h"

namespace apportion::ui {

// Empty = written whole, else why not.
QString writeReportPdf(const report::Document& document, const QString& path);

}  // namespace apportion::ui
