// SPDX-License-Identifier: GPL-3.0-or-later
// A disk that breaks: while one lives, every database of this process is opened through it. It
// counts what is written, and from a chosen operation on it fails as a disk does. What was written
// and not flushed is remembered, so that a power loss can take it away. One at a time; not
// thread-safe. Nothing is really flushed: that makes it fast.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace apportion::testing {

enum class Fault {
    ioError,    // half of it is written, the rest is an error
    diskFull,   // files cannot grow
    powerLoss,  // an error like any other; what it leaves behind tells afterPowerLoss()
};

// How much of what was not flushed is on the disk after a power loss. Pages, or what was written of
// one, are there or not.
enum class Survives { nothing, beginning, anything };

class FaultVfs {
public:
    FaultVfs();
    ~FaultVfs();
    FaultVfs(const FaultVfs&) = delete;
    FaultVfs& operator=(const FaultVfs&) = delete;

    static constexpr long kForEver = std::numeric_limits<long>::max();
    // Of the writes, flushes, truncations and removals to come, counted from 1, the `first` and so
    // many after it fail.
    void fail(Fault fault, long first, long count = kForEver);
    void mend();
    // Since it was made or fail() was called.
    long operations() const { return operations_; }
    bool failed() const { return failed_; }

    // The database and its WAL as a power loss now would leave them, as `copy`.
    void afterPowerLoss(const std::string& path, const std::string& copy, Survives survives,
                        std::uint64_t seed) const;
    // Something of any file that still stands is written and not flushed.
    bool unflushed() const;

private:
    struct Written {
        std::int64_t offset = 0;
        std::string bytes;
        bool truncation = false;  // to `offset`
    };
    // What of a file is on the disk for sure, and what may be.
    struct Image {
        std::optional<std::string> flushed;  // nothing: perhaps the file is not there at all
        std::optional<std::string> removed;  // a removed one of the same name that may come back
        std::vector<Written> pending;
    };
    friend struct FaultCalls;

    // Whether this operation fails; counts it.
    bool next();
    std::optional<std::string> left(const Image& image, Survives survives,
                                    std::uint64_t seed) const;
    static void apply(const Written& written, std::string& bytes);

    struct Registered;
    std::unique_ptr<Registered> registered_;
    std::map<std::string, Image> images_;  // by path
    Fault fault_ = Fault::ioError;
    long first_ = kForEver;
    long count_ = 0;
    long operations_ = 0;
    bool failed_ = false;
};

}  // namespace apportion::testing
