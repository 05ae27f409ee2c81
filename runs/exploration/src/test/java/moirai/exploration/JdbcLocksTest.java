package moirai.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import moirai.exploration.jdbc.JdbcBody;
import moirai.exploration.jdbc.JdbcProgram;
import moirai.exploration.search.ExploredLevels;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares code that is correct because it locks with the same code without locks. */
@Tag("long")
class JdbcLocksTest {

    private static final JdbcProgram BANK = JdbcProgram.on(
            List.of(
                    "CREATE TABLE account (id INT PRIMARY KEY, owner VARCHAR(9), balance INT)",
                    "CREATE TABLE entry (id INT PRIMARY KEY, account INT)"),
            connection -> {
                execute(connection, "INSERT INTO account VALUES (1, 'ann', 100)");
                return execute(connection, "INSERT INTO account VALUES (2, 'ann', 100)");
            });

    private static int execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static int ask(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static void set(Connection connection, int account, int balance) throws SQLException {
        execute(connection, "UPDATE account SET balance = " + balance + " WHERE id = " + account);
    }

    /** Returns an assertion about the final state. */
    private static JdbcBody expecting(String query, int expected) {
        return connection -> {
            int found = ask(connection, query);
            if (found != expected) {
                throw new AssertionError(query + ": " + found + ", not " + expected);
            }
            return found;
        };
    }

    private static ExplorationResult all(JdbcProgram program, IsolationLevel level) {
        ExplorationResult result =
                Exploration.of(program, ExplorationOptions.at(level).upTo(Long.MAX_VALUE, 1_000));
        assertThat(result.isExhausted()).isTrue();
        return result;
    }

    private static JdbcBody transfer(int from, int to, int amount, String lock) {
        return connection -> {
            int less = ask(connection, "SELECT balance FROM account WHERE id = " + from + lock) - amount;
            int more = ask(connection, "SELECT balance FROM account WHERE id = " + to + lock) + amount;
            set(connection, from, less);
            set(connection, to, more);
            return less;
        };
    }

    private static JdbcProgram transfers(String lock) {
        return BANK.session("send 10", transfer(1, 2, 10, lock))
                .session("send 20", transfer(1, 2, 20, lock))
                .afterwards("audit", expecting("SELECT balance FROM account WHERE id = 2", 130));
    }

    @ParameterizedTest
    @MethodSource("moirai.exploration.search.ExploredLevels#all")
    void aTransferThatLocksIsNeverLost(IsolationLevel level) {
        ExplorationResult result = all(transfers(" FOR UPDATE"), level);

        assertThat(result.failures()).isEmpty();
        assertThat(result.histories()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, true",
        "CAUSAL, true",
        "PARALLEL_SNAPSHOT_ISOLATION, false",
        "STRONG_SESSION_SERIALIZABLE, false"
    })
    void aTransferThatDoesNotLockIsLostBelowSnapshots(IsolationLevel level, boolean isLost) {
        assertThat(!all(transfers(""), level).failures().isEmpty()).isEqualTo(isLost);
    }

    /** A transaction keeps its locks after a rollback to a savepoint. */
    @ParameterizedTest
    @MethodSource("moirai.exploration.search.ExploredLevels#all")
    void whatWasLockedSinceASavepointStaysLocked(IsolationLevel level) {
        JdbcBody body = connection -> {
            String balance = "SELECT balance FROM account WHERE id = 1 FOR UPDATE";
            Savepoint savepoint = connection.setSavepoint();
            ask(connection, balance);
            set(connection, 1, 0);
            connection.rollback(savepoint);
            int left = ask(connection, balance) - 10;
            set(connection, 1, left);
            return left;
        };
        JdbcProgram program = BANK.session("take 10", body)
                .session("take 10, too", body)
                .afterwards("audit", expecting("SELECT balance FROM account WHERE id = 1", 80));

        assertThat(all(program, level).failures()).isEmpty();
    }

    /** Returns a call that takes 150 from one of two accounts if both together have enough. */
    private static JdbcBody withdraw(int account, String lock) {
        return connection -> {
            int first = ask(connection, "SELECT balance FROM account WHERE id = 1" + lock);
            int second = ask(connection, "SELECT balance FROM account WHERE id = 2" + lock);
            if (first + second < 150) {
                return "refused";
            }
            set(connection, account, (account == 1 ? first : second) - 150);
            return "done";
        };
    }

    private static JdbcProgram withdrawals(String lock) {
        return BANK.session("withdraw from 1", withdraw(1, lock))
                .session("withdraw from 2", withdraw(2, lock))
                .afterwards("audit", expecting("SELECT SUM(balance) FROM account", 50));
    }

    @ParameterizedTest
    @MethodSource("moirai.exploration.search.ExploredLevels#all")
    void withdrawalsThatLockBothAccountsDoNotSkew(IsolationLevel level) {
        ExplorationResult result = all(withdrawals(" FOR UPDATE"), level);

        assertThat(result.failures()).isEmpty();
        assertThat(result.histories()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "CAUSAL, true",
        "PARALLEL_SNAPSHOT_ISOLATION, true",
        "STRONG_SESSION_SNAPSHOT_ISOLATION, true",
        "STRONG_SESSION_SERIALIZABLE, false"
    })
    void withdrawalsThatDoNotLockSkewBelowSerializability(IsolationLevel level, boolean isSkewed) {
        assertThat(!all(withdrawals(""), level).failures().isEmpty()).isEqualTo(isSkewed);
    }

    /**
     * Returns a call that adds the only entry of an account. It locks the account, but neither reads its columns nor
     * changes it.
     */
    private static JdbcBody addOnlyEntry(int id, String lock) {
        return connection -> {
            try (var statement = connection.createStatement();
                    var rows = statement.executeQuery("SELECT 1 FROM account WHERE id = 1" + lock)) {
                rows.next();
            }
            if (ask(connection, "SELECT COUNT(*) FROM entry WHERE account = 1") > 0) {
                return "refused";
            }
            return execute(connection, "INSERT INTO entry VALUES (" + id + ", 1)");
        };
    }

    private static JdbcProgram entries(String lock) {
        return BANK.session("add 1", addOnlyEntry(1, lock))
                .session("add 2", addOnlyEntry(2, lock))
                .afterwards("audit", expecting("SELECT COUNT(*) FROM entry", 1));
    }

    private static List<IsolationLevel> aboveTrue() {
        return ExploredLevels.all().subList(1, ExploredLevels.all().size());
    }

    @ParameterizedTest
    @MethodSource("aboveTrue")
    void childrenOfALockedParentAreSeenByWhoLocksItNext(IsolationLevel level) {
        assertThat(all(entries(" FOR UPDATE"), level).failures()).isEmpty();
        assertThat(all(entries(" FOR NO KEY UPDATE"), level).failures()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "STRONG_SESSION_MONOTONIC_ATOMIC_VIEW, true",
        "CAUSAL, true",
        "STRONG_SESSION_SNAPSHOT_ISOLATION, true",
        "STRONG_SESSION_SERIALIZABLE, false"
    })
    void childrenOfAParentThatIsNotLockedAreMissed(IsolationLevel level, boolean isMissed) {
        assertThat(!all(entries(""), level).failures().isEmpty()).isEqualTo(isMissed);
    }

    /** A read without a lock may still return an old version, and nobody waits for it. */
    @Test
    void whoDoesNotLockIsNotKeptOff() {
        JdbcProgram program = BANK.session("send 10", transfer(1, 2, 10, " FOR UPDATE"))
                .session("send 20 unlocked", transfer(1, 2, 20, ""))
                .afterwards("audit", expecting("SELECT balance FROM account WHERE id = 2", 130));

        assertThat(all(program, IsolationLevel.CAUSAL).failures()).isNotEmpty();
        assertThat(all(program, IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION)
                        .failures())
                .isEmpty();
    }

    /** Two transactions that lock different rows do not exclude each other, although each reads the other's row. */
    @Test
    void rowsThatDoNotSatisfyTheConditionAreNotLocked() {
        assertThat(all(moves("owner = 'bob'", "owner = 'ann'"), IsolationLevel.CAUSAL)
                        .failures())
                .isNotEmpty();
        assertThat(all(moves("id = 1", "id = 2"), IsolationLevel.CAUSAL).failures())
                .isNotEmpty();
        assertThat(all(moves("id < 3", "id < 3"), IsolationLevel.CAUSAL).failures())
                .isEmpty();
    }

    /** Returns a program of two calls, each of which locks some accounts and then adds an entry if there is none. */
    private static JdbcProgram moves(String one, String other) {
        JdbcProgram program = JdbcProgram.on(BANK.schema(), connection -> {
            execute(connection, "INSERT INTO account VALUES (1, 'ann', 100)");
            return execute(connection, "INSERT INTO account VALUES (2, 'bob', 100)");
        });
        for (String condition : List.of(one, other)) {
            int id = program.sessions().size() + 1;
            program = program.session("lock " + condition, connection -> {
                ask(connection, "SELECT 1 FROM account WHERE " + condition + " FOR UPDATE");
                return ask(connection, "SELECT COUNT(*) FROM entry") > 0
                        ? "refused"
                        : execute(connection, "INSERT INTO entry VALUES (" + id + ", 1)");
            });
        }
        return program.afterwards("audit", expecting("SELECT COUNT(*) FROM entry", 1));
    }

    /** A condition that was true when the row was found may be false when the row is locked. */
    @Test
    void aRowThatChangesWhileItIsWaitedForIsLookedAtAgain() {
        JdbcBody takeAll = connection -> {
            try (var statement = connection.createStatement();
                    var rows =
                            statement.executeQuery("SELECT id FROM account WHERE id = 1 AND balance > 0 FOR UPDATE")) {
                int count = 0;
                while (rows.next()) {
                    count++;
                }
                set(connection, 1, 0);
                return count;
            }
        };
        JdbcProgram program = BANK.session("one", takeAll).session("other", takeAll);
        var told = new ArrayList<List<List<Object>>>();

        Exploration.of(
                program,
                ExplorationOptions.at(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW)
                        .upTo(Long.MAX_VALUE, 1_000),
                new Invariant("collected", behaviour -> told.add(behaviour.replies())));

        assertThat(told)
                .isNotEmpty()
                .allMatch(replies -> replies.toString().matches("\\[\\[1], \\[0]]|\\[\\[0], \\[1]]"));
    }

    /** A session reads a locked version until it ends, and the table marks the read as locked. */
    @Test
    void behavioursShowWhatIsLocked() {
        JdbcBody lock = connection -> {
            ask(connection, "SELECT balance FROM account WHERE id = 1 FOR UPDATE");
            int again = ask(connection, "SELECT balance FROM account WHERE id = 1");
            set(connection, 1, again + 1);
            return again;
        };
        var tables = new ArrayList<String>();
        var program = BANK.session("one", lock).session("other", lock);

        Exploration.of(
                program,
                ExplorationOptions.at(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW),
                new Invariant("collected", behaviour -> {
                    assertThat(Exploration.replayed(CheckedProgram.of(program), behaviour.script(), List.of())
                                    .behaviour())
                            .isEqualTo(behaviour);
                    return tables.add(behaviour.table());
                }));

        assertThat(tables).hasSize(2);
        String first = tables.getFirst().replaceAll("\\s+", " ");
        assertThat(first.split("account\\(1\\)", -1)).hasSize(11);
        assertThat(first)
                .containsSubsequence(
                        "lock of account(1) = free of the start, locked",
                        "lock of account(1) := taken",
                        "account(1).balance = 100 of the start, locked",
                        "account(1).balance = 100 of its own",
                        "account(1).balance := 101",
                        "lock of account(1) = taken of T0, locked",
                        "lock of account(1) := taken",
                        "account(1).balance = 101 of T0, locked",
                        "account(1).balance = 101 of its own",
                        "account(1).balance := 102");
    }
}
