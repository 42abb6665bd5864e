// SPDX-License-Identifier: GPL-3.0-or-later
// The consent of a user to each command that a backend runs as them. The file says what is wanted,
// and others may write to it: a backend that runs commands of the file has this beside backend.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

class Consent {
public:
    virtual ~Consent() = default;
    // Lets the command of a workload run, exactly as it is. Errors: approval-no-holder, and what
    // keeps the backend from looking after runs.
    virtual Result<void> give(const Project& project, const ProjectWorkload& work) = 0;
    // Who has asked by now, by the backend's own door, is answered with what `decide` says of a
    // workload and the digest of what was seen.
    using Decide = std::function<Result<void>(const std::string&, const std::string&)>;
    virtual void serve(const Project& project, const Decide& decide) = 0;
    // What is approved in the file alone, as of the last observe(). In order of submission.
    virtual std::vector<std::string> unapproved() const = 0;
    // Consents to what is over are withdrawn, so that none comes back with its workload.
    virtual void keepOnly(const Project& project) = 0;
};

}  // namespace apportion
