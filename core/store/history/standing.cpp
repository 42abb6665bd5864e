// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/standing.h"

#include <algorithm>

namespace apportion::store {

Bytes packValues(const Values& values, const Place& place) {
    Bytes row = framed();
    putNumber(row, values.size());
    SeriesId before = 0;
    for (const Sample& sample : values) {
        putNumber(row, static_cast<std::uint64_t>(sample.series - before));
        putNumber(row, zigzag(sample.value));
        before = sample.series;
    }
    seal(row, place);
    return row;
}

std::optional<Values> unpackValues(ByteView row, const Place& place) {
    std::optional<ByteView> content = unseal(row, place);
    if (!content)
        return std::nullopt;
    const auto count = takeNumber(*content);
    if (!count || *count > content->size() / 2)
        return std::nullopt;
    Values values(*count);
    std::uint64_t series = 0;
    for (Sample& sample : values) {
        const auto step = takeNumber(*content);
        const auto value = takeNumber(*content);
        if (!step || !value || *step == 0)
            return std::nullopt;
        series += *step;
        sample = {static_cast<SeriesId>(series), unzigzag(*value)};
    }
    return values;
}

std::int64_t valueOf(const Values& values, SeriesId series) {
    const auto at = std::lower_bound(
        values.begin(), values.end(), series,
        [](const Sample& sample, SeriesId wanted) { return sample.series < wanted; });
    return at != values.end() && at->series == series ? at->value : kNoValue;
}

}  // namespace apportion::store
