// SPDX-License-Identifier: GPL-3.0-or-later
// Reasons in a few words, beside the two words of their badge. Arguments and their kinds are those
// of the reasons themselves (reasons.cpp, live.cpp); a variant without a row here is shown as its
// code.
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kShortReasonsRows[] = {
    {"short-forbidden", "user", "{user} is not allowed"},
    {"short-forbidden.user", "user", "{user} is not a member"},
    {"short-forbidden.quota", "workspace", "not in {workspace}"},
    {"short-forbidden.user-again", "user", "{user} is not a member"},
    {"short-forbidden.quota-again", "workspace", "not in {workspace}"},
    {"short-forbidden.declined", "user", "declined by {user}"},
    {"short-max-priority", "priority", "none at priority {priority}"},
    {"short-max-priority.module", "module", "none for {module}"},
    {"short-max-priority.both", "module priority", "no {module} at {priority}"},
    {"short-max-priority.all", "", "none allowed"},
    {"short-max-priority.several", "count", "{count} user caps of 0"},
    {"short-never-fits", "", "no node is large enough"},
    {"short-never-fits.no-node", "", "the pool has no nodes"},
    {"short-never-fits.no-node-of-root", "root", "no node for {root}"},
    {"short-never-fits.node", "largest", "a node has {largest}"},
    {"short-never-fits.no-gpu", "", "no node has a GPU"},
    {"short-never-fits.gang", "room replicas", "room for {room} of {replicas}"},
    {"short-never-fits.limit", "bound", "the limit is {bound}"},
    {"short-gpu-type", "gpuType", "no {gpuType} to hold it"},
    {"short-blocked-by-head", "head", "{head} is first"},
    {"short-cap", "bound", "at most {bound}"},
    {"short-over-limit", "short", "by {short}"},
    {"short-non-preemptible-over-quota", "short", "by {short}"},
    {"short-over-quota-off", "short", "{short} over"},
    {"short-over-quota-off.idle", "", "no background workloads"},
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
    {"short-fragmented.other", "free", "{free} free"},
    {"short-fragmented.no-node", "", "no ready node"},
    {"short-above-fair-share", "share", "share {share}"},
    {"short-above-fair-share.gang", "share", "share {share}"},
    {"short-no-eligible-victims", "free", "{free} free"},
    {"short-no-eligible-victims.nodes", "ready", "{ready} ready"},
    {"short-no-capacity", "free", "{free} free"},
    {"short-needs-approval", "", "not approved yet"},
    {"short-needs-approval.no-node", "machine", "no node is {machine}"},
    {"short-not-live", "", "the pool is not live"},
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
    return kShortReasonsRows;
}

}  // namespace apportion::messages
