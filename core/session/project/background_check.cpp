// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/background_check.h"

#include "core/store/project_file.h"

namespace apportion {

std::future<Problems> checkInBackground(const std::string& path) {
    return std::async(std::launch::async, [path]() -> Problems {
        auto file = ProjectFile::open(path, OpenMode::readOnly);
        return file ? file->verify() : file.error();
    });
}

}  // namespace apportion
