// SPDX-License-Identifier: GPL-3.0-or-later
// Journal and state as rows. Statements are prepared once a connection. Everything here runs in
// the caller's transaction and lets SQLite::Exception pass.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include "core/model/journal.h"
#include "core/store/objects.h"
#include "core/store/state_sums.h"

namespace apportion::store {

struct Head {
    Revision n = 0;
    std::string hash;  // of the first entry's predecessor where n is 0
};

// Whether rows that were read are those that were written. Unknown: an older program wrote last.
enum class Vouched { yes, no, unknown };

class Tables {
public:
    explicit Tables(SQLite::Database& database) : database_(database) {}

    Head head();
    // Of the last entry, without touching what it says.
    Revision revision();
    // Gives the entry the next number and its hash, and writes it and its facts. Throws
    // std::logic_error if an object is not what a fact says it was, where it has to fit.
    enum class Fit { exact, any };
    void append(JournalEntry& entry, Fit fit = Fit::exact);

    // Calls `row` for each entry from `from` on in ascending order, as stored, until it says false.
    struct Row {
        Revision n = 0;
        std::string text;
        std::string hash;
    };
    void rows(Revision from, const std::function<bool(Row&&)>& row);
    // The last `most` entries before or at `to`, latest first, until `look` says false. Valid until
    // the call ends: a text may be as large as the pool.
    using Look = std::function<bool(Revision n, std::string_view text, std::string_view hash)>;
    void lookBack(Revision to, std::size_t most, const Look& look);

    // The last `most` entries, ascending, with what an entry has to hash to behind its predecessor.
    // Of a text as large as the pool no more than a piece is in memory.
    using Chained = std::function<std::string(std::string_view previous)>;
    using Link = std::function<void(Revision n, std::string_view hash, const Chained& chained)>;
    void linksOfLast(std::size_t most, const Link& link);

    // Entries, ascending, in whose text this stands.
    std::vector<Row> rowsWith(const std::string& text);

    Objects objects(Extent extent);
    // All of a kind, in the order of their keys.
    using Each = std::function<bool(std::string&& key, Object&& object)>;  // false = enough
    void each(ObjectKind kind, const Each& each);
    std::int64_t count(ObjectKind kind);
    std::optional<Object> object(ObjectKind kind, const std::string& key);
    // Whether any key of a kind begins so. `prefix` ends with a character below 0x7f.
    bool anyBeginningWith(ObjectKind kind, const std::string& prefix);
    // Those, the latest last.
    std::vector<std::pair<std::string, Object>> beginningWith(ObjectKind kind,
                                                              const std::string& prefix);
    // The last `most` of a kind, latest first.
    std::vector<std::pair<std::string, Object>> latest(ObjectKind kind, std::size_t most);

    // As the last program that knew of them has left them; nothing = none, or they are damaged.
    std::optional<StateSums> sums();
    // In the transaction in which they were read; `rows` are all of their kind.
    Vouched vouched(const Objects& objects, Extent extent);
    Vouched vouched(ObjectKind kind, const std::vector<std::pair<std::string, Object>>& rows);

private:
    SQLite::Statement& statement(const std::string& sql);
    void write(const Fact& fact, Revision n, Fit fit, StateSums& sums);

    SQLite::Database& database_;
    std::map<std::string, SQLite::Statement> statements_;
};

}  // namespace apportion::store
