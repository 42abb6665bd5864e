// SPDX-License-Identifier: GPL-3.0-or-later
// A file that nobody has open, in this process or in another one: what stands beside it can be
// taken away, as SQLite does it when the last connection closes. Internal to store.
#pragma once

#include <string>

namespace apportion::store {

// Whoever opens the file meanwhile waits until this is gone.
class LoneFile {
public:
    explicit LoneFile(const std::string& path);
    ~LoneFile();
    LoneFile(const LoneFile&) = delete;
    LoneFile& operator=(const LoneFile&) = delete;

    // False: somebody has it open, it is not there, or it may not be written to.
    bool isLone() const { return lone_; }

private:
    int file_ = -1;
    bool lone_ = false;
};

// Of a connection that only reads SQLite leaves an empty log and its index behind. Goes after the
// connection.
class ReadTrace {
public:
    ReadTrace() = default;
    ~ReadTrace();
    ReadTrace(const ReadTrace&) = delete;
    ReadTrace& operator=(const ReadTrace&) = delete;

    void of(std::string path) { path_ = std::move(path); }

private:
    std::string path_;
};

}  // namespace apportion::store
