// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/replay_options.h"

#include <algorithm>
#include <charconv>

#include "core/model/bounds.h"

namespace apportion {

namespace {

constexpr std::int64_t kMostNodesOfPool = 100'000;
constexpr std::int64_t kMostGpus = kMostGpu / kOneGpu;  // of all nodes

std::optional<std::int64_t> count(std::string_view text, std::int64_t most) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end || value < 1 || value > most)
        return {};
    return value;
}

}  // namespace

std::optional<PoolShape> poolShape(std::string_view text) {
    const std::size_t times = text.find('x');
    if (times == std::string_view::npos)
        return {};
    const auto nodes = count(text.substr(0, times), kMostNodesOfPool);
    const auto gpus = count(text.substr(times + 1), kMostGpus);
    if (!nodes || !gpus || *nodes * *gpus > kMostGpus)
        return {};
    return PoolShape{static_cast<int>(*nodes), *gpus};
}

bool isPoolShape(std::string_view text) {
    const auto isNumber = [](std::string_view part) {
        return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const std::size_t times = std::min(text.find('x'), text.size());
    return isNumber(text.substr(0, times)) &&
           isNumber(text.substr(std::min(times + 1, text.size())));
}

std::optional<GuaranteeBy> guaranteeBy(std::string_view text) {
    if (text == "demand")
        return GuaranteeBy::demand;
    if (text == "p95")
        return GuaranteeBy::p95;
    if (text == "equal")
        return GuaranteeBy::equal;
    return {};
}

}  // namespace apportion
