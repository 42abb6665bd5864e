// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/give_way.h"

#include <sys/resource.h>
#include <unistd.h>

namespace apportion {

// On Linux a thread has a niceness of its own; where it has not this one is as urgent as the rest.
void giveWay() {
    constexpr int kNice = 10;
    (void)setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
}

}  // namespace apportion
