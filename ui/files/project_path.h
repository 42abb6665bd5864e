// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace apportion::ui {

// A new project's file bears the suffix, whatever was typed: Qt takes what stands behind a dot of a
// name, "Quota1.2", for one.
inline QString asProjectFile(const QString& path) {
    const auto suffix = QStringLiteral(".apportion");
    return path.endsWith(suffix, Qt::CaseInsensitive) ? path : path + suffix;
}

}  // namespace apportion::ui
