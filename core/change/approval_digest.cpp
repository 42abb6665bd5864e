// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/approval_digest.h"

#include <nlohmann/json.hpp>

#include "core/store/canonical.h"

namespace apportion {

std::string approvalText(const ProjectWorkload& work) {
    const WorkCommand command = work.command.value_or(WorkCommand{});
    return nlohmann::json{{"workload", work.spec.name},     {"submitted", work.run.submitted},
                          {"user", work.spec.user},         {"gpu", work.spec.request.gpu},
                          {"replicas", work.spec.replicas}, {"arguments", command.arguments},
                          {"directory", command.directory}}
        .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string digestOf(const ProjectWorkload& work) {
    return store::chainHash({}, approvalText(work));
}

}  // namespace apportion
