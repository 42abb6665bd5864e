// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/cluster_parts.h"

#include "app/ctl/output.h"
#include "core/cluster/slurm/connections_file.h"
#include "core/cluster/slurm/failure.h"

namespace apportion::ctl {

int refuseCluster(const Problems& problems, bool json) {
    printProblems(problems);
    if (json)
        answer("-", Form::data, [&](std::ostream& out) { writeProblems(out, problems); });
    const std::string_view code = slurm::codeOf(problems);
    for (const std::string_view usage :
         {"cluster-place", "cluster-name", "cluster-known", "cluster-unknown"})
        if (code == usage)
            return kUsage;
    return code == "cluster-file" ? kInvalid : kFailed;
}

Result<slurm::Connection> connectionOf(const ClusterPlace& place) {
    auto connection = slurm::connectionNamed(place.name);
    if (connection && !place.user.empty())
        connection->user = place.user;
    if (connection && !place.tokenFile.empty())
        connection->tokenFile = place.tokenFile;
    return connection;
}

Result<slurm::Access> commandsOf(const ClusterPlace& place) {
    const auto connection = connectionOf(place);
    if (!connection)
        return tl::unexpected(connection.error());
    if (connection->way == slurm::Connection::Way::rest)
        return slurm::fail("cluster-needs-commands");
    return slurm::openAccess(*connection);
}

std::string fileName(std::string name) {
    for (char& letter : name)
        if (!slurm::isPlainName(std::string("x") + letter))
            letter = '-';
    return name;
}

void addToken(CLI::App& command, ClusterPlace& place) {
    command.add_option("--user", place.user, "User of the token (default: as it says)")
        ->option_text("NAME");
    command
        .add_option("--token-file", place.tokenFile,
                    "File with a token (default: SLURM_JWT, the keychain, or scontrol token)")
        ->option_text("FILE");
}

void addPlaceOrHere(CLI::App& command, ClusterPlace& place) {
    place.name = "here";
    command.add_option("CLUSTER", place.name, "Its name or place (default: here)");
    addToken(command, place);
}

void addPlace(CLI::App& command, ClusterPlace& place) {
    command.add_option("CLUSTER", place.name, "Its name or place")->required();
    addToken(command, place);
}

}  // namespace apportion::ctl
