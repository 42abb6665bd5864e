// SPDX-License-Identifier: GPL-3.0-or-later
// What a command writes, in two files of bounded size: the one that is written to and the one
// before it. The command writes into a pipe, so that no disk fills up and none that is full stops
// it.
#pragma once

#include <cstdint>
#include <string>

#include "core/store/descriptor.h"

namespace apportion {

class CommandLog {
public:
    // Of one file; two are kept.
    static constexpr std::int64_t kPart = std::int64_t{8} << 20;

    explicit CommandLog(std::string folder) : folder_(std::move(folder)) {}
    // The file and the pipe; errno says why not.
    bool open();

    // What the command gets as its standard output and error; closed here once it has it.
    int input() const { return in_.get(); }
    void closeInput() { in_.reset(); }

    // Readable when the command has written, for poll(); -1 = nobody can write any more.
    int output() const { return out_.get(); }
    // Writes down what is there, at most so much that a signal is heard soon.
    void take();
    // All that is left when nobody writes any more.
    void takeRest();
    // Bytes that are not kept: of the oldest part, or what a full disk did not take.
    std::int64_t dropped() const { return dropped_; }

private:
    bool openFile();
    void beginPart();
    void write(const char* bytes, std::size_t count);

    std::string folder_;
    store::Descriptor in_;
    store::Descriptor out_;
    store::Descriptor file_;
    std::int64_t size_ = 0;      // of the file that is written to
    std::int64_t previous_ = 0;  // of the one before it
    std::int64_t dropped_ = 0;
};

}  // namespace apportion
