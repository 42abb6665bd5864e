// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hours_text.h"

#include <numeric>

#include <QLocale>

#include "core/model/rounded_parts.h"

namespace apportion::ui {

HoursTexts hoursTexts(const std::vector<GpuTime>& parts) {
    constexpr GpuTime hour = kOneGpu * 3600 * kSecond;
    const bool small = std::accumulate(parts.begin(), parts.end(), GpuTime{0}) < hour;
    const int decimals = small ? 2 : 1;
    const int inAnHour = small ? 100 : 10;
    const auto text = [&](std::int64_t units) {
        return QLocale().toString(static_cast<double>(units) / inAnHour, 'f', decimals);
    };
    HoursTexts texts;
    std::int64_t sum = 0;
    for (const std::int64_t units : roundedParts(parts, hour / inAnHour)) {
        texts.parts << text(units);
        sum += units;
    }
    texts.sum = text(sum);
    return texts;
}

}  // namespace apportion::ui
