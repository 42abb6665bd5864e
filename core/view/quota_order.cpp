// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/quota_order.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include "core/view/text_search.h"

namespace apportion {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

// Only of ASCII: other letters are compared as they are.
char small(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool matches(const QuotaRow& row, const QuotaQuery& query, const TextSearch& search) {
    return search.isIn(row.name) || search.isIn(row.team) ||
           (query.traits != 0 && (traitsOf(row.policy) & query.traits) != 0);
}

std::uint32_t bit(PolicyTrait trait, bool set) {
    return set ? 1U << static_cast<unsigned>(trait) : 0U;
}

// Where a run of digits ends, and where it begins without its leading zeros.
struct Digits {
    std::size_t begin = 0;
    std::size_t end = 0;
};

Digits digitsAt(const std::string& text, std::size_t at) {
    Digits digits{at, at};
    while (digits.end < text.size() && isDigit(text[digits.end]))
        ++digits.end;
    while (digits.begin + 1 < digits.end && text[digits.begin] == '0')
        ++digits.begin;
    return digits;
}

class Sorter {
public:
    Sorter(const std::vector<QuotaRow>& quotas, const QuotaQuery& query)
        : quotas_(quotas), query_(query) {
        if (byText() || query.key == QuotaKey::file)
            return;
        values_.resize(quotas.size());
        for (std::size_t i = 0; i < quotas.size(); ++i)
            values_[i] = sortValue(quotas[i], query.key);
    }

    void sort(std::vector<int>::iterator begin, std::vector<int>::iterator end) const {
        if (query_.key == QuotaKey::file) {
            if (query_.descending)
                std::reverse(begin, end);
            return;
        }
        std::stable_sort(begin, end, [this](int a, int b) {
            return query_.descending ? less(b, a) : less(a, b);
        });
    }

private:
    bool byText() const { return query_.key == QuotaKey::name || query_.key == QuotaKey::team; }
    bool less(int a, int b) const {
        const auto left = static_cast<std::size_t>(a);
        const auto right = static_cast<std::size_t>(b);
        if (query_.key == QuotaKey::name)
            return isBefore(quotas_[left].name, quotas_[right].name);
        if (query_.key == QuotaKey::team)
            return isBefore(quotas_[left].team, quotas_[right].team);
        return values_[left] < values_[right];
    }

    const std::vector<QuotaRow>& quotas_;
    const QuotaQuery& query_;
    std::vector<std::int64_t> values_;
};

}  // namespace

std::uint32_t traitsOf(const QuotaPolicy& policy) {
    return bit(PolicyTrait::childPreemption, policy.childPreemption.has_value()) |
           bit(PolicyTrait::selfPreemption, policy.selfPreemption.has_value()) |
           bit(PolicyTrait::priorityPreemption, policy.priorityPreemption) |
           bit(PolicyTrait::borrowsNothing, policy.overQuota == OverQuota::off) |
           bit(PolicyTrait::idleOnly, policy.overQuota == OverQuota::idleOnly) |
           bit(PolicyTrait::lends, policy.lend.has_value()) |
           bit(PolicyTrait::limit, policy.limit.gpu.has_value()) |
           bit(PolicyTrait::queue, policy.queueing != Queueing::roundRobin);
}

std::int64_t sortValue(const QuotaRow& row, QuotaKey key) {
    const QuotaNumbers& numbers = row.numbers;
    switch (key) {
        case QuotaKey::used:
            return numbers.subtree;
        case QuotaKey::guaranteed:
            return numbers.guaranteed;
        case QuotaKey::fairShare:
            return numbers.fairShare;
        case QuotaKey::borrowed:
            return numbers.borrowed;
        case QuotaKey::lent:
            return numbers.lent;
        case QuotaKey::pending:
            return numbers.pending;
        case QuotaKey::weight:
            return row.policy.weight ? *row.policy.weight * kOneGpu : numbers.guaranteed;
        case QuotaKey::rank:
            return row.policy.rank;
        case QuotaKey::limit:
            // Without a limit there is more room than with any.
            return numbers.limit.value_or(INT64_MAX);
        case QuotaKey::file:
        case QuotaKey::name:
        case QuotaKey::team:
            break;
    }
    return 0;
}

bool isBefore(const std::string& a, const std::string& b) {
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (isDigit(a[i]) && isDigit(b[j])) {
            const Digits left = digitsAt(a, i);
            const Digits right = digitsAt(b, j);
            const std::string_view first =
                std::string_view(a).substr(left.begin, left.end - left.begin);
            const std::string_view second =
                std::string_view(b).substr(right.begin, right.end - right.begin);
            if (first.size() != second.size())
                return first.size() < second.size();
            if (first != second)
                return first < second;
            i = left.end;
            j = right.end;
            continue;
        }
        if (small(a[i]) != small(b[j]))
            return static_cast<unsigned char>(small(a[i])) <
                   static_cast<unsigned char>(small(b[j]));
        ++i;
        ++j;
    }
    return a.size() - i < b.size() - j;
}

