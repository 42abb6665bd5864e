// SPDX-License-Identifier: GPL-3.0-or-later
// The full check of a project file beside everything else: on a thread and a connection of its own.
#pragma once

#include <future>
#include <string>

#include "core/model/problem.h"

namespace apportion {

// What is wrong, as ProjectFile::verify() tells it; empty = nothing. The future waits for the end
// when it is dropped, as those of std::async do.
std::future<Problems> checkInBackground(const std::string& path);

}  // namespace apportion
