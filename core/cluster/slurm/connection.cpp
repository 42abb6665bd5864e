// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/connection.h"

#include <algorithm>

#include "core/cluster/slurm/failure.h"

namespace apportion::slurm {

namespace {

constexpr std::string_view kSsh = "ssh:";
constexpr std::string_view kUnix = "unix:";

bool isHostLetter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') ||
           std::string_view("._-@:").find(letter) != std::string_view::npos;
}

// ssh would read a leading "-" as an option.
bool isHost(std::string_view host) {
    return !host.empty() && host.front() != '-' &&
           std::all_of(host.begin(), host.end(), isHostLetter);
}

bool isUrl(std::string_view text) {
    for (const std::string_view scheme : {"http://", "https://"})
        if (text.starts_with(scheme))
            return text.size() > scheme.size() &&
                   std::all_of(text.begin(), text.end(),
                               [](char letter) { return letter > ' ' && letter < '\x7F'; }) &&
                   // A password would stand in every message and in the file of clusters.
                   text.find('@') == std::string_view::npos;
    return text.starts_with("unix:/");
}

}  // namespace

Result<Connection> connectionTo(std::string_view place) {
    Connection made;
    if (place == "here")
        return made;
    if (place.starts_with(kSsh) && isHost(place.substr(kSsh.size()))) {
        made.way = Connection::Way::ssh;
        made.place = place.substr(kSsh.size());
        return made;
    }
    if (isUrl(place)) {
        made.way = Connection::Way::rest;
        made.place = place;
        while (made.place.size() > kUnix.size() && made.place.back() == '/')
            made.place.pop_back();
        return made;
    }
    return fail("cluster-place", {{"place", Value::ofText(std::string(place))}});
}

std::string placeText(const Connection& connection) {
    switch (connection.way) {
        case Connection::Way::here:
            return "here";
        case Connection::Way::ssh:
            return std::string(kSsh) + connection.place;
        case Connection::Way::rest:
            break;
    }
    return connection.place;
}

bool isPlainName(std::string_view name) {
    return !name.empty() && name.front() != '-' &&
           std::all_of(name.begin(), name.end(), [](char letter) {
               return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
                      letter == '.' || letter == '_' || letter == '-';
           });
}

}  // namespace apportion::slurm
