// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/salvage_journal.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "core/store/canonical.h"
#include "core/store/tables.h"

namespace apportion::store {

namespace {

// A number beyond this behind the last entry is itself damage.
constexpr Revision kMostLost = 1'000'000;

class JournalReader {
public:
    explicit JournalReader(SalvagedJournal& journal) : journal_(journal) {}

    void take(Tables::Row&& row) {
        const Revision next = journal_.fold.objects.revision + 1;
        if (row.n < next || row.n - next > kMostLost)
            return;
        auto entry = entryFromText(row.text);
        const bool known = row.n == seen_ + 1;  // the hash before it
        const bool proven = known && chainHash(hash_, row.text) == row.hash;
        seen_ = row.n;
        hash_ = std::move(row.hash);
        if (!entry || entry->n != row.n || (known && !proven) ||
            (entry->undoes && *entry->undoes >= row.n))
            return;
        for (Revision n = next; n < row.n; ++n)
            standFor(n, entry->at);
        if (!journal_.lost.empty())
            fitFactsTo(*entry);
        if (!proven)
            journal_.unproven.push_back(row.n);
        journal_.fold.apply(*entry);
        entry->hash = hash_;
        journal_.entries.push_back(std::move(*entry));
    }
    Revision seen() const { return seen_; }

private:
    void standFor(Revision n, Moment before) {
        JournalEntry entry;
        entry.n = n;
        entry.at = journal_.entries.empty() ? before : journal_.entries.back().at;
        entry.who = "-";
        entry.action = kLost;
        journal_.lost.push_back(n);
        journal_.fold.apply(entry);
        journal_.entries.push_back(std::move(entry));
        touched_.clear();
    }

    // What an entry found otherwise than the entries before the gap had left it, was changed in it.
    void fitFactsTo(const JournalEntry& entry) {
        JournalEntry& gap = journal_.entries[static_cast<std::size_t>(journal_.lost.back() - 1)];
        for (const Fact& fact : entry.facts) {
            if (!touched_.emplace(fact.kind, fact.key).second)
                continue;
            const Object* object = journal_.fold.objects.find(fact.kind, fact.key);
            Fact change{fact.kind, fact.key, object ? object->place : fact.place,
                        object ? object->body : std::string(), fact.before};
            if (change.before == change.after)
                continue;
            journal_.fold.objects.put(change, gap.n);
            gap.facts.push_back(std::move(change));
        }
    }

    SalvagedJournal& journal_;
    Revision seen_ = 0;
    std::string hash_ = firstHash();                        // of the row seen last
    std::set<std::pair<ObjectKind, std::string>> touched_;  // since the last gap
};

// The least number from which on rows can be read, behind one where they cannot. Pages are lost as
// wholes, so that it may be searched for by halves.
std::optional<Revision> readableBehind(Tables& tables, Revision wounded) {
    const auto isReadable = [&](Revision from) {
        try {
            tables.rows(from, [](Tables::Row&&) { return false; });
            return true;
        } catch (const SQLite::Exception&) {
            return false;
        }
    };
    Revision bad = wounded;
    Revision step = 1;
    while (!isReadable(bad + step)) {
        bad += step;
        step *= 2;
        if (step > kMostLost)
            return std::nullopt;
    }
    Revision good = bad + step;
    while (good - bad > 1) {
        const Revision middle = bad + (good - bad) / 2;
        (isReadable(middle) ? good : bad) = middle;
    }
    return good;
}

void readRows(Tables& tables, JournalReader& reader) {
    std::optional<Revision> from = std::numeric_limits<Revision>::min();
    while (from) {
        try {
            tables.rows(*from, [&](Tables::Row&& row) {
                reader.take(std::move(row));
                return true;
            });
            return;
        } catch (const SQLite::Exception&) {
            from = readableBehind(tables, std::max<Revision>(reader.seen(), *from) + 1);
        }
    }
}

}  // namespace

SalvagedJournal salvageJournal(SQLite::Database& database) {
    SalvagedJournal journal;
    Tables tables(database);
    JournalReader reader(journal);
    readRows(tables, reader);
    const Revision read = journal.fold.objects.revision;
    journal.last = std::max(read, reader.seen());
    try {
        const Revision head = tables.head().n;
        journal.lastKnown = head > 0 && head >= journal.last;
        journal.last = std::max(journal.last, head);
    } catch (const SQLite::Exception&) {
        journal.last = std::max(journal.last, read + 1);
    }
    try {  // written with the last entry
        if (const auto sums = tables.sums(); sums && sums->n >= journal.last) {
            journal.last = sums->n;
            journal.lastKnown = journal.ended = true;
        }
    } catch (const SQLite::Exception&) {
        // Then the tables say how far it went.
    }
    return journal;
}

}  // namespace apportion::store
