// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hours_text.h"

#include <numeric>

#include <QLocale>

#include "core/model/rounded_parts.h"

namespace apportion::ui {

HoursTexts hoursTexts(const std::vector<GpuTime>& parts) {
    constexpr GpuTime hour = kOneGpu * 3600 * kSecond;
    const GpuTime all = std::accumulate(parts.begin(), parts.end(), GpuTime{0});
    const bool small = all > 0 && all < hour;
    const int decimals = small ? 2 : 1;
    const int inAnHour = small ? 100 : 10;
    const auto text = [&](std::int64_t units, GpuTime exact) {
        const auto number = [&](std::int64_t of) {
            return QLocale().toString(static_cast<double>(of) / inAnHour, 'f', decimals);
        };
        // What is something is not called nothing.
        return units == 0 && exact > 0 ? QStringLiteral("< ") + number(1) : number(units);
    };
    HoursTexts texts;
    std::int64_t sum = 0;
    const std::vector<std::int64_t> rounded = roundedParts(parts, hour / inAnHour);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        texts.parts << text(rounded[i], parts[i]);
        sum += rounded[i];
    }
    texts.sum = text(sum, all);
    return texts;
}

}  // namespace apportion::ui
