// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QString>

class QWidget;

namespace apportion::ui {

struct ExportAnswer {
    std::function<void(const QString& sentence)> done;
    // `again`: asks for another place.
    std::function<void(const QString& sentence, const std::function<void()>& again)> failed;
};

// Asks where to, with this title and file name, and writes the table there.
void exportTable(QWidget* window, const QString& title, const QString& name,
                 const std::function<QString()>& csv, const ExportAnswer& answer);

}  // namespace apportion::ui