std::uint64_t treeHash(const std::vector<QuotaRow>& quotas) {
    // FNV-1a.
    std::uint64_t hash = 14695981039346656037ULL;
    const auto mix = [&hash](unsigned char byte) { hash = (hash ^ byte) * 1099511628211ULL; };
    for (const QuotaRow& row : quotas) {
        for (const char c : row.name)
            mix(static_cast<unsigned char>(c));
        const auto parent = static_cast<std::uint32_t>(row.parent);
        for (int shift = 0; shift < 32; shift += 8)
            mix(static_cast<unsigned char>(parent >> shift));
    }
    return std::max<std::uint64_t>(hash, 1);
}

QuotaOrder orderQuotas(const std::vector<QuotaRow>& quotas, const QuotaQuery& query) {
    const std::size_t count = quotas.size();
    QuotaOrder order;
    order.query = query;
    order.place.assign(count, -1);
    order.begin.assign(count + 2, 0);
    const auto slotOf = [&](std::size_t i) {
        return query.flat ? 0 : static_cast<std::size_t>(quotas[i].parent + 1);
    };
    // Shown is what fits, and in a tree what leads there; parents stand before their children.
    const TextSearch search(query.text);
    std::vector<char> shown(count, 0);
    for (std::size_t i = count; i-- > 0;) {
        if (matches(quotas[i], query, search)) {
            shown[i] = 1;
            ++order.matches;
        }
        if (shown[i] != 0 && !query.flat && quotas[i].parent >= 0)
            shown[static_cast<std::size_t>(quotas[i].parent)] = 1;
    }
    for (std::size_t i = 0; i < count; ++i)
        if (shown[i] != 0)
            ++order.begin[slotOf(i) + 1];
    std::partial_sum(order.begin.begin(), order.begin.end(), order.begin.begin());
    order.rows.assign(static_cast<std::size_t>(order.begin.back()), 0);
    std::vector<int> next(order.begin.begin(), order.begin.end() - 1);
    for (std::size_t i = 0; i < count; ++i)
        if (shown[i] != 0)
            order.rows[static_cast<std::size_t>(next[slotOf(i)]++)] = static_cast<int>(i);
    const Sorter sorter(quotas, query);
    for (std::size_t slot = 0; slot + 1 < order.begin.size(); ++slot) {
        const auto begin = order.rows.begin() + order.begin[slot];
        const auto end = order.rows.begin() + order.begin[slot + 1];
        sorter.sort(begin, end);
        int place = 0;
        for (auto row = begin; row != end; ++row)
            order.place[static_cast<std::size_t>(*row)] = place++;
    }
    return order;
}

int deepestShown(const std::vector<QuotaRow>& quotas, const QuotaOrder& order) {
    int deepest = 0;
    if (!order.query.flat)
        for (const int row : order.rows)
            deepest = std::max(deepest, quotas[static_cast<std::size_t>(row)].depth);
    return deepest;
}

}  // namespace apportion
