// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/device_packing.h"

#include <algorithm>
#include <numeric>

namespace apportion {

namespace {

// The fullest shared device that has room, else the first whole free one, for each of `order`.
bool packInOrder(const std::vector<Gpu>& parts, const std::vector<std::size_t>& order, int devices,
                 std::vector<int>& device) {
    std::vector<Gpu> used(static_cast<std::size_t>(devices), 0);
    for (const auto part : order) {
        auto best = used.size();
        for (std::size_t d = 0; d < used.size(); ++d)
            if (used[d] + parts[part] <= kOneGpu && (best == used.size() || used[d] > used[best]))
                best = d;
        if (best == used.size())
            return false;
        used[best] += parts[part];
        device[part] = static_cast<int>(best);
    }
    return true;
}

// Depth-first over `order` (largest first), devices of equal use tried once, cut off after a
// number of steps that any real node stays far below.
struct Search {
    const std::vector<Gpu>& parts;
    const std::vector<std::size_t>& order;
    std::vector<Gpu> used;
    std::vector<int>& device;
    int steps = 200'000;

    bool place(std::size_t next) {
        if (next == order.size())
            return true;
        const auto part = order[next];
        for (std::size_t d = 0; d < used.size(); ++d) {
            if (used[d] + parts[part] > kOneGpu)
                continue;
            if (std::find(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(d), used[d]) !=
                used.begin() + static_cast<std::ptrdiff_t>(d))
                continue;
            if (--steps < 0)
                return false;
            used[d] += parts[part];
            device[part] = static_cast<int>(d);
            if (place(next + 1))
                return true;
            used[d] -= parts[part];
        }
        return false;
    }
};

// One after another, as they would have been started.
std::optional<PackedDevices> packAsStarted(const std::vector<Gpu>& parts, int devices) {
    std::vector<Gpu> used(static_cast<std::size_t>(devices), 0);
    PackedDevices packed(parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part) {
        auto fullest = used.size();
        if (parts[part] > 0 && parts[part] < kOneGpu)
            for (std::size_t d = 0; d < used.size(); ++d)
                if (used[d] > 0 && used[d] + parts[part] <= kOneGpu &&
                    (fullest == used.size() || used[d] > used[fullest]))
                    fullest = d;
        if (fullest < used.size()) {
            used[fullest] += parts[part];
            packed[part] = {static_cast<int>(fullest)};
            continue;
        }
        Gpu left = parts[part];
        for (std::size_t d = 0; d < used.size() && left > 0; ++d)
            if (used[d] == 0) {
                used[d] = std::min(left, kOneGpu);
                left -= used[d];
                packed[part].push_back(static_cast<int>(d));
            }
        if (left > 0)
            return std::nullopt;
    }
    return packed;
}

// The devices of each part, from the first of those it has in a row.
PackedDevices inRows(const std::vector<Gpu>& parts, const std::vector<int>& firsts) {
    PackedDevices packed(parts.size());
    for (std::size_t part = 0; part < parts.size(); ++part)
        for (Gpu held = 0; held < parts[part]; held += kOneGpu)
            packed[part].push_back(firsts[part] + static_cast<int>(held / kOneGpu));
    return packed;
}

}  // namespace

std::optional<PackedDevices> packDevices(const std::vector<Gpu>& parts, int devices) {
    if (auto packed = packAsStarted(parts, devices))
        return packed;
    std::vector<int> device(parts.size(), 0);
    std::vector<std::size_t> fractions;
    std::int64_t left = devices;
    Gpu shared = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (parts[i] <= 0)
            continue;
        if (parts[i] < kOneGpu) {
            fractions.push_back(i);
            shared += parts[i];
            continue;
        }
        left -= parts[i] / kOneGpu;
        if (left < 0)
            return std::nullopt;
        device[i] = static_cast<int>(left);
    }
    if (shared > left * kOneGpu)
        return std::nullopt;
    const auto room = static_cast<int>(left);
    if (packInOrder(parts, fractions, room, device))
        return inRows(parts, device);
    std::stable_sort(fractions.begin(), fractions.end(),
                     [&](std::size_t a, std::size_t b) { return parts[a] > parts[b]; });
    if (packInOrder(parts, fractions, room, device))
        return inRows(parts, device);
    // As deep as there are fractions; no node shares its devices among more.
    constexpr std::size_t kMostSearched = 500;
    if (fractions.size() > kMostSearched)
        return std::nullopt;
    Search search{parts, fractions, std::vector<Gpu>(static_cast<std::size_t>(room), 0), device};
    if (search.place(0))
        return inRows(parts, device);
    return std::nullopt;
}

}  // namespace apportion
