// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/connections_file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <nlohmann/json.hpp>
#include <pwd.h>
#include <unistd.h>

#include "core/cluster/slurm/failure.h"
#include "core/io/input_file.h"
#include "core/io/output_file.h"
#include "core/model/date_text.h"

namespace apportion::slurm {

namespace {

namespace fs = std::filesystem;
using OrderedJson = nlohmann::ordered_json;

std::string variable(const char* name) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): this program never changes its environment.
    const char* value = std::getenv(name);
    return value != nullptr && *value == '/' ? value : "";
}

tl::unexpected<Problems> badConnections(const std::string& path) {
    return fail("cluster-file", {{"file", Value::ofText(path)}});
}

std::string member(const OrderedJson& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string knownNames(const std::vector<Connection>& all) {
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const Connection& each : all)
        names.push_back(each.name);
    return wholeList(names);
}

}  // namespace

Result<std::string> connectionsFile() {
    std::string folder = variable("XDG_CONFIG_HOME");
    if (folder.empty()) {
        std::string home = variable("HOME");
        if (const passwd* entry = getpwuid(geteuid());  // NOLINT(concurrency-mt-unsafe)
            home.empty() && entry != nullptr)
            home = entry->pw_dir;
        if (home.empty())
            return badConnections("~/.config");
        folder = home + "/.config";
    }
    return folder + "/apportion/clusters.json";
}

Result<std::string> rollbackFile(const Connection& connection, std::int64_t now) {
    auto list = connectionsFile();
    if (!list)
        return list;
    const fs::path folder = fs::path(*list).parent_path();
    std::error_code failed;
    fs::create_directories(folder, failed);
    std::string name = connection.name.empty() ? placeText(connection) : connection.name;
    for (char& letter : name)
        if (!isPlainName(std::string(1, letter)) && letter != '-')
            letter = '_';
    std::string moment = dateText(now * kSecond);
    std::erase_if(moment, [](char letter) { return letter == '-' || letter == ':'; });
    return (folder / ("rollback-" + name + "-" + moment + ".sh")).string();
}

std::string lastRollback(const Connection& connection) {
    const auto first = rollbackFile(connection, 0);
    if (!first)
        return {};
    // All names are as long, and in the order of their moments.
    const fs::path name = fs::path(*first).filename();
    constexpr std::size_t kMoment = std::string_view("20261129T115503Z.sh").size();
    const std::string begin = name.string().substr(0, name.string().size() - kMoment);
    std::string last;
    std::error_code none;
    for (const fs::directory_entry& each :
         fs::directory_iterator(fs::path(*first).parent_path(), none)) {
        const std::string found = each.path().filename().string();
        if (found.starts_with(begin) && found.size() == begin.size() + kMoment && found > last)
            last = found;
    }
    return last.empty() ? last : (fs::path(*first).parent_path() / last).string();
}

Result<std::vector<Connection>> readConnections() {
    const auto path = connectionsFile();
    if (!path)
        return tl::unexpected(path.error());
    std::error_code failed;
    if (!fs::exists(*path, failed))
        return std::vector<Connection>();
    const auto text = readInput(*path);
    if (!text)
        return tl::unexpected(text.error());
    const OrderedJson document = OrderedJson::parse(*text, nullptr, false);
    const auto list = document.find("clusters");
    if (!document.is_object() || list == document.end() || !list->is_array())
        return badConnections(*path);
    std::vector<Connection> all;
    for (const OrderedJson& each : *list) {
        auto made = connectionTo(member(each, "place"));
        if (!made || !isPlainName(member(each, "name")))
            return badConnections(*path);
        made->name = member(each, "name");
        made->user = member(each, "user");
        made->tokenFile = member(each, "tokenFile");
        all.push_back(std::move(*made));
    }
    return all;
}

Result<void> addConnection(const Connection& connection) {
    if (!isPlainName(connection.name) || connection.name == "here")
        return fail("cluster-name", {{"name", Value::ofText(connection.name)}});
    auto all = readConnections();
    if (!all)
        return tl::unexpected(std::move(all.error()));
    for (const Connection& each : *all)
        if (each.name == connection.name)
            return fail("cluster-known", {{"name", Value::ofText(connection.name)}});
    all->push_back(connection);
    std::sort(all->begin(), all->end(),
              [](const Connection& a, const Connection& b) { return a.name < b.name; });
    OrderedJson list = OrderedJson::array();
    for (const Connection& each : *all) {
        OrderedJson made{{"name", each.name}, {"place", placeText(each)}};
        if (!each.user.empty())
            made["user"] = each.user;
        if (!each.tokenFile.empty())
            made["tokenFile"] = each.tokenFile;
        list.push_back(std::move(made));
    }
    const auto path = connectionsFile();
    if (!path)
        return tl::unexpected(path.error());
    std::error_code failed;
    fs::create_directories(fs::path(*path).parent_path(), failed);
    return writeOutput(*path, OrderedJson{{"apportion", 1}, {"clusters", list}}.dump(2) + "\n");
}

Result<Connection> connectionNamed(const std::string& name) {
    auto all = readConnections();
    if (!all)
        return tl::unexpected(std::move(all.error()));
    for (const Connection& each : *all)
        if (each.name == name)
            return each;
    if (auto made = connectionTo(name))
        return made;
    return fail(all->empty() ? "cluster-unknown.none" : "cluster-unknown",
                {{"name", Value::ofText(name)}, {"known", Value::ofText(knownNames(*all))}});
}

}  // namespace apportion::slurm
