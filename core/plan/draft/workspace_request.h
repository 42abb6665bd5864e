// SPDX-License-Identifier: GPL-3.0-or-later
// The commands about workspaces, as requests to the session, and what a form of them begins with.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/change/command_request.h"
#include "core/view/view.h"

namespace apportion {

CommandRequest addWorkspaceRequest(const std::string& name, const std::vector<std::string>& quotas);
CommandRequest workspaceQuotasRequest(const std::string& name,
                                      const std::vector<std::string>& quotas);
// Those that it is to use from now on: what it had keeps its order, for the first of them is meant
// where work names none.
std::vector<std::string> tiedQuotas(const std::vector<std::string>& before,
                                    std::vector<std::string> chosen);
// No role = no member any more.
CommandRequest memberRequest(const std::string& workspace, const std::string& user,
                             std::optional<Role> role);
// All caps that the workspace is to have.
CommandRequest capsRequest(const std::string& workspace, const std::vector<Cap>& caps);
// The cap that a problem is about, and what is wrong of it: "priorities", "modules", "gpu". Nothing
// = it is about no cap.
struct CapPart {
    std::size_t cap = 0;
    std::string part;
    friend bool operator==(const CapPart&, const CapPart&) = default;
};
std::optional<CapPart> refusedCap(const Problem& problem);
CommandRequest deleteWorkspaceRequest(const std::string& name);

// Users whose name stands anywhere in the pool, each once, sorted: whom a form offers.
std::vector<std::string> knownUsers(const View& view);

}  // namespace apportion
