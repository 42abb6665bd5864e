// SPDX-License-Identifier: GPL-3.0-or-later
// What the header comments of an SWF file tell.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/message.h"
#include "core/model/quantity.h"

namespace apportion {

class SwfHeader {
public:
    // A comment, ";" and all, and the number of its line.
    void read(std::string_view comment, int line);
    // Values that are none and were passed over, with their places.
    struct Odd {
        int line = 0, column = 0;
        Message message;
    };
    const std::vector<Odd>& odd() const { return odd_; }

    // Milliseconds since 1970 of the log's zero; 0 = not told.
    Instant unixStart() const { return unixStart_; }
    // What the log was recorded on; empty = not told.
    const std::string& computer() const { return computer_; }
    // The name of a queue or partition, its number if it has none of its own.
    std::string queue(std::string_view number) const { return nameOf(queues_, number); }
    std::string partition(std::string_view number) const { return nameOf(partitions_, number); }

private:
    using Names = std::map<std::string, std::string, std::less<>>;  // by number
    static std::string nameOf(const Names& names, std::string_view number);

    Instant unixStart_ = 0;
    std::string computer_;
    std::vector<Odd> odd_;
    Names queues_, partitions_;
};

}  // namespace apportion
