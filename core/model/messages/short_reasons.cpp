// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons in a few words, beside the two words of their badge. Arguments and their kinds are those
// of the reasons themselves (reasons.cpp, live.cpp); a variant that has no row here is told as its
// code is.
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kRows[] = {
    {"short-forbidden", "user", "{user} may not"},
    {"short-forbidden.user", "user", "{user} is no member"},
    {"short-forbidden.quota", "workspace", "not of {workspace}"},
    {"short-forbidden.user-again", "user", "{user} is not a member"},
    {"short-forbidden.quota-again", "workspace", "not of {workspace}"},
    {"short-forbidden.declined", "user", "declined by {user}"},
    {"short-max-priority", "priority", "none at priority {priority}"},
    {"short-max-priority.module", "module", "none for {module}"},
    {"short-max-priority.both", "module priority", "no {module} at {priority}"},
    {"short-max-priority.all", "", "none allowed"},
    {"short-max-priority.several", "count", "{count} caps of none"},
    {"short-never-fits", "", "no node is large enough"},
    {"short-never-fits.no-node", "", "there is no node"},
    {"short-never-fits.no-node-of-root", "root", "{root} divides no node"},
    {"short-never-fits.node", "largest", "a node has {largest}"},
    {"short-never-fits.no-gpu", "", "no node has a GPU"},
    {"short-never-fits.gang", "bound", "nodes have {bound}"},
    {"short-never-fits.limit", "bound", "the limit is {bound}"},
    {"short-gpu-type", "gpuType", "no {gpuType} to hold it"},
    {"short-blocked-by-head", "head", "{head} is first"},
    {"short-cap", "placed", "holds {placed}"},
    {"short-cap.request", "bound", "at most {bound}"},
    {"short-cap.request-beside", "bound", "at most {bound}"},
    {"short-cap.request-several", "bound", "at most {bound}"},
    {"short-over-limit", "short", "by {short}"},
    {"short-non-preemptible-over-quota", "short", "by {short}"},
    {"short-over-quota-off", "short", "{short} over"},
    {"short-over-quota-off.idle", "", "no idle work here"},
    {"short-kept-back", "lender", "by {lender}"},
    {"short-kept-back.several", "lender", "by {lender} and others"},
    {"short-waiting-for-victims", "victims", "after {victims}"},
    {"short-waiting-for-victims.device", "victim", "after {victim}"},
    {"short-waiting-for-victims.other-pool", "victim", "after {victim}"},
    {"short-waiting-for-victims.itself", "", "runs for another file"},
    {"short-waiting-for-victims.other-pool-unknown", "victim", "after {victim}"},
    {"short-waiting-for-victims.itself-unknown", "", "runs unknown to the file"},
    {"short-fragmented", "largest", "{largest} on a node"},
    {"short-fragmented.gang", "count replicas", "room for {count} of {replicas}"},
    {"short-fragmented.other", "", "CPU or memory is short"},
    {"short-above-fair-share", "share", "share {share}"},
    {"short-above-fair-share.gang", "share", "share {share}"},
    {"short-no-eligible-victims", "free", "{free} free"},
    {"short-no-eligible-victims.nodes", "ready", "{ready} ready"},
    {"short-no-eligible-victims.nodes-of-type", "ready gpuType", "{ready} of {gpuType} ready"},
    {"short-no-capacity", "free", "{free} free"},
    {"short-needs-approval", "", "nobody let it run"},
    {"short-needs-approval.no-node", "machine", "no node is {machine}"},
    {"short-not-live", "", "nobody runs the pool"},
    {"short-command-failed", "", "it did not end well"},
    {"short-command-failed.exit", "code", "exit code {code}"},
    {"short-command-failed.signal", "signal", "signal {signal}"},
    {"short-command-failed.start", "detail", "{detail}"},
    {"short-command-failed.no-node", "machine", "no node is {machine}"},
    {"short-command-failed.elsewhere", "node", "{node} is another machine"},
    {"short-command-failed.devices", "found", "{found|device|devices} found"},
    {"short-command-failed.missing-device", "device", "device {device} is missing"},
    {"short-command-failed.approval", "", "not known on this machine"},
    {"short-command-failed.unknown", "", "how it ended is lost"},
    {"short-command-failed.other-pool", "", "it runs for another file"},
    {"short-command-failed.lost", "", "its keeper was killed"},
    {"short-command-failed.restarted", "", "the machine restarted"},
    {"short-command-failed.stopped", "", "its keeper was ended"},
};

}  // namespace

std::span<const Row> shortReasons() {
    return kRows;
}

}  // namespace apportion::messages
