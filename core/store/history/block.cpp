// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/history/block.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "core/store/history/level.h"

namespace apportion::store {
namespace {

// Unsigned arithmetic throughout: it wraps where damage makes no sense, and is never undefined.
using Word = std::uint64_t;

// How far the mean is from the middle depends on how far apart least and greatest are.
constexpr std::size_t kSpreads = 5;

// A bucket begins with the value that the one before ended with, and if it has one change then that
// is its least or its greatest: which of the two is which of the two before.
enum Link : unsigned { leastIsLeast, leastIsGreatest, greatestIsLeast, greatestIsGreatest, none };

// A bucket with one change has a mean that lies a number of seconds between least and greatest.
constexpr Word kParts = 60;
constexpr Word kLeastParted = 60;            // where less lies between, the mean itself is as short
constexpr Word kMostParted = Word{1} << 50;  // so that no product wraps

struct Models {
    NumberModel step;
    NumberModel least;   // difference to the run before, in units
    NumberModel spread;  // greatest - least, in units
    std::array<NumberModel, kSpreads> mean;
    std::array<BitModel, 2> known;
    std::array<std::array<BitModel, 8>, 5> link;  // by the one before
    BitModel parted;
    std::array<BitModel, 64> part;

    NumberModel& meanFor(Word spreadInUnits) {
        const auto width = static_cast<std::size_t>(std::bit_width(spreadInUnits));
        return mean[std::min(width / 2, kSpreads - 1)];
    }
};

struct Units {
    Word value = 0;  // of all least and greatest: most series move in whole GPUs or seconds
    Word mean = 0;   // of the means above the least
};

std::int64_t minus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<Word>(a) - static_cast<Word>(b));
}
std::int64_t plus(std::int64_t a, Word b) {
    return static_cast<std::int64_t>(static_cast<Word>(a) + b);
}

Units unitsOf(const std::vector<Run>& runs) {
    Units units;
    for (const Run& run : runs) {
        if (!run.stats.known)
            continue;
        for (const std::int64_t value : {run.stats.min, run.stats.max})
            units.value = std::gcd(units.value, value < 0 ? Word{0} - static_cast<Word>(value)
                                                          : static_cast<Word>(value));
        units.mean = std::gcd(units.mean, static_cast<Word>(minus(run.stats.mean, run.stats.min)));
    }
    return {std::max<Word>(units.value, 1), std::max<Word>(units.mean, 1)};
}

std::int64_t inUnits(std::int64_t value, Word unit) {
    return unit == 1 ? value : value / static_cast<std::int64_t>(unit);
}

bool mayBeParted(Word apart) {
    return apart >= kLeastParted && apart < kMostParted;
}
// Half up, as the mean itself was.
Word partOf(Word apart, Word part) {
    return (2 * apart * part + kParts) / (2 * kParts);
}
std::optional<Word> partFor(Word apart, Word mean) {
    if (!mayBeParted(apart) || mean > apart)
        return std::nullopt;
    const Word near = mean * kParts / apart;
    for (const Word part : {near, near + 1})
        if (part <= kParts && partOf(apart, part) == mean)
            return part;
    return std::nullopt;
}

// The least and greatest of the run before, in units, and how they came about.
struct Before {
    std::int64_t least = 0;
    std::int64_t greatest = 0;
    Link link = none;

    Link linkTo(std::int64_t nextLeast, std::int64_t nextGreatest) const {
        return nextLeast == least         ? leastIsLeast
               : nextLeast == greatest    ? leastIsGreatest
               : nextGreatest == least    ? greatestIsLeast
               : nextGreatest == greatest ? greatestIsGreatest
                                          : none;
    }
    std::int64_t leastBy(Link next, Word spread) const {
        switch (next) {
            case leastIsGreatest:
                return greatest;
            case greatestIsLeast:
                return plus(least, Word{0} - spread);
            case greatestIsGreatest:
                return plus(greatest, Word{0} - spread);
            default:
                return least;
        }
    }
};

