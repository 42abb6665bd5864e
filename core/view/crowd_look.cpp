// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/crowd_look.h"

#include <chrono>
#include <utility>

#include "core/view/explain/give_way.h"

namespace apportion {

Engine lookedAtAllThatWaits(Engine pool, const std::stop_token& stop) {
    pool.keepRunnerUp(false);
    pool.stopWhen(stop);
    pool.step(0, {});
    pool.stopWhen({});
    return pool;
}

void CrowdLook::begin(const Engine& pool) {
    drop();
    std::packaged_task<Engine(const std::stop_token&)> look(
        [fork = pool](const std::stop_token& stop) mutable {
            giveWay();
            return lookedAtAllThatWaits(std::move(fork), stop);
        });
    result_ = look.get_future();
    thread_ = std::jthread(std::move(look));
}

void CrowdLook::drop() {
    thread_ = {};
    result_ = {};
}

bool CrowdLook::isUnderWay() const {
    return isBegun() && result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

Engine CrowdLook::take() {
    return result_.get();
}

}  // namespace apportion
