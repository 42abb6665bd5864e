// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/spread.h"

#include <algorithm>
#include <cstdint>

#include "core/sim/replay/guarantees.h"

namespace apportion {

namespace {

class Spread {
public:
    explicit Spread(std::span<const SpreadPart> parts) : parts_(parts), given_(parts.size(), 0) {}

    // As many whole units of what is left as the parts have.
    void give(Gpu& left, Gpu unit) {
        for (std::vector<std::int64_t> weights = open(unit); left >= unit && !weights.empty();
             weights = open(unit)) {
            const auto shares = largestRemainder(left / unit, weights);
            if (!cap(shares, left, unit)) {
                for (std::size_t i = 0; i < shares.size(); ++i)
                    take(i, shares[i] * unit, left);
                return;
            }
        }
    }
    std::vector<Gpu> given() && { return std::move(given_); }

private:
    Gpu room(std::size_t i) const { return std::max<Gpu>(0, parts_[i].most - given_[i]); }

    // The weights of those that have a unit to give, all the same where none weighs anything;
    // nobody = empty.
    std::vector<std::int64_t> open(Gpu unit) const {
        std::vector<std::int64_t> weights(parts_.size(), 0);
        bool any = false;
        bool weighs = false;
        for (std::size_t i = 0; i < parts_.size(); ++i)
            if (room(i) >= unit) {
                any = true;
                weights[i] = parts_[i].weight;
                weighs |= parts_[i].weight > 0;
            }
        if (any && !weighs)
            for (std::size_t i = 0; i < parts_.size(); ++i)
                weights[i] = room(i) >= unit ? 1 : 0;
        return any ? weights : std::vector<std::int64_t>();
    }

    // Whose share is more than it has gives all of it; false = nobody's is.
    bool cap(const std::vector<std::int64_t>& shares, Gpu& left, Gpu unit) {
        bool capped = false;
        for (std::size_t i = 0; i < shares.size(); ++i)
            if (shares[i] > room(i) / unit) {
                take(i, room(i) / unit * unit, left);
                capped = true;
            }
        return capped;
    }

    void take(std::size_t i, Gpu gpu, Gpu& left) {
        given_[i] += gpu;
        left -= gpu;
    }

    std::span<const SpreadPart> parts_;
    std::vector<Gpu> given_;
};

}  // namespace

std::vector<Gpu> spreadOver(Gpu amount, std::span<const SpreadPart> parts) {
    Spread spread(parts);
    spread.give(amount, kOneGpu);
    spread.give(amount, 1);
    return std::move(spread).given();
}

}  // namespace apportion