void putMean(RangeEncoder& to, Models& models, const Units& units, const Stats& stats) {
    const Word apart = static_cast<Word>(minus(stats.max, stats.min));
    const Word mean = static_cast<Word>(minus(stats.mean, stats.min));
    const std::optional<Word> part = partFor(apart, mean);
    if (mayBeParted(apart))
        to.bit(models.parted, part.has_value());
    if (part)
        putTree(to, models.part, static_cast<unsigned>(*part));
    else
        models.meanFor(apart / units.value)
            .encode(to,
                    zigzag(static_cast<std::int64_t>(mean / units.mean - apart / 2 / units.mean)));
}

Word takeMean(RangeDecoder& from, Models& models, const Units& units, Word apart) {
    if (mayBeParted(apart) && from.bit(models.parted))
        return partOf(apart, takeTree(from, models.part));
    const std::int64_t over = unzigzag(models.meanFor(apart / units.value).decode(from));
    return (static_cast<Word>(over) + apart / 2 / units.mean) * units.mean;
}

}  // namespace

Bytes pack(const Block& block, const Place& place) {
    const Units units = unitsOf(block.runs);
    Bytes row = framed();
    putNumber(row, block.runs.size());
    putNumber(row, static_cast<Word>(block.span));
    putNumber(row, units.value);
    putNumber(row, units.mean);

    Models models;
    RangeEncoder to(row);
    std::int64_t bucket = 0;
    Before before;
    bool known = false;
    for (const Run& run : block.runs) {
        models.step.encode(to, static_cast<Word>(run.bucket - bucket));
        bucket = run.bucket;
        to.bit(models.known[known ? 1 : 0], run.stats.known);
        known = run.stats.known;
        if (!known)
            continue;
        const std::int64_t least = inUnits(run.stats.min, units.value);
        const std::int64_t greatest = inUnits(run.stats.max, units.value);
        const Link link = before.linkTo(least, greatest);
        putTree(to, models.link[before.link], link);
        if (link == none)
            models.least.encode(to, zigzag(minus(least, before.least)));
        models.spread.encode(to, static_cast<Word>(minus(greatest, least)));
        if (greatest != least)
            putMean(to, models, units, run.stats);
        before = {least, greatest, link};
    }
    to.finish();
    seal(row, place);
    return row;
}

std::optional<Block> unpack(ByteView row, const Place& place) {
    std::optional<ByteView> content = unseal(row, place);
    if (!content || place.level < 0 || place.level >= static_cast<std::int64_t>(kLevels))
        return std::nullopt;
    const auto count = takeNumber(*content);
    const auto span = takeNumber(*content);
    const Units units{takeNumber(*content).value_or(0), takeNumber(*content).value_or(0)};
    const LevelShape& shape = kShapes[static_cast<std::size_t>(place.level)];
    if (!count || !span || units.value == 0 || units.mean == 0 || *count > *span ||
        *span > static_cast<Word>(shape.block / shape.bucket))
        return std::nullopt;

    Block block;
    block.span = static_cast<std::int64_t>(*span);
    block.runs.resize(*count);
    Models models;
    RangeDecoder from(*content);
    std::int64_t bucket = 0;
    Before before;
    bool known = false;
    for (Run& run : block.runs) {
        const Word step = models.step.decode(from);
        const bool first = &run == block.runs.data();
        if (step >= *span || (step == 0 && !first))
            return std::nullopt;
        run.bucket = bucket += static_cast<std::int64_t>(step);
        if (bucket >= block.span)
            return std::nullopt;
        run.stats.known = known = from.bit(models.known[known ? 1 : 0]);
        if (!known)
            continue;
        const unsigned link = takeTree(from, models.link[before.link]);
        if (link > none)
            return std::nullopt;
        std::int64_t least = before.least;
        if (link == none)
            least = plus(least, static_cast<Word>(unzigzag(models.least.decode(from))));
        const Word spread = models.spread.decode(from);
        if (link != none)
            least = before.leastBy(static_cast<Link>(link), spread);
        before = {least, plus(least, spread), static_cast<Link>(link)};

        const Word apart = spread * units.value;
        run.stats.min = static_cast<std::int64_t>(static_cast<Word>(least) * units.value);
        run.stats.max = plus(run.stats.min, apart);
        run.stats.mean = run.stats.min;
        if (spread != 0)
            run.stats.mean = plus(run.stats.min, takeMean(from, models, units, apart));
        if (run.stats.mean < run.stats.min || run.stats.mean > run.stats.max)
            return std::nullopt;
    }
    return block;
}

}  // namespace apportion::store
