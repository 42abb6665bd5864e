// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/token.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>

#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/process.h"
#include "core/store/descriptor.h"

namespace apportion::slurm {

namespace {

constexpr std::string_view kVariable = "SLURM_JWT=";
constexpr std::size_t kLargestToken = 64 << 10;
constexpr std::chrono::seconds kUnlocking{30};

std::optional<std::int64_t> claim(const nlohmann::json& claims, const char* name) {
    const auto found = claims.find(name);
    if (found == claims.end() || !found->is_number())
        return {};
    return found->get<std::int64_t>();
}

std::string_view trimmed(std::string_view text) {
    const auto isBlank = [](char letter) {
        return letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t';
    };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

tl::unexpected<Problems> badFile(const std::string& path, const char* variant) {
    return fail(std::string("cluster-token-file") + variant, {{"file", Value::ofText(path)}});
}

}  // namespace

std::optional<std::string> decodeBase64Url(std::string_view text) {
    std::string bytes;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char letter : text) {
        std::uint32_t value = 0;
        if (letter >= 'A' && letter <= 'Z')
            value = static_cast<std::uint32_t>(letter - 'A');
        else if (letter >= 'a' && letter <= 'z')
            value = static_cast<std::uint32_t>(letter - 'a') + 26;
        else if (letter >= '0' && letter <= '9')
            value = static_cast<std::uint32_t>(letter - '0') + 52;
        else if (letter == '-' || letter == '+')
            value = 62;
        else if (letter == '_' || letter == '/')
            value = 63;
        else if (letter == '=')
            continue;
        else
            return {};
        bits = (bits << 6) | value;
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes += static_cast<char>((bits >> held) & 0xFF);
        }
    }
    return bytes;
}

Result<Token> Token::of(std::string_view text, std::string_view user, std::string_view from) {
    text = trimmed(text);
    if (text.starts_with(kVariable))
        text.remove_prefix(kVariable.size());
    const auto refused = [&] {
        return fail("cluster-token-form", {{"source", Value::ofText(std::string(from))}});
    };
    const auto first = text.find('.');
    const auto second = first == std::string_view::npos ? first : text.find('.', first + 1);
    if (second == std::string_view::npos)
        return refused();
    // A line break would end a header; no part of a token is anything but Base64.
    for (const char letter : text)
        if (letter <= ' ' || letter >= '\x7F')
            return refused();
    const auto middle = decodeBase64Url(text.substr(first + 1, second - first - 1));
    const auto claims = nlohmann::json::parse(middle.value_or(""), nullptr, false);
    if (!claims.is_object())
        return refused();
    Token token;
    token.secret_ = text;
    token.from_ = from;
    token.user_ = user;
    for (const char* name : {"sun", "username"})
        if (const auto found = claims.find(name);
            token.user_.empty() && found != claims.end() && found->is_string())
            token.user_ = found->get<std::string>();
    token.issued_ = claim(claims, "iat");
    token.expires_ = claim(claims, "exp");
    if (token.user_.empty())
        return refused();
    return token;
}

bool Token::isOld(std::int64_t now) const {
    constexpr std::int64_t kPart = 5;  // the last one of so many
    return expires_ && now >= *expires_ - (issued_ ? (*expires_ - *issued_) / kPart : 0);
}

Result<Token> tokenOfFile(const std::string& path, std::string_view user) {
    const store::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
    struct stat status {};
    if (!file || fstat(file.get(), &status) != 0)
        return badFile(path, "");
    if ((status.st_mode & (S_IRGRP | S_IROTH)) != 0)
        return badFile(path, ".readable");
    std::array<char, kLargestToken> bytes{};
    const ssize_t got = read(file.get(), bytes.data(), bytes.size());
    if (got < 0)
        return badFile(path, "");
    return Token::of({bytes.data(), static_cast<std::size_t>(got)}, user, path);
}

Result<Token> tokenOfEnvironment(std::string_view user) {
    // NOLINTNEXTLINE(concurrency-mt-unsafe): this program never changes its environment.
    const char* given = std::getenv("SLURM_JWT");
    if (given == nullptr || *given == '\0')
        return Token();
    return Token::of(given, user, "SLURM_JWT");
}

Result<Token> tokenOfKeychain(const std::string& place, std::string_view user) {
    ProcessRequest lookup;
    lookup.words = {"secret-tool", "lookup", "service", "apportion", "place", place};
    lookup.limit = kUnlocking;
    const auto answer = runProcess(lookup);
    if (!answer || answer->code != 0 || trimmed(answer->output).empty())
        return Token();
    return Token::of(answer->output, user, "the keychain");
}

}  // namespace apportion::slurm
