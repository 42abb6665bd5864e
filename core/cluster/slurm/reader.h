// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a whole cluster: by commands, or by slurmrestd. Both give the same picture.
#pragma once

#include <memory>
#include <string>

#include "core/cluster/slurm/commands.h"
#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/picture.h"
#include "core/cluster/slurm/rest.h"

namespace apportion::slurm {

// One of the two, by the way of the connection.
struct Access {
    std::unique_ptr<Commands> commands;
    std::unique_ptr<Rest> rest;
};
// Finds the token, and the version of slurmrestd. Errors: those of token.h and failure.h.
Result<Access> openAccess(const Connection& connection);
// Without any call but `scontrol token` where no token is given.
Result<Token> tokenOf(const Connection& connection);

// In place of a token past 80 % of its life: its file again, else `scontrol token`. Where neither
// has a newer one the old one stays.
void renewToken(Access& access, const Connection& connection, std::int64_t now);

// Errors: those of failure.h.
Result<Picture> readPicture(Access& access);
// To be shown, never to be changed: where accounting is down the rest is read all the same, with
// the accounts that the controller or the jobs name. Errors: the same.
Result<Picture> readToShow(Access& access);
// Parts of a picture anew: settings, nodes and jobs, by the controller; accounts and QOS, by
// accounting. What cannot be read stays as it is. REST has no settings.
Result<void> readSettings(Access& access, Picture& picture);
Result<void> readWork(Access& access, Picture& picture);
Result<void> readAccounts(Access& access, Picture& picture);
// Of a picture that is shown: what accounting said last stays while it is down, as nothing of it
// can change then.
void refreshAccounts(Access& access, Picture& picture);
// A text that is another one once a job is submitted, starts, or ends.
Result<std::string> readCounters(Access& access);
// Of the scheduler, as sdiag prints them: "Name: value", below a line that ends in ':'.
Result<std::string> readFigures(Access& access);

// Parts of it. `mark` ends each row: no name can hold it, as it is another each time.
std::map<std::string, std::string> settingsOf(std::string_view text);  // of `scontrol show config`
void parseNodes(std::string_view text, std::string_view mark, Picture& picture);
void parseJobs(std::string_view text, std::string_view mark, Picture& picture);
void parseAssociations(std::string_view text, Picture& picture);
void parseQos(std::string_view text, Picture& picture);

}  // namespace apportion::slurm
