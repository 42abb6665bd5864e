// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/rest.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <set>

#include <curl/curl.h>
#include <nlohmann/json.hpp>

#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/stop.h"
#include "core/cluster/slurm/texts.h"

namespace apportion::slurm {

namespace {

using Json = nlohmann::json;

// Newest first. Read by recorded answers of each; a newer one is asked for its own, older shape.
constexpr std::array<std::string_view, 1> kVersions{"v0.0.38"};
constexpr long kConnectMilliseconds = 5'000;
constexpr long kAnswerSeconds = 60;
constexpr std::size_t kLargestAnswer = std::size_t{512} << 20;
constexpr long kNotAuthenticated = 401;
constexpr long kNotFound = 404;
constexpr long kFirstError = 400;

std::size_t append(char* bytes, std::size_t size, std::size_t count, void* target) {
    auto& body = *static_cast<std::string*>(target);
    if (body.size() + size * count > kLargestAnswer)
        return 0;
    body.append(bytes, size * count);
    return size * count;
}

int goesOn(void*, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return isStopped() ? 1 : 0;
}

// The number stands under one of three names.
std::optional<RestError> firstError(const Json& answer) {
    const auto errors = answer.find("errors");
    if (errors == answer.end() || !errors->is_array())
        return {};
    for (const Json& each : *errors) {
        RestError error;
        for (const char* name : {"error_number", "error_code", "errno"})
            if (const auto found = each.find(name); found != each.end() && found->is_number())
                error.number = found->get<std::int64_t>();
        for (const char* name : {"description", "error"})
            if (const auto found = each.find(name); found != each.end() && found->is_string())
                error.text = found->get<std::string>();
        return error;
    }
    return {};
}

}  // namespace

struct Rest::Curl {
    CURL* handle = curl_easy_init();
    curl_slist* headers = nullptr;

    Curl() = default;
    Curl(const Curl&) = delete;
    Curl& operator=(const Curl&) = delete;
    ~Curl() {
        curl_slist_free_all(headers);
        curl_easy_cleanup(handle);
    }
    void header(const std::string& line) { headers = curl_slist_append(headers, line.c_str()); }
    void clear() {
        curl_slist_free_all(headers);
        headers = nullptr;
    }
};

Rest::Rest(std::string url, Token token) : curl_(std::make_unique<Curl>()), url_(std::move(url)) {
    constexpr std::string_view unixScheme = "unix:";
    if (url_.starts_with(unixScheme)) {
        socket_ = url_.substr(unixScheme.size());
        url_ = "http://localhost";
    }
    take(std::move(token));
}

void Rest::take(Token token) {
    token_ = std::move(token);
    curl_->clear();
    curl_->header("X-SLURM-USER-NAME: " + token_.user());
    curl_->header("X-SLURM-USER-TOKEN: " + token_.secret());
    curl_->header("Accept: application/json");
}

Rest::~Rest() = default;

Result<Rest::Raw> Rest::get(const std::string& path) {
    CURL* handle = curl_->handle;
    Raw raw;
    curl_easy_reset(handle);
    const std::string url = url_ + path;
    curl_easy_setopt(handle, CURLOPT_URL, url.c_str());
    if (!socket_.empty())
        curl_easy_setopt(handle, CURLOPT_UNIX_SOCKET_PATH, socket_.c_str());
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, curl_->headers);
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    // The token stays with the server that it was given to.
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, kConnectMilliseconds);
    curl_easy_setopt(handle, CURLOPT_TIMEOUT, kAnswerSeconds);
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, append);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &raw.body);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, goesOn);
    const CURLcode code = curl_easy_perform(handle);
    if (code == CURLE_ABORTED_BY_CALLBACK)
        return fail("cluster-stopped");
    if (code == CURLE_OPERATION_TIMEDOUT)
        return fail("cluster-slow", {{"command", Value::ofText("slurmrestd")},
                                     {"limit", Value::ofSeconds(kAnswerSeconds * kSecond)}});
    if (code != CURLE_OK)
        return fail("cluster-unreachable",
                    {{"place", Value::ofText(socket_.empty() ? url_ : "unix:" + socket_)},
                     {"answer", Value::ofText(curl_easy_strerror(code))}});
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &raw.status);
    return raw;
}

