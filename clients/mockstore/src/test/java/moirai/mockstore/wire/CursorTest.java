package moirai.mockstore.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cursors on queries that the store understands, without a server of the system catalogs. */
class CursorTest {

    private final MockServer server =
            MockServer.start(TestDatabases.database(IsolationLevel.STRICT_SERIALIZABLE, 1), 0);
    private final WireClient client = WireClient.session(server.port());

    @BeforeEach
    void fill() {
        client.query("CREATE TABLE t (id int PRIMARY KEY, name text)").answers();
        client.query("INSERT INTO t VALUES (1, 'a'), (2, NULL), (3, 'c')").answers();
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private List<String> query(String sql) {
        return client.query(sql).lines();
    }

    private String error(String sql) {
        return client.query(sql).answers().stream()
                .filter(answer -> answer.type() == 'E')
                .map(answer -> answer.field('C') + " " + answer.field('M'))
                .collect(Collectors.joining());
    }

    @Test
    void rowsAreFetchedAndMovedOver() {
        assertThat(query("BEGIN; DECLARE c CURSOR FOR SELECT id, name FROM t ORDER BY id"))
                .containsExactly("CommandComplete BEGIN", "CommandComplete DECLARE CURSOR", "ReadyForQuery T");
        assertThat(query("FETCH 2 FROM c"))
                .containsExactly(
                        "RowDescription id:23 size 4 mod -1, name:25 size -1 mod -1",
                        "DataRow ['1', 'a']",
                        "DataRow ['2', null]",
                        "CommandComplete FETCH 2",
                        "ReadyForQuery T");
        assertThat(query("MOVE BACKWARD ALL IN c")).containsExactly("CommandComplete MOVE 1", "ReadyForQuery T");
        assertThat(query("FETCH c")).contains("DataRow ['1', 'a']", "CommandComplete FETCH 1");
        assertThat(query("CLOSE c")).containsExactly("CommandComplete CLOSE CURSOR", "ReadyForQuery T");
        assertThat(error("FETCH c")).isEqualTo("34000 cursor \"c\" does not exist");
        assertThat(query("ROLLBACK")).containsExactly("CommandComplete ROLLBACK", "ReadyForQuery I");
    }

    /** As in PostgreSQL, a cursor shows what there was when it was declared. */
    @Test
    void laterChangesAreNotSeen() {
        query("BEGIN; INSERT INTO t VALUES (4, 'd'); DECLARE c CURSOR FOR SELECT id FROM t ORDER BY id DESC");
        query("DELETE FROM t");

        assertThat(query("FETCH ALL c")).contains("DataRow ['4']", "DataRow ['1']", "CommandComplete FETCH 4");
        query("ROLLBACK");
    }

    @Test
    void aCursorEndsWithItsTransaction() {
        query("BEGIN; DECLARE c CURSOR FOR SELECT id FROM t; COMMIT");
        assertThat(error("FETCH c")).startsWith("34000");
        query("BEGIN; DECLARE c CURSOR FOR SELECT id FROM t; ROLLBACK");
        assertThat(error("FETCH c")).startsWith("34000");
    }

    @Test
    void aCursorIsDeclaredInATransactionOnly() {
        assertThat(error("DECLARE c CURSOR FOR SELECT id FROM t"))
                .isEqualTo("25P01 DECLARE CURSOR can only be used in transaction blocks");
        assertThat(query("SELECT 1")).contains("DataRow ['1']");
    }

    @Test
    void aCursorWithHoldStaysIfItsTransactionCommits() {
        query("BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT id FROM t ORDER BY id; FETCH c; COMMIT");
        assertThat(query("FETCH c")).contains("DataRow ['2']", "ReadyForQuery I");
        query("DECLARE d CURSOR WITH HOLD FOR SELECT name FROM t ORDER BY id");
        assertThat(query("FETCH LAST d")).contains("DataRow ['c']");
        assertThat(query("CLOSE ALL")).containsExactly("CommandComplete CLOSE CURSOR ALL", "ReadyForQuery I");
        assertThat(error("FETCH c")).startsWith("34000");
    }

    @Test
    void aCursorWithHoldGoesIfItsTransactionDoesNotCommit() {
        query("DECLARE before CURSOR WITH HOLD FOR SELECT id FROM t ORDER BY id");
        query("BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT id FROM t; ROLLBACK");
        assertThat(error("FETCH c")).startsWith("34000");
        query("BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT id FROM t");
        query("SELECT 1 / 0");
        assertThat(query("COMMIT")).startsWith("CommandComplete ROLLBACK");
        assertThat(error("FETCH c")).startsWith("34000");
        assertThat(error("DECLARE c CURSOR WITH HOLD FOR SELECT id FROM t; SELECT 1 / 0"))
                .startsWith("22012");
        assertThat(error("FETCH c")).startsWith("34000");
        assertThat(query("FETCH before")).contains("DataRow ['1']");
    }

    @Test
    void aCursorGoesWithTheSavepointAfterWhichItWasDeclared() {
        query("BEGIN; DECLARE kept CURSOR FOR SELECT id FROM t ORDER BY id; SAVEPOINT s;"
                + " DECLARE gone CURSOR FOR SELECT id FROM t");
        query("ROLLBACK TO s");

        assertThat(query("FETCH kept")).contains("DataRow ['1']");
        assertThat(error("FETCH gone")).startsWith("34000");
        query("ROLLBACK");
    }

    @Test
    void aFailedTransactionFetchesNothing() {
        query("BEGIN; DECLARE c CURSOR FOR SELECT id FROM t");
        query("SELECT 1 / 0");

        assertThat(error("FETCH c")).startsWith("25P02");
        assertThat(error("CLOSE c")).startsWith("25P02");
        query("ROLLBACK");
    }

    @Test
    void aQueryThatFailsDeclaresNothing() {
        query("BEGIN; SAVEPOINT s");
        assertThat(error("DECLARE c CURSOR FOR SELECT 1 / (id - 2) FROM t")).startsWith("22012");
        query("ROLLBACK TO s");
        assertThat(error("FETCH c")).startsWith("34000");
        query("ROLLBACK");
    }

    @Test
    void whatIsNoQueryIsRefused() {
        query("BEGIN");
        assertThat(error("DECLARE c CURSOR FOR DELETE FROM t")).startsWith("42601");
        query("ROLLBACK; BEGIN");
        assertThat(error("DECLARE c CURSOR FOR WITH d AS (DELETE FROM t RETURNING id) SELECT 1 FROM d"))
                .startsWith("0A000 DECLARE CURSOR must not contain data-modifying statements in WITH");
        query("ROLLBACK");
        assertThat(query("SELECT count(*) FROM t")).contains("DataRow ['3']");
    }

    @Test
    void theExtendedProtocolDeclaresWithParametersAndFetches() {
        query("BEGIN");
        client.parse("d", "DECLARE c CURSOR FOR SELECT id FROM t WHERE id > $1 ORDER BY id", 23)
                .describe('S', "d")
                .bind("", "d", "1")
                .execute("", 0)
                .sync();
        assertThat(client.lines())
                .containsExactly(
                        "ParseComplete",
                        "ParameterDescription [23]",
                        "NoData",
                        "BindComplete",
                        "CommandComplete DECLARE CURSOR",
                        "ReadyForQuery T");
        client.parse("f", "FETCH FORWARD 5 FROM c")
                .describe('S', "f")
                .bind("", "f")
                .execute("", 1)
                .execute("", 0);
        assertThat(client.sync().lines())
                .containsExactly(
                        "ParseComplete",
                        "ParameterDescription []",
                        "RowDescription id:23 size 4 mod -1",
                        "BindComplete",
                        "DataRow ['2']",
                        "PortalSuspended",
                        "DataRow ['3']",
                        "CommandComplete FETCH 2",
                        "ReadyForQuery T");
        query("MOVE ABSOLUTE 0 IN c");
        client.bindBinary("", "f").describe('P', "").execute("", 1).sync();
        assertThat(client.lines()).contains("RowDescription id:23 size 4 mod -1 binary", "DataRow [0x00000002]");
        query("ROLLBACK");
    }

    @Test
    void discardingAllClosesCursors() {
        query("DECLARE c CURSOR WITH HOLD FOR SELECT id FROM t");
        query("DISCARD ALL");
        assertThat(error("FETCH c")).startsWith("34000");
    }
}
