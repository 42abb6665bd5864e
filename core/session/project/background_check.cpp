// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/background_check.h"

#include <chrono>
#include <utility>

#include "core/store/project_file.h"
#include "core/view/explain/give_way.h"

namespace apportion {

void BackgroundCheck::begin(const std::string& path) {
    std::packaged_task<Problems(const std::stop_token&)> check(
        [path](const std::stop_token& stop) -> Problems {
            giveWay();
            auto file = ProjectFile::open(path, OpenMode::readOnly);
            return file ? file->verify(stop) : file.error();
        });
    result_ = check.get_future();
    thread_ = std::jthread(std::move(check));
}

std::optional<Problems> BackgroundCheck::take() {
    if (!result_.valid() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return {};
    return result_.get();
}

}  // namespace apportion
