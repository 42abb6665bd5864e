// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers drawn from a seed, the same on every machine: the standard fixes the generator, and the
// way from its numbers to a range stands here, since the library's distributions differ.
#pragma once

#include <cstdint>
#include <random>

namespace apportion {

// A number below `bound`, each as likely: numbers of the generator from the largest multiple of
// `bound` up are drawn again, of the others it is the remainder. `bound` > 0.
inline std::uint64_t drawBelow(std::mt19937_64& generator, std::uint64_t bound) {
    const std::uint64_t beyond = std::mt19937_64::max() - std::mt19937_64::max() % bound;
    std::uint64_t number = generator();
    while (number >= beyond)
        number = generator();
    return number % bound;
}

// A number that belongs to a seed and a place: the finalizer of SplitMix64 over both.
inline std::uint64_t drawnAt(std::uint64_t seed, std::uint64_t place) {
    std::uint64_t mixed = seed * 0x9E3779B97F4A7C15U + (place + 1) * 0xD1B54A32D192ED03U;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return mixed ^ (mixed >> 31);
}

}  // namespace apportion
