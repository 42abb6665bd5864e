// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hours_text.h"

#include <numeric>

#include <QLocale>

namespace apportion::ui {

QStringList hoursTexts(const std::vector<GpuTime>& each) {
    constexpr GpuTime hour = kOneGpu * 3600 * kSecond;
    const GpuTime all = std::accumulate(each.begin(), each.end(), GpuTime{0});
    const bool small = all > 0 && all < hour;
    const int decimals = small ? 2 : 1;
    const GpuTime inAnHour = small ? 100 : 10;
    const GpuTime unit = hour / inAnHour;
    const auto number = [&](GpuTime units) {
        return QLocale().toString(static_cast<double>(units) / static_cast<double>(inAnHour), 'f',
                                  decimals);
    };
    QStringList texts;
    for (const GpuTime exact : each) {
        const GpuTime units = (exact + unit / 2) / unit;
        // What is something is not called nothing.
        texts << (units == 0 && exact > 0 ? QStringLiteral("< ") + number(1) : number(units));
    }
    return texts;
}

}  // namespace apportion::ui
