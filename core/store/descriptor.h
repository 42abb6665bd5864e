// SPDX-License-Identifier: GPL-3.0-or-later
// An open descriptor of the system, closed with its owner.
#pragma once

#include <utility>

#include <unistd.h>

namespace apportion::store {

class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int file) : file_(file) {}
    Descriptor(Descriptor&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        if (this != &other) {
            reset();
            file_ = std::exchange(other.file_, -1);
        }
        return *this;
    }
    ~Descriptor() { reset(); }

    int get() const { return file_; }
    explicit operator bool() const { return file_ >= 0; }
    void reset() {
        if (file_ >= 0)
            close(file_);
        file_ = -1;
    }

private:
    int file_ = -1;
};

}  // namespace apportion::store
