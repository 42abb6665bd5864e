// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/savepoint.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

namespace apportion::store {
namespace {

class StoreSavepoint : public ::testing::Test {
protected:
    StoreSavepoint() { database_.exec("CREATE TABLE row(n)"); }
    int rows() { return database_.execAndGet("SELECT count(*) FROM row").getInt(); }
    bool inTransaction() { return sqlite3_get_autocommit(database_.getHandle()) == 0; }

    SQLite::Database database_{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
};

TEST_F(StoreSavepoint, LeavesNoTransactionOpen) {
    {
        const Savepoint savepoint(database_, "it");
        database_.exec("INSERT INTO row VALUES(1)");
        EXPECT_TRUE(inTransaction());
    }
    EXPECT_FALSE(inTransaction());
    EXPECT_EQ(rows(), 0);
    {
        Savepoint savepoint(database_, "it");
        database_.exec("INSERT INTO row VALUES(1)");
        savepoint.release();
    }
    EXPECT_FALSE(inTransaction());
    EXPECT_EQ(rows(), 1);
}

TEST_F(StoreSavepoint, LeavesTheTransactionAroundIt) {
    database_.exec("BEGIN");
    database_.exec("INSERT INTO row VALUES(1)");
    {
        const Savepoint savepoint(database_, "it");
        database_.exec("INSERT INTO row VALUES(2)");
    }
    EXPECT_TRUE(inTransaction());
    EXPECT_EQ(rows(), 1);
    database_.exec("COMMIT");
    EXPECT_EQ(rows(), 1);
}

// Some errors end the whole transaction.
TEST_F(StoreSavepoint, OutlivesTheEndOfTheTransaction) {
    {
        const Savepoint savepoint(database_, "it");
        database_.exec("ROLLBACK");
    }
    EXPECT_FALSE(inTransaction());
    database_.exec("INSERT INTO row VALUES(1)");
    EXPECT_EQ(rows(), 1);
}

}  // namespace
}  // namespace apportion::store
