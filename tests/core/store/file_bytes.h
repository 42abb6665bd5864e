// SPDX-License-Identifier: GPL-3.0-or-later
// Project files as bytes, with what stands beside them.
#pragma once

#include <filesystem>
#include <string>

#include <SQLiteCpp/Database.h>

#include "core/store/project_file.h"
#include "tests/core/io/temporary_folder.h"
#include "tests/core/store/burst.h"

namespace apportion::testing {

// Code of the first problem; empty if it opens.
inline std::string openingSays(const std::string& path, OpenMode mode) {
    const auto file = ProjectFile::open(path, mode);
    return file ? std::string() : file.error().front().message.code;
}

inline std::string openingSays(const std::string& path) {
    const std::string writing = openingSays(path, OpenMode::readWrite);
    const std::string reading = openingSays(path, OpenMode::readOnly);
    return writing == reading ? writing : "writing: " + writing + ", reading: " + reading;
}

// Changes a file behind the program's back.
inline void change(const std::string& path, const std::string& sql) {
    SQLite::Database(path, SQLite::OPEN_READWRITE).exec(sql);
}

// A closed project, made by a burst, of which nothing is in a WAL.
inline BurstEnd makeProject(const std::string& path, int steps, std::uint64_t seed = 7) {
    EXPECT_TRUE(newProject(path, [] { return kBegin; }).has_value());
    return run({seed, steps}, path);
}

}  // namespace apportion::testing
