// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/reader.h"

#include <algorithm>
#include <ctime>
#include <future>
#include <set>

#include "core/cluster/slurm/controller_accounts.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/rest_picture.h"
#include "core/cluster/slurm/rows.h"
#include "core/cluster/slurm/stop.h"
#include "core/cluster/slurm/texts.h"

namespace apportion::slurm {

namespace {

constexpr std::chrono::seconds kJobsLimit{60};

std::string upper(std::string_view text) {
    std::string made(text);
    for (char& letter : made)
        if (letter >= 'a' && letter <= 'z')
            letter = static_cast<char>(letter - 'a' + 'A');
    return made;
}

std::vector<std::string> names(std::string_view text) {
    std::vector<std::string> list;
    for (const std::string_view each : split(text, ','))
        list.emplace_back(each);
    return list;
}

std::optional<std::int64_t> amount(std::string_view text) {
    const auto number = wholeNumber(text);
    return number && *number >= 0 ? number : std::nullopt;
}

// Rows of sacctmgr, which escapes nothing: a row with another number of columns is counted.
template <typename Take>
void eachRow(std::string_view text, std::size_t count, Picture& picture, Take&& take) {
    for (const std::string_view line : split(text, '\n')) {
        if (line.empty())
            continue;
        const auto parts = split(line, '|');
        // One more where the row ends in a separator.
        if (parts.size() < count || parts.size() > count + 1)
            ++picture.unreadable;
        else
            take(parts);
    }
}

void takeAccounts(Picture read, Picture& picture) {
    picture.associations = std::move(read.associations);
    picture.qos = std::move(read.qos);
    picture.descriptions = std::move(read.descriptions);
    picture.accountsBy = read.accountsBy;
    picture.accountsAsOf = std::time(nullptr);
    picture.accountingIsDown = read.accountsBy != Picture::AccountsBy::accounting;
    picture.unreadable += read.unreadable;
}

void takeWork(Picture read, Picture& picture) {
    picture.asOf = read.asOf;
    picture.nodes = std::move(read.nodes);
    picture.jobs = std::move(read.jobs);
    picture.unreadable += read.unreadable;
}

Result<void> accountsByCommands(const Commands& commands, Picture& picture) {
    Picture read;
    std::vector<std::string> words{"sacctmgr", "-nP", "show", "assoc"};
    if (isPlainName(picture.cluster)) {
        words.emplace_back("where");
        words.push_back("cluster=" + picture.cluster);
    }
    words.emplace_back(
        "format=account,user,parentname,partition,share,grptres,grptresmins,grpjobs,maxjobs,"
        "maxtres,defaultqos,qos");
    const auto associations = commands.run(words);
    if (!associations)
        return tl::unexpected(associations.error());
    parseAssociations(*associations, read);
    const auto descriptions =
        commands.run({"sacctmgr", "-nP", "show", "account", "format=account,description"});
    if (!descriptions)
        return tl::unexpected(descriptions.error());
    for (const std::string_view row : split(*descriptions, '\n'))
        if (const auto end = row.find('|'); end != std::string_view::npos)
            read.descriptions.emplace(row.substr(0, end), row.substr(end + 1));
    const std::string fields =
        "format=name,priority,preempt,preemptmode,grptres,maxtresperuser,gracetime,"
        "preemptexempttime,grpjobs,description";
    const auto qos = commands.run({"sacctmgr", "-nP", "show", "qos", fields});
    if (!qos)
        return tl::unexpected(qos.error());
    parseQos(*qos, read);
    // The use of limits is no limit: without it all the rest holds.
    if (std::any_of(read.associations.begin(), read.associations.end(),
                    [](const Association& each) { return each.grpGpuMinutes.has_value(); }))
        if (const auto use = commands.run({"scontrol", "show", "assoc_mgr", "flags=assoc"}))
            takeMinutes(*use, read);
    takeAccounts(std::move(read), picture);
    return {};
}

Result<void> controllerByCommands(const Commands& commands, Picture& picture) {
    const auto text = commands.run({"scontrol", "show", "assoc_mgr", "flags=assoc,qos"});
    if (!text)
        return tl::unexpected(text.error());
    Picture read;
    parseController(*text, read);
    read.accountsBy = Picture::AccountsBy::controller;
    takeAccounts(std::move(read), picture);
    return {};
}

// Below one root, without limits.
void accountsOfJobs(Picture& picture) {
    Picture read;
    std::set<std::string> names;
    for (const ClusterJob& job : picture.jobs)
        names.insert(job.account);
    names.insert("root");
    for (const std::string& name : names) {
        Association& made = read.associations.emplace_back();
        made.account = name;
        made.parent = name == "root" ? "" : "root";
    }
    read.accountsBy = Picture::AccountsBy::jobs;
    takeAccounts(std::move(read), picture);
}

Result<void> workByCommands(const Commands& commands, Picture& picture) {
    Picture read;
    read.asOf = std::time(nullptr);
    const std::string mark = freshMark();
    const auto nodes = commands.run({"sinfo", "-h", "-a", "-N", "-O",
                                     columns({"NodeHost", "Gres", "GresUsed", "CPUs", "Memory",
                                              "StateComplete", "Partition", "Reason"},
                                             mark)});
    if (!nodes)
        return tl::unexpected(nodes.error());
    parseNodes(*nodes, mark, read);
    const auto jobs =
        commands.run({"squeue", "-h", "-a", "-O",
                      columns({"JobArrayID", "State", "Reason", "Account", "UserName", "QOS",
                               "Partition", "tres-alloc", "NumNodes", "NodeList", "PriorityLong",
                               "SubmitTime", "StartTime", "TimeLimit", "Name"},
                              mark)},
                     kJobsLimit);
    if (!jobs)
        return tl::unexpected(jobs.error());
    parseJobs(*jobs, mark, read);
    takeWork(std::move(read), picture);
    return {};
}

Result<void> settingsByCommands(const Commands& commands, Picture& picture) {
    const auto settings = commands.run({"scontrol", "show", "config"});
    if (!settings)
        return tl::unexpected(settings.error());
    picture.settings = settingsOf(*settings);
    picture.cluster = picture.settings["ClusterName"];
    return {};
}

Result<Picture> settingsAlone(const Commands& commands) {
    Picture picture;
    picture.jobsBy = "squeue";
    picture.restBy = "sacctmgr, sinfo, scontrol";
    if (auto settings = settingsByCommands(commands, picture); !settings)
        return tl::unexpected(std::move(settings.error()));
    return picture;
}

Result<Picture> readByCommands(const Commands& commands) {
    auto picture = settingsAlone(commands);
    if (picture)
        if (auto work = workByCommands(commands, *picture); !work)
            return tl::unexpected(std::move(work.error()));
    return picture;
}

// The controller and accounting at the same time: each needs long for a crowd.
Result<Picture> readSideBySide(const Commands& commands, Result<void>& accounts) {
    auto picture = settingsAlone(commands);
    if (!picture)
        return picture;
    Picture asked;
    asked.cluster = picture->cluster;
    auto beside = std::async(std::launch::async, [&, stop = stopOfThis()]() -> Result<void> {
        const StopsWith stops(stop);
        return accountsByCommands(commands, asked);
    });
    auto work = workByCommands(commands, *picture);
    accounts = beside.get();
    if (!work)
        return tl::unexpected(std::move(work.error()));
    if (accounts)
        takeAccounts(std::move(asked), *picture);
    return picture;
}

// Of the text of sdiag: jobs that were submitted, started, completed, canceled, failed.
std::string countersOf(std::string_view text) {
    std::string counters;
    for (const std::string_view line : split(text, '\n'))
        if (line.starts_with("Jobs "))
            counters.append(line).append("\n");
    return counters;
}

}  // namespace

std::map<std::string, std::string> settingsOf(std::string_view text) {
    std::map<std::string, std::string> settings;
    for (const std::string_view line : split(text, '\n')) {
        const auto equals = line.find('=');
        if (equals == std::string_view::npos)
            continue;
        auto name = line.substr(0, equals), value = line.substr(equals + 1);
        name = name.substr(0, name.find(' '));
        while (value.starts_with(' '))
            value.remove_prefix(1);
        settings.emplace(name, value == "(null)" ? std::string_view{} : value);
    }
    return settings;
}

void parseNodes(std::string_view text, std::string_view mark, Picture& picture) {
    std::map<std::string, std::size_t, std::less<>> known;
    for (const std::string_view row : rows(text, mark)) {
        const auto parts = cells(row, 8);
        if (!parts) {
            ++picture.unreadable;
            continue;
        }
        // A row for each of its partitions; the default one has a "*".
        std::string partition((*parts)[6]);
        if (partition.ends_with('*'))
            partition.pop_back();
        const auto [place, isNew] = known.emplace((*parts)[0], picture.nodes.size());
        if (!isNew) {
            picture.nodes[place->second].partitions.push_back(std::move(partition));
            continue;
        }
        ClusterNode& node = picture.nodes.emplace_back();
        node.name = (*parts)[0];
        const Gpus gpus = gpusOfGres((*parts)[1]);
        node.gpus = gpus.count;
        node.gpuType = gpus.type;
        node.gpusUsed = gpusOfGres((*parts)[2]).count;
        node.cpus = amount((*parts)[3]).value_or(0);
        node.memory = amount((*parts)[4]).value_or(0);
        for (const std::string_view state : split((*parts)[5], '+'))
            node.states.push_back(upper(state));
        node.partitions.push_back(std::move(partition));
        if ((*parts)[7] != "none")
            node.reason = (*parts)[7];
    }
}

void parseJobs(std::string_view text, std::string_view mark, Picture& picture) {
    for (const std::string_view row : rows(text, mark)) {
        const auto parts = cells(row, 15);
        if (!parts) {
            ++picture.unreadable;
            continue;
        }
        ClusterJob job;
        job.id = (*parts)[0];
        job.state = (*parts)[1];
        job.reason = (*parts)[2] == "None" ? std::string_view{} : (*parts)[2];
        job.account = (*parts)[3];
        job.user = (*parts)[4];
        job.qos = (*parts)[5];
        job.partition = (*parts)[6];
        const Gpus gpus = gpusOfTres((*parts)[7]);
        job.gpus = gpus.count;
        job.gpuType = gpus.type;
        job.cpus = cpusOfTres((*parts)[7]);
        job.nodeCount = std::max<std::int64_t>(1, amount((*parts)[8]).value_or(1));
        job.nodes = (*parts)[9];
        job.tasks = static_cast<std::int64_t>(arrayIds(job.id).size());
        job.priority = amount((*parts)[10]).value_or(0);
        job.submitted = amount((*parts)[11]).value_or(0);
        // Of a job that waits it is a forecast of the scheduler.
        job.started = job.isPending() ? 0 : amount((*parts)[12]).value_or(0);
        job.limitSeconds = seconds((*parts)[13]);
        job.name = (*parts)[14];
        picture.jobs.push_back(std::move(job));
    }
}

void parseAssociations(std::string_view text, Picture& picture) {
    eachRow(text, 12, picture, [&](const std::vector<std::string_view>& parts) {
        Association& made = picture.associations.emplace_back();
        made.account = parts[0];
        made.user = parts[1];
        made.parent = parts[2];
        made.partition = parts[3];
        made.shares = parts[4] == "parent" ? kSharesOfParent : amount(parts[4]).value_or(1);
        made.grpGpus = gpuLimit(parts[5]);
        made.grpGpuMinutes = gpuLimit(parts[6]);
        made.grpJobs = amount(parts[7]);
        made.maxJobs = amount(parts[8]);
        made.maxGpusPerJob = gpuLimit(parts[9]);
        made.defaultQos = parts[10];
        made.qos = names(parts[11]);
    });
}

void parseQos(std::string_view text, Picture& picture) {
    eachRow(text, 10, picture, [&](const std::vector<std::string_view>& parts) {
        Qos& made = picture.qos.emplace_back();
        made.name = parts[0];
        made.priority = amount(parts[1]).value_or(0);
        made.preempts = names(parts[2]);
        made.preemptMode = parts[3];
        made.grpGpus = gpuLimit(parts[4]);
        made.maxGpusPerUser = gpuLimit(parts[5]);
        made.graceSeconds = seconds(parts[6]).value_or(0);
        made.exemptSeconds = seconds(parts[7]);
        made.grpJobs = amount(parts[8]);
        made.description = parts[9];
    });
}

namespace {

// By the user of this process, or by the token that is given.
Result<Token> madeToken(const Connection& connection, Token given) {
    const Commands here(Connection{}, std::move(given));
    const auto made = here.run({"scontrol", "token"});
    if (!made)
        return fail("cluster-no-token");
    return Token::of(*made, connection.user, "scontrol token");
}

// Whether others on the network could read what is sent there.
bool isOpenPlace(std::string_view place) {
    constexpr std::string_view kPlain = "http://";
    if (!place.starts_with(kPlain))
        return false;
    place.remove_prefix(kPlain.size());
    const std::string_view host = place.substr(0, place.find_first_of(":/", place.find(']') + 1));
    const bool own = host == "localhost" || host == "[::1]" ||
                     (host.starts_with("127.") &&
                      host.find_first_not_of("0123456789.") == std::string_view::npos);
    return !own;
}

}  // namespace

Result<Token> tokenOf(const Connection& connection) {
    if (!connection.tokenFile.empty())
        return tokenOfFile(connection.tokenFile, connection.user);
    auto token = tokenOfEnvironment(connection.user);
    if (!token || token->exists() || connection.way != Connection::Way::rest)
        return token;
    token = tokenOfKeychain(connection.place, connection.user);
    if (!token || token->exists())
        return token;
    if (isOpenPlace(connection.place))
        return fail("cluster-token-plain");
    return madeToken(connection, {});
}

void renewToken(Access& access, const Connection& connection, std::int64_t now) {
    const Token& old = access.rest ? access.rest->token() : access.commands->token();
    if (!old.exists() || !old.isOld(now))
        return;
    auto fresh = tokenOf(connection);
    if (!fresh || fresh->isOld(now))
        fresh = madeToken(connection, old.isExpired(now) ? Token() : old);
    if (!fresh || fresh->isOld(now) || fresh->user() != old.user())
        return;
    if (access.rest)
        access.rest->take(std::move(*fresh));
    else
        access.commands->take(std::move(*fresh));
}

Result<Access> openAccess(const Connection& connection) {
    Access access;
    Token token;
    if (connection.way != Connection::Way::ssh) {
        auto found = tokenOf(connection);
        if (!found)
            return tl::unexpected(std::move(found.error()));
        token = std::move(*found);
    }
    if (connection.way != Connection::Way::rest) {
        access.commands = std::make_unique<Commands>(connection, std::move(token));
        return access;
    }
    if (token.isExpired(std::time(nullptr)))
        return fail("cluster-token-expired");
    access.rest = std::make_unique<Rest>(connection.place, std::move(token));
    if (auto found = access.rest->discover(); !found)
        return tl::unexpected(std::move(found.error()));
    return access;
}

namespace {

// Accounts while accounting is down: those of the controller, or of the jobs of the picture.
Result<void> readAccountsElsewhere(Access& access, Picture& picture) {
    if (access.commands)
        return controllerByCommands(*access.commands, picture);
    accountsOfJobs(picture);
    return {};
}

}  // namespace

// What lines change is read last.
Result<Picture> readPicture(Access& access) {
    auto picture = access.commands ? readByCommands(*access.commands) : readByRest(*access.rest);
    if (picture)
        if (auto accounts = readAccounts(access, *picture); !accounts)
            return tl::unexpected(std::move(accounts.error()));
    return picture;
}

Result<Picture> readToShow(Access& access) {
    Result<void> accounts;
    auto picture =
        access.commands ? readSideBySide(*access.commands, accounts) : readByRest(*access.rest);
    if (!picture)
        return picture;
    if (access.rest)
        accounts = readAccounts(access, *picture);
    if (!accounts && codeOf(accounts.error()) == "cluster-accounting-down")
        accounts = readAccountsElsewhere(access, *picture);
    if (!accounts)
        return tl::unexpected(std::move(accounts.error()));
    return picture;
}

Result<void> readSettings(Access& access, Picture& picture) {
    return access.commands ? settingsByCommands(*access.commands, picture) : Result<void>();
}

Result<void> readWork(Access& access, Picture& picture) {
    if (access.commands)
        return workByCommands(*access.commands, picture);
    Picture read;
    if (auto work = workByRest(*access.rest, read); !work)
        return work;
    takeWork(std::move(read), picture);
    return {};
}

Result<void> readAccounts(Access& access, Picture& picture) {
    if (access.commands)
        return accountsByCommands(*access.commands, picture);
    Picture read;
    read.cluster = picture.cluster;
    if (auto accounts = accountsByRest(*access.rest, read); !accounts)
        return accounts;
    takeAccounts(std::move(read), picture);
    return {};
}

void refreshAccounts(Access& access, Picture& picture) {
    if (readAccounts(access, picture))
        return;
    picture.accountingIsDown = true;
    if (picture.accountsBy != Picture::AccountsBy::accounting)
        (void)readAccountsElsewhere(access, picture);
}

Result<std::string> readCounters(Access& access) {
    if (!access.commands)
        return countersByRest(*access.rest);
    auto text = access.commands->run({"sdiag"});
    return text ? countersOf(*text) : text;
}

Result<std::string> readFigures(Access& access) {
    return access.commands ? access.commands->run({"sdiag"}) : figuresByRest(*access.rest);
}

}  // namespace apportion::slurm
