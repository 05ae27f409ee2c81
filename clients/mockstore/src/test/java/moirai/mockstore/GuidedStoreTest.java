package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import moirai.mockstore.sql.SqlDatabase;
import moirai.mockstore.sql.SqlSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuidedStoreTest {

    /** Reads from where it is told, and writes down what it is told. */
    private static final class Notes implements Guide {

        private final List<String> lines = new ArrayList<>();
        private int next = INITIAL;
        private Runnable atTurn = () -> {};

        @Override
        public void turn(int session) {
            atTurn.run();
            lines.add("turn of " + session);
        }

        @Override
        public int source(int txn, int key, int latest) {
            lines.add("T" + txn + " reads " + key + ", latest T" + latest);
            return next;
        }

        @Override
        public void statement(int txn, String sql) {
            lines.add("T" + txn + " " + sql);
        }

        @Override
        public void refused(int session, String sql, StoreException refusal) {
            lines.add("session " + session + " is refused " + sql + ": " + refusal.sqlState());
        }

        @Override
        public void read(int txn, int key, int source, Object value) {
            lines.add("T" + txn + " has read " + value + " from T" + source);
        }

        @Override
        public void readLocking(int txn, int key, int source, Object value) {
            lines.add("T" + txn + " has locked " + value + " of T" + source);
        }

        @Override
        public void savepoint(int txn, int number) {
            lines.add("T" + txn + " savepoint " + number);
        }

        @Override
        public void rolledBack(int txn, int number) {
            lines.add("T" + txn + " goes back to " + number);
        }

        @Override
        public void readOwn(int txn, int key, Object value) {
            lines.add("T" + txn + " has read its own " + value);
        }

        @Override
        public void wrote(int txn, int key, Object value) {
            lines.add("T" + txn + " wrote " + value + " to " + key);
        }

        @Override
        public void ended(int txn, boolean isCommitted) {
            lines.add("T" + txn + (isCommitted ? " committed" : " aborted"));
        }
    }

    private final Notes notes = new Notes();
    private final MockStore store = MockStore.guided(notes);

    private void write(StoreSession session, String key, int value) {
        StoreTxn txn = session.begin();
        txn.write(key, value);
        txn.commit();
    }

    private static String sqlState(Runnable step) {
        return catchThrowableOfType(StoreException.class, step::run).sqlState();
    }

    @Test
    void aReadIsFromWhereTheGuideSays() {
        StoreSession session = store.session();
        write(session, "x", 1);
        write(session, "x", 2);
        notes.lines.clear();

        StoreTxn txn = session.begin();
        notes.next = 0;
        assertThat(txn.read("x")).contains(1);
        notes.next = INITIAL;
        assertThat(txn.read("x")).isEmpty();
        txn.write("x", 3);
        assertThat(txn.read("x")).contains(3);
        txn.abort();

        assertThat(notes.lines)
                .containsExactly(
                        "turn of 0",
                        "T2 reads 0, latest T1",
                        "T2 has read 1 from T0",
                        "T2 reads 0, latest T1",
                        "T2 has read ABSENT from T" + INITIAL,
                        "T2 wrote 3 to 0",
                        "T2 has read its own 3",
                        "T2 aborted");
    }

    /**
     * Checks that a locked key counts as the transaction's own, so that the guide chooses its source only once, and
     * that others do not wait for it.
     */
    @Test
    void aLockedKeyIsReadOnce() {
        StoreSession session = store.session();
        write(session, "x", 1);
        StoreTxn other = store.session().begin();
        notes.lines.clear();

        StoreTxn txn = session.begin();
        notes.next = 0;
        assertThat(txn.readForUpdate("x")).contains(1);
        assertThat(txn.read("x")).contains(1);
        int savepoint = txn.savepoint();
        txn.write("x", 2);
        txn.rollbackTo(savepoint);
        assertThat(txn.readForUpdate("x")).contains(1);
        assertThat(other.readForUpdate("x")).contains(1);

        assertThat(notes.lines)
                .containsExactly(
                        "turn of 0",
                        "T2 reads 0, latest T0",
                        "T2 has locked 1 of T0",
                        "T2 has read its own 1",
                        "T2 savepoint 0",
                        "T2 wrote 2 to 0",
                        "T2 goes back to 0",
                        "T2 has read its own 1",
                        "T1 reads 0, latest T0",
                        "T1 has locked 1 of T0");
    }

    /** Checks that other threads may use the store while a session waits for its turn. */
    @Test
    void theStoreIsNotLockedDuringATurn() {
        StoreSession session = store.session();
        write(session, "x", 1);
        var seen = new ArrayList<Object>();
        notes.atTurn = () -> seen.add(CompletableFuture.supplyAsync(() -> store.key(0))
                .orTimeout(10, TimeUnit.SECONDS)
                .join());

        session.begin();

        assertThat(seen).containsExactly("x");
    }

    @Test
    void aCheckpointIsTheInitialStateAndRewindingComesBackToIt() {
        StoreSession loading = store.session();
        write(loading, "x", 1);
        loading.close();
        assertThat(store.isGuided()).isFalse();
        store.checkpoint();
        assertThat(store.isGuided()).isTrue();

        for (int execution = 0; execution < 2; execution++) {
            store.rewind();
            StoreSession session = store.session();
            assertThat(session.number()).isZero();
            StoreTxn txn = session.begin();
            assertThat(txn.number()).isZero();
            assertThat(txn.takeNumber()).isEqualTo(1_000_000);
            notes.next = INITIAL;
            assertThat(txn.read("x")).contains(1);
            txn.write("x", 2);
            txn.write("y", 2);
            txn.commit();
            session.close();
        }

        assertThat(store.keys()).containsExactly("x", "y");
    }

    @Test
    void nothingIsForgottenWhileATransactionIsPending() {
        StoreTxn pending = store.session().begin();

        assertThat(sqlState(store::rewind)).isEqualTo("25001");
        assertThat(sqlState(store::checkpoint)).isEqualTo("25001");

        pending.abort();
        store.rewind();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE other (id INT)",
                "DROP TABLE item",
                "ALTER TABLE item ADD COLUMN more INT",
                "CREATE INDEX quick ON item (seen)",
                "TRUNCATE item",
                "CHECKPOINT"
            })
    void tablesAreDefinedBeforeTheCheckpoint(String sql) {
        var database = new SqlDatabase(store);
        try (SqlSession session = database.session()) {
            session.execute(session.prepare("CREATE TABLE item (id INT PRIMARY KEY, seen INT)"), List.of());
        }
        store.checkpoint();
        store.rewind();
        notes.lines.clear();
        try (SqlSession session = database.session()) {
            assertThat(sqlState(() -> session.execute(session.prepare(sql), List.of())))
                    .isEqualTo("0A000");
        }

        assertThat(notes.lines).containsExactly("session 0 is refused " + sql + ": 0A000");
        assertThat(database.catalog().tables()).hasSize(1);
    }

    @Test
    void theGuideIsToldOfStatementsAndOfWhatIsRefused() {
        var database = new SqlDatabase(store);
        SqlSession session = database.session();
        session.execute(session.prepare("CREATE TABLE item (id INT PRIMARY KEY, seen INT)"), List.of());
        notes.lines.clear();

        assertThat(sqlState(() -> session.prepare("SELECT * FROM itme"))).isEqualTo("42P01");
        assertThat(sqlState(() -> session.split("SELECT 'a"))).isEqualTo("42601");
        session.execute(session.prepare("DELETE FROM item"), List.of());
        session.close();

        assertThat(notes.lines)
                .containsExactly(
                        "session 0 is refused SELECT * FROM itme: 42P01",
                        "session 0 is refused SELECT 'a: 42601",
                        "turn of 0",
                        "T0 DELETE FROM item",
                        "T0 committed");
    }
}
