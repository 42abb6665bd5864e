// SPDX-License-Identifier: GPL-3.0-or-later
// This machine, as far as a live pool uses it. Values, so that tests can play another one.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "core/cluster/backend.h"
#include "core/cluster/local/device_book.h"

namespace apportion {

// As the system tells it.
std::string machineName();

struct LocalMachine {
    std::string name;    // as the system tells it
    std::string keeper;  // the program that keeps
    // UUIDs of the GPUs by number; nothing = their driver is not there, and what is declared
    // counts.
    std::optional<std::vector<std::string>> devices;
    // The user at the other end of a connection; nothing if that cannot be told.
    std::function<std::optional<uid_t>(int socket)> peer;

    // What is worth telling, such as a driver that does not answer, comes as warnings.
    static LocalMachine present(Problems& notes);
};

// SO_PEERCRED.
std::optional<uid_t> peerOf(int socket);

// The node of the pool that is this machine: the one of its name, with or without the domain, or
// the only one there is. Empty = none is.
std::string nodeHere(const Project& project, const LocalMachine& machine);
// That node, with the GPUs that are found here.
SeenNode nodeSeen(const Project& project, const LocalMachine& machine);
// Its devices, as they are named here.
DeviceBook deviceBook(const Project& project, const std::string& node, const LocalMachine& machine);

}  // namespace apportion
