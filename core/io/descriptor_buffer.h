// SPDX-License-Identifier: GPL-3.0-or-later
// A stream's buffer over an open file of the system, which remembers what went wrong first.
#pragma once

#include <streambuf>
#include <vector>

namespace apportion {

class DescriptorBuffer : public std::streambuf {
public:
    // Does not own the file.
    explicit DescriptorBuffer(int file);

    // errno of the first write that failed, 0 = none did; nothing is written after it.
    int error() const { return error_; }

protected:
    int_type overflow(int_type c) override;
    int sync() override;

private:
    bool writeOut();

    int file_;
    int error_ = 0;
    std::vector<char> buffer_;
};

}  // namespace apportion
