// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/canonical.h"

#include <array>
#include <memory>
#include <stdexcept>

#include <nlohmann/json.hpp>
#include <openssl/evp.h>

#include "core/model/date_text.h"
#include "core/store/fact_texts.h"

namespace apportion::store {

namespace {

using Json = nlohmann::json;  // its objects are sorted by key

Json valueOf(const std::string& text) {
    return text.empty() ? Json() : Json::parse(text);
}

std::string textOf(const Json& value) {
    return value.is_null() ? std::string{} : value.dump();
}

Json factValue(const Fact& fact) {
    return {{"kind", word(fact.kind)},
            {"key", fact.key},
            {"place", fact.place},
            {"before", valueOf(fact.before)},
            {"after", valueOf(fact.after)}};
}

std::optional<Fact> factFromText(std::string_view text) {
    try {
        const Json value = Json::parse(text);
        const auto kind = fromWord<ObjectKind>(value.at("kind").get<std::string>());
        if (!kind || value.dump() != text)
            return {};
        return Fact{*kind, value.at("key").get<std::string>(),
                    value.at("place").get<std::int64_t>(), textOf(value.at("before")),
                    textOf(value.at("after"))};
    } catch (const std::exception&) {  // no JSON, or not of this shape
        return {};
    }
}

// Of an entry's text without its facts.
std::optional<JournalEntry> headFrom(std::string_view text) {
    try {
        const Json value = Json::parse(text);
        JournalEntry entry;
        entry.n = value.at("n").get<Revision>();
        const auto at = momentValue(value.at("at").get<std::string>());
        if (!at || value.at("at") != momentText(*at) || value.dump() != text)
            return {};
        entry.at = *at;
        entry.who = value.at("who").get<std::string>();
        entry.action = value.at("do").get<std::string>();
        entry.subject = value.at("subject").get<std::string>();
        entry.arguments = textOf(value.at("args"));
        entry.why = value.at("why").get<std::string>();
        if (const Json& undoes = value.at("undoes"); !undoes.is_null())
            entry.undoes = undoes.get<Revision>();
        return entry;
    } catch (const std::exception&) {  // no JSON, or not of this shape
        return {};
    }
}

}  // namespace

std::string firstHash() {
    return std::string(64, '0');
}

struct ChainHash::State {
    const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context{EVP_MD_CTX_new(),
                                                                          EVP_MD_CTX_free};
    static void check(bool done) {
        if (!done)
            throw std::runtime_error("SHA-256 is not available");
    }
};

ChainHash::ChainHash(std::string_view previous) : state_(std::make_unique<State>()) {
    State::check(state_->context &&
                 EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr) == 1);
    add(previous);
}

ChainHash::~ChainHash() = default;

void ChainHash::add(std::string_view piece) {
    State::check(EVP_DigestUpdate(state_->context.get(), piece.data(), piece.size()) == 1);
}

std::string ChainHash::text() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    State::check(EVP_DigestFinal_ex(state_->context.get(), digest.data(), &length) == 1);
    constexpr char kDigits[] = "0123456789abcdef";
    std::string hash;
    for (unsigned i = 0; i < length; ++i)
        hash.append({kDigits[digest[i] >> 4], kDigits[digest[i] & 15]});
    return hash;
}

std::string chainHash(std::string_view previous, std::string_view text) {
    ChainHash hash(previous);
    hash.add(text);
    return hash.text();
}

std::string entryText(const JournalEntry& entry) {
    Json facts = Json::array();
    for (const Fact& fact : entry.facts)
        facts.push_back(factValue(fact));
    return Json{{"n", entry.n},
                {"at", momentText(entry.at)},
                {"who", entry.who},
                {"do", entry.action},
                {"subject", entry.subject},
                {"args", valueOf(entry.arguments)},
                {"why", entry.why},
                {"undoes", entry.undoes ? Json(*entry.undoes) : Json()},
                {"facts", std::move(facts)}}
        .dump();
}

std::optional<JournalEntry> entryFromText(std::string_view text, const FactFilter& filter) {
    auto texts = FactTexts::in(text);
    auto entry = texts ? headFrom(texts->rest()) : std::nullopt;
    if (!entry || filter.most == 0)
        return entry;
    while (const auto each = texts->next()) {
        const bool wanted = entry->facts.size() < filter.most &&
                            (!filter.kind || kindIn(*each) == word(*filter.kind));
        auto fact = wanted ? factFromText(*each) : std::nullopt;
        if (wanted && !fact)
            return {};
        if (fact)
            entry->facts.push_back(std::move(*fact));
        else
            ++entry->factsLeftOut;
    }
    return texts->areWhole() ? std::move(entry) : std::nullopt;
}

std::optional<JournalEntry> entryFromText(std::string_view text,
                                          const std::function<bool(Fact&&)>& take) {
    auto texts = FactTexts::in(text);
    auto entry = texts ? headFrom(texts->rest()) : std::nullopt;
    if (!entry)
        return {};
    while (const auto each = texts->next()) {
        auto fact = factFromText(*each);
        if (!fact || !take(std::move(*fact)))
            return {};
    }
    return texts->areWhole() ? std::move(entry) : std::nullopt;
}

std::optional<std::string> canonicalText(std::string_view json) {
    const Json value = Json::parse(json, nullptr, false);
    if (value.is_discarded())
        return {};
    return value.dump();
}

std::string canonicalString(std::string_view text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace apportion::store
