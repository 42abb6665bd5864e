// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are half written, for a program that a signal ends.
#pragma once

#include <string>
#include <utility>

namespace apportion {

// A file that removeHalfFiles() deletes as long as this exists. At most 32 at a time, of any
// thread; further files and an empty path are not remembered.
class HalfFile {
public:
    HalfFile() = default;
    explicit HalfFile(const std::string& path);
    HalfFile(HalfFile&& other) noexcept : slot_(std::exchange(other.slot_, -1)) {}
    HalfFile& operator=(HalfFile&& other) noexcept {
        std::swap(slot_, other.slot_);
        return *this;
    }
    ~HalfFile();

private:
    int slot_ = -1;
};

// Can be called in a signal handler.
void removeHalfFiles();

}  // namespace apportion
