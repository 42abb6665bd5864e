// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QString>

class QWidget;

namespace apportion::ui {

// Asks where to, with this title and file name, and writes the table there; what came of it is
// said.
void exportTable(QWidget* window, const QString& title, const QString& name,
                 const std::function<QString()>& csv,
                 const std::function<void(const QString& sentence)>& say);

}  // namespace apportion::ui
