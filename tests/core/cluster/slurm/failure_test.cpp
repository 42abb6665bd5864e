// SPDX-License-Identifier: GPL-3.0-or-later
// What the daemons of 22.05.8 said.
#include "core/cluster/slurm/failure.h"

#include <gmock/gmock.h>

namespace apportion::slurm {
namespace {

std::string ofCommand(std::string_view said, bool withToken = false, bool expired = false) {
    const Problems problems = commandFailure("sacctmgr", said, withToken, expired);
    EXPECT_TRUE(isComplete(problems.front().message)) << problems.front().message.code;
    return problems.front().message.code;
}

std::string ofRest(std::int64_t number, bool accounting, bool expired = false) {
    const Problems problems = restFailure({number, "Unspecified error"}, accounting, expired);
    EXPECT_TRUE(isComplete(problems.front().message)) << problems.front().message.code;
    return problems.front().message.code;
}

TEST(SlurmFailure, FourKindsOfCommands) {
    const char* zero = "slurm_load_jobs error: Zero Bytes were transmitted or received";
    const char* persist =
        "sacctmgr: error: slurm_persist_conn_open: Something happened with the "
        "receiving/processing "
        "of the persistent connection init message to 127.0.0.1:6819: Failed to unpack "
        "SLURM_PERSIST_INIT message";
    for (const char* said : {zero, persist}) {
        EXPECT_EQ(ofCommand(said, true, true), "cluster-token-expired");
        EXPECT_EQ(ofCommand(said, true), "cluster-token-refused");
        EXPECT_EQ(ofCommand(said), "cluster-refused") << "without a token it is the user";
    }
    EXPECT_EQ(ofCommand("slurm_load_jobs error: Unable to contact slurm controller (connect "
                        "failure)"),
              "cluster-controller-down");
    EXPECT_EQ(ofCommand("squeue: error: slurm_msg_sendto: address:port=127.0.0.1:6817 "
                        "msg_type=2003: Unexpected missing socket error"),
              "cluster-controller-down");
    for (const char* died : {"slurm_load_partitions: Connection reset by peer",
                             "slurm_load_jobs error: Connection reset by peer",
                             "slurm_get_statistics: Connection reset by peer",
                             "slurm_get_statistics: Transport endpoint is not connected",
                             "\nSLURM_VERSION = 22.05.8\nSlurmctld(primary) at localhost is DOWN"})
        EXPECT_EQ(ofCommand(died), "cluster-controller-down") << died;
    EXPECT_EQ(ofCommand("sacctmgr: error: slurm_persist_conn_open_without_init: failed to open "
                        "persistent connection to host:127.0.0.1:6819: Connection refused"),
              "cluster-accounting-down");
    EXPECT_EQ(ofCommand(" Problem adding accounts: Access/permission denied"), "cluster-refused");
    EXPECT_EQ(ofCommand("slurm_update error: Invalid user id"), "cluster-refused");
    EXPECT_EQ(ofCommand("something else"), "cluster-failed");
    EXPECT_EQ(ofCommand("scontrol: error: fetch_config: DNS SRV lookup failed\n"
                        "scontrol: fatal: Could not establish a configuration source"),
              "cluster-no-conf");
}

TEST(SlurmFailure, ShowsTheLineThatSaysIt) {
    const Problems problems = commandFailure(
        "sacctmgr",
        "\n Adding Account(s)\n  a\n Problem adding accounts: Access/permission denied\n", false,
        false);
    EXPECT_EQ(problems.front().message.arguments[1].value.text,
              "Problem adding accounts: Access/permission denied");
}

TEST(SlurmFailure, FourKindsOfRest) {
    EXPECT_EQ(ofRest(1007, true), "cluster-token-refused");
    EXPECT_EQ(ofRest(1007, true, true), "cluster-token-expired");
    EXPECT_EQ(ofRest(-1, false, true), "cluster-token-expired");
    EXPECT_EQ(ofRest(-1, false), "cluster-controller-down");
    EXPECT_EQ(ofRest(7000, true), "cluster-accounting-down");
    EXPECT_EQ(ofRest(2010, false), "cluster-refused");
    EXPECT_EQ(ofRest(2002, true), "cluster-refused");
    EXPECT_EQ(ofRest(9003, true), "cluster-failed");
}

TEST(SlurmFailure, ShowsOneVisibleLine) {
    EXPECT_EQ(firstLine("\n  a\x1B[2Jb\nc"), "a\\x1B[2Jb");
    EXPECT_EQ(firstLine("Permission denied.\r\n"), "Permission denied.") << "as ssh ends a line";
    EXPECT_LE(firstLine(std::string(5000, 'x')).size(), 300U);
}

}  // namespace
}  // namespace apportion::slurm
