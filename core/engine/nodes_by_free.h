// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes by what is free on them, then in file order: a set of bits for each amount, of which there
// are few. Whole devices up to the size of usual nodes are found at once.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/model/quantity.h"

namespace apportion {

class NodesByFree {
public:
    void insert(Gpu free, int node) {
        if (usual(free))
            insertUsual(indexOf(free), node);
        else
            insertOther(free, node);
    }
    // It must be there.
    void erase(Gpu free, int node) {
        if (usual(free))
            eraseUsual(indexOf(free), node);
        else
            eraseOther(free, node);
    }
    // The same node with another amount free.
    void move(Gpu from, Gpu to, int node) {
        if (!usual(from) && !usual(to) && moveAlone(from, to))
            return;
        erase(from, node);
        insert(to, node);
    }

    // The first node with at least so much free that `takes` accepts, where fewest (most) is free;
    // -1 = none.
    template <typename Takes>
    int firstOfFewest(Gpu least, Takes&& takes) const {
        std::uint32_t usual = filled_ & ~below(least);
        auto other = at(least);
        while (usual != 0 || other != others_.end()) {
            const int devices = std::countr_zero(usual);
            const bool isUsual =
                usual != 0 && (other == others_.end() || devices * kOneGpu < other->free);
            const int node = isUsual ? usual_[static_cast<std::size_t>(devices)].first(takes)
                                     : other->nodes.first(takes);
            if (node >= 0)
                return node;
            if (isUsual)
                usual &= usual - 1;
            else
                ++other;
        }
        return -1;
    }
    template <typename Takes>
    int firstOfMost(Gpu least, Takes&& takes) const {
        std::uint32_t usual = filled_ & ~below(least);
        auto other = others_.end();
        const auto last = at(least);
        while (usual != 0 || other != last) {
            const int devices = std::bit_width(usual) - 1;
            const bool isUsual =
                usual != 0 && (other == last || devices * kOneGpu > std::prev(other)->free);
            const int node = isUsual ? usual_[static_cast<std::size_t>(devices)].first(takes)
                                     : std::prev(other)->nodes.first(takes);
            if (node >= 0)
                return node;
            if (isUsual)
                usual ^= std::uint32_t{1} << devices;
            else
                --other;
        }
        return -1;
    }

private:
    struct Nodes {
        int count = 0;
        std::vector<std::uint64_t> bits;

        void insert(int node) {
            const std::size_t word = wordOf(node);
            if (bits.size() <= word)
                bits.resize(word + 1, 0);
            bits[word] |= bitOf(node);
            ++count;
        }
        void erase(int node) {
            bits[wordOf(node)] &= ~bitOf(node);
            --count;
        }
        template <typename Takes>
        int first(Takes&& takes) const {
            int left = count;
            for (std::size_t word = 0; left > 0; ++word)
                for (std::uint64_t some = bits[word]; some != 0; some &= some - 1, --left)
                    if (const int node = static_cast<int>(word * 64) + std::countr_zero(some);
                        takes(node))
                        return node;
            return -1;
        }
        static std::size_t wordOf(int node) { return static_cast<std::size_t>(node) / 64; }
        static std::uint64_t bitOf(int node) {
            return std::uint64_t{1} << (static_cast<unsigned>(node) % 64);
        }
    };
    struct Level {
        Gpu free = 0;
        Nodes nodes;
    };

    static constexpr int kUsual = 16;  // devices
    static bool usual(Gpu free) { return free <= kUsual * kOneGpu && free % kOneGpu == 0; }
    static std::size_t indexOf(Gpu free) { return static_cast<std::size_t>(free / kOneGpu); }
    // The usual amounts that are less.
    static std::uint32_t below(Gpu least) {
        const Gpu devices = std::min<Gpu>((least + kOneGpu - 1) / kOneGpu, kUsual + 1);
        return (std::uint32_t{1} << devices) - 1;
    }
    void insertUsual(std::size_t devices, int node) {
        usual_[devices].insert(node);
        filled_ |= std::uint32_t{1} << devices;
    }
    void eraseUsual(std::size_t devices, int node) {
        usual_[devices].erase(node);
        if (usual_[devices].count == 0)
            filled_ &= ~(std::uint32_t{1} << devices);
    }
    void insertOther(Gpu free, int node) {
        auto level = at(free);
        if (level == others_.end() || level->free != free)
            level = others_.insert(level, Level{free, {}});
        level->nodes.insert(node);
    }
    void eraseOther(Gpu free, int node) {
        const auto level = at(free);
        level->nodes.erase(node);
        if (level->nodes.count == 0)
            others_.erase(level);
    }
    // Where it is alone, and stays between the same neighbours.
    bool moveAlone(Gpu from, Gpu to) {
        const auto level = at(from);
        const bool same = level->nodes.count == 1 &&
                          (level == others_.begin() || std::prev(level)->free < to) &&
                          (std::next(level) == others_.end() || std::next(level)->free > to);
        if (same)
            level->free = to;
        return same;
    }
    static bool before(const Level& level, Gpu free) { return level.free < free; }
    std::vector<Level>::iterator at(Gpu free) {
        return std::lower_bound(others_.begin(), others_.end(), free, before);
    }
    std::vector<Level>::const_iterator at(Gpu free) const {
        return std::lower_bound(others_.begin(), others_.end(), free, before);
    }

    std::array<Nodes, kUsual + 1> usual_;
    std::uint32_t filled_ = 0;   // which of them have any
    std::vector<Level> others_;  // the fewest first; none is empty
};

}  // namespace apportion
