package moirai.mockstore.wire.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.wire.catalog.BackendMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CursorsTest {

    private static final BackendMessage COLUMNS = new BackendMessage('T', new byte[0]);

    private final Cursors cursors = new Cursors();

    @BeforeEach
    void declare() {
        declare("DECLARE c SCROLL CURSOR FOR SELECT 1");
    }

    /** Five rows: a to e. */
    private void declare(String sql) {
        List<BackendMessage> answer = new ArrayList<>(List.of(COLUMNS));
        for (String row : List.of("a", "b", "c", "d", "e")) {
            answer.add(new BackendMessage('D', row.getBytes(StandardCharsets.UTF_8)));
        }
        answer.add(BackendMessage.complete("SELECT 5"));
        cursors.declare(sql, (CursorSql.Declare) CursorSql.parse(sql), answer);
    }

    private String fetch(String sql) {
        var fetch = (CursorSql.Fetch) CursorSql.parse(sql);
        return cursors.require(fetch.name()).rows().move(fetch).stream()
                .map(row -> new String(row.body(), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "NEXT, NEXT, PRIOR, 2, ALL, NEXT, PRIOR; a b a bc de - e",
                "ALL, BACKWARD ALL, NEXT; abcde edcba a",
                "3, 0, FORWARD 0, RELATIVE 0; abc c c c",
                "0, PRIOR, ALL, 0; - - abcde -",
                "ABSOLUTE 4, ABSOLUTE -4, FIRST, LAST; d b a e",
                "ABSOLUTE 9, PRIOR, ABSOLUTE -9, NEXT; - e - a",
                "ABSOLUTE 2, ABSOLUTE 0, NEXT; b - a",
                "RELATIVE 2, RELATIVE 2, RELATIVE -3, RELATIVE 9, RELATIVE -1; b d a - e",
                "4, BACKWARD 2, BACKWARD 2, BACKWARD 2; abcd cb a -",
                "-1, 2, -1, -9; - ab a -",
            })
    void aCursorStandsOnARowOrAtAnEnd(String steps, String rows) {
        var fetched = new ArrayList<String>();
        for (String step : steps.split(", ", -1)) {
            fetched.add(fetch("FETCH " + step + " FROM c"));
        }
        assertThat(fetched.stream().map(row -> row.isEmpty() ? "-" : row).collect(Collectors.joining(" ")))
                .isEqualTo(rows);
    }

    @Test
    void aCursorWithoutScrollMovesForwardOnly() {
        declare("DECLARE once NO SCROLL CURSOR FOR SELECT 1");

        assertThat(fetch("FETCH 2 once")).isEqualTo("ab");
        assertThatThrownBy(() -> fetch("FETCH PRIOR once")).hasMessage("cursor can only scan forward");
        assertThatThrownBy(() -> fetch("FETCH ABSOLUTE 1 once")).hasMessage("cursor can only scan forward");
        assertThat(fetch("FETCH ALL once")).isEqualTo("cde");
    }

    @Test
    void aNameIsUsedOnce() {
        assertState("42P03", () -> declare("DECLARE c CURSOR FOR SELECT 1"));
        cursors.close("c");
        declare("DECLARE c CURSOR FOR SELECT 1");
        assertThat(cursors.require("c").rows().columns()).isSameAs(COLUMNS);
    }

    @Test
    void aCursorThatDoesNotExistIsNamed() {
        assertState("34000", () -> fetch("FETCH nope"));
        assertState("34000", () -> cursors.close("nope"));
        assertState("34000", () -> cursors.require("nope"));
        assertThatThrownBy(() -> cursors.close("nope")).hasMessage("cursor \"nope\" does not exist");
    }

    @Test
    void onlyACursorWithHoldStaysAfterItsTransaction() {
        declare("DECLARE held CURSOR WITH HOLD FOR SELECT 1");
        fetch("FETCH 2 held");
        cursors.endTransaction(true);

        assertThat(fetch("FETCH held")).isEqualTo("c");
        assertState("34000", () -> fetch("FETCH c"));
        cursors.closeAll();
        assertState("34000", () -> fetch("FETCH held"));
    }

    @Test
    void aTransactionThatIsNotCommittedLeavesOnlyTheCursorsOfThoseBefore() {
        declare("DECLARE before CURSOR WITH HOLD FOR SELECT 1");
        cursors.endTransaction(true);
        declare("DECLARE held CURSOR WITH HOLD FOR SELECT 1");
        cursors.endTransaction(false);

        assertThat(fetch("FETCH before")).isEqualTo("a");
        assertState("34000", () -> fetch("FETCH held"));
    }

    @Test
    void aSavepointTakesItsCursorsWithIt() {
        cursors.savepoint("SAVEPOINT s");
        declare("DECLARE one CURSOR FOR SELECT 1");
        cursors.savepoint("SAVEPOINT \"S\"");
        declare("DECLARE two CURSOR FOR SELECT 1");
        cursors.savepoint("ROLLBACK TO SAVEPOINT \"S\"");
        assertState("34000", () -> fetch("FETCH two"));
        declare("DECLARE two CURSOR FOR SELECT 1");
        cursors.savepoint("RELEASE SAVEPOINT \"S\"");

        assertThat(fetch("FETCH two")).isEqualTo("a");
        cursors.savepoint("rollback work to S");
        assertState("34000", () -> fetch("FETCH one"));
        assertState("34000", () -> fetch("FETCH two"));
        assertThat(fetch("FETCH c")).isEqualTo("a");
    }

    private static void assertState(String sqlState, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.sqlState()).isEqualTo(sqlState));
    }
}