// Only accounting says that it refuses a token; the controller says the same as when it is down.
bool Rest::tokenIsTaken() {
    const auto raw = get("/slurmdb/" + version_ + "/user/" + token_.user());
    if (!raw)
        return true;
    const Json answer = Json::parse(raw->body, nullptr, false);
    const auto error = answer.is_object() ? firstError(answer) : std::nullopt;
    if (!error)
        return raw->status != kNotAuthenticated;
    const Problems failed = restFailure(*error, true, false);
    return codeOf(failed) != "cluster-token-refused";
}

Result<Json> Rest::ask(const std::string& path, bool accounting) {
    const bool expired = token_.isExpired(std::time(nullptr));
    auto raw = get(path);
    if (!raw)
        return tl::unexpected(std::move(raw.error()));
    if (raw->status == kNotAuthenticated)
        return fail(expired ? "cluster-token-expired" : "cluster-token-refused");
    Json answer = Json::parse(raw->body, nullptr, false);
    if (!answer.is_object())
        return fail("cluster-answer", {{"command", Value::ofText("slurmrestd")},
                                       {"answer", Value::ofText(firstLine(raw->body))}});
    const auto error = firstError(answer);
    if (!error && raw->status < kFirstError)
        return answer;
    const RestError what = error.value_or(RestError{0, "HTTP " + std::to_string(raw->status)});
    if (isUnspecified(what, accounting) && !expired && !tokenIsTaken())
        return fail("cluster-token-refused");
    return tl::unexpected(restFailure(what, accounting, expired));
}

Result<void> Rest::discover() {
    auto raw = get("/openapi/v3");
    if (!raw)
        return tl::unexpected(std::move(raw.error()));
    if (raw->status == kNotAuthenticated)
        return fail(token_.isExpired(std::time(nullptr)) ? "cluster-token-expired"
                                                         : "cluster-token-refused");
    const auto offered =
        raw->status == kNotFound ? std::vector<std::string>() : offeredVersions(raw->body);
    version_ = newestVersion(offered);
    const Argument known{"known", Value::ofText(std::string(kVersions.back()))};
    if (offered.empty())
        return fail("cluster-no-version.none", {known});
    if (version_.empty())
        return fail("cluster-no-version", {{"offered", Value::ofList(offered)}, known});
    return {};
}

Result<Json> Rest::controller(const std::string& path) {
    return ask("/slurm/" + version_ + "/" + path, false);
}

Result<Json> Rest::accounting(const std::string& path) {
    return ask("/slurmdb/" + version_ + "/" + path, true);
}

std::vector<std::string> offeredVersions(std::string_view openapi) {
    constexpr std::string_view kBegin = "v0.0.";
    std::set<std::int64_t> numbers;
    // Written with or without escaped slashes.
    for (const std::string_view slash : {"/", "\\/"}) {
        const std::string before = std::string("slurm").append(slash).append(kBegin);
        for (auto at = openapi.find(before); at != std::string_view::npos;
             at = openapi.find(before, at + 1)) {
            const auto begin = at + before.size();
            const auto number =
                wholeNumber(openapi.substr(begin, openapi.find(slash, begin) - begin));
            if (number)
                numbers.insert(*number);
        }
    }
    std::vector<std::string> versions;
    versions.reserve(numbers.size());
    for (const std::int64_t number : numbers)
        versions.push_back(std::string(kBegin) + std::to_string(number));
    return versions;
}

std::string newestVersion(const std::vector<std::string>& offered) {
    for (const std::string_view version : kVersions)
        if (std::find(offered.begin(), offered.end(), version) != offered.end())
            return std::string(version);
    return {};
}

}  // namespace apportion::slurm
