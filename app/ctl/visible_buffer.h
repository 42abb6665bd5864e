// SPDX-License-Identifier: GPL-3.0-or-later
// Between a command and a terminal: what people read has no hidden characters in it.
#pragma once

#include <ostream>
#include <streambuf>
#include <string>

namespace apportion::ctl {

// Passes on visibleLines() of what is written to it. A character that is not whole yet waits for
// the rest of its bytes.
class VisibleBuffer : public std::streambuf {
public:
    explicit VisibleBuffer(std::streambuf& to) : to_(to) {}
    ~VisibleBuffer() override { finish(); }
    VisibleBuffer(const VisibleBuffer&) = delete;
    VisibleBuffer& operator=(const VisibleBuffer&) = delete;

    // Nothing more follows.
    void finish();

protected:
    int overflow(int c) override;
    std::streamsize xsputn(const char* text, std::streamsize size) override;
    int sync() override { return to_.pubsync(); }

private:
    bool pass(std::size_t bytes);

    std::streambuf& to_;
    std::string waiting_;
};

// Standard error, for as long as it lives.
class VisibleErrors {
public:
    VisibleErrors();
    ~VisibleErrors();
    VisibleErrors(const VisibleErrors&) = delete;
    VisibleErrors& operator=(const VisibleErrors&) = delete;

private:
    std::streambuf* before_;
    VisibleBuffer visible_;
};

}  // namespace apportion::ctl
