package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Labels;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import org.junit.jupiter.api.Test;

class StatementTableTest {

    @Test
    void registersAreWrittenAndRead() {
        assertThat(StatementTable.of(HistoryNotation.parse("T0 s4 @0..10 w1=7 r1=7 r2=nil r3=?"), List.of(0)))
                .isEqualTo("""
                          | T0 (session 4)        |
                          | begin                 |
                          | write key 1 = 7       |
                          | read key 1 → 7        |
                          | read key 2 → nothing  |
                          | read key 3 → ?        |
                          | commit                |
                          Time runs down; begin and end were measured, steps are spread between them.
                        """);
    }

    @Test
    void nothingIsSaidOfTimesThatWereNotRecorded() {
        var history = new HistoryBuilder(RunHeader.NONE)
                .untimed()
                .write(1, 7)
                .end(0, new Outcome.Committed(), 0, 0)
                .readValue(1, 7)
                .end(1, new Outcome.Committed(), 0, 0)
                .build();

        assertThat(StatementTable.of(history, List.of(1, 0))).isEqualTo("""
                  | T0 (session 0)   | T1 (session 1)  |
                  | begin            |                 |
                  | write key 1 = 7  |                 |
                  | commit           |                 |
                  |                  | begin           |
                  |                  | read key 1 → 7  |
                  |                  | commit          |
                  The history has no times: the order of the transactions here says nothing.
                """);
    }

    @Test
    void keysAndElementsAreCalledWhatTheirSourceCalledThem() {
        var history = new HistoryBuilder(RunHeader.NONE)
                .labels(Labels.of(Map.of(-9L, "\"x\""), Map.of(-3L, ":three")))
                .untimed()
                .append(-9, -3)
                .read(-9, new int[] {-3, 4}, 2)
                .end(0, new Outcome.Committed(), 0, 0)
                .build();

        assertThat(StatementTable.of(history, List.of(0))).isEqualTo("""
                  | T0 (session 0)                 |
                  | begin                          |
                  | update list "x" append :three  |
                  | select list "x" → [:three 4]   |
                  | commit                         |
                  The history has no times: the order of the transactions here says nothing.
                """);
    }

    @Test
    void moreTransactionsThanFitSideBySideAreOnlyCounted() {
        String lines = IntStream.range(0, 1_000)
                .mapToObj(i -> "T" + i + " s" + i + " a1=" + i)
                .collect(Collectors.joining("\n"));
        List<Integer> all = IntStream.range(0, 1_000).boxed().toList();

        assertThat(StatementTable.of(HistoryNotation.parse(lines), all))
                .isEqualTo("  1,000 transactions are too many to stand side by side, at most 24 do.\n");
    }

    @Test
    void aTableThatIsWiderThanALineBreaksItsStatements() {
        String table = StatementTable.render(
                List.of("T0", "T1", "T2"),
                List.of(
                        new StatementTable.Line(0, "begin"),
                        new StatementTable.Line(1, "  UPDATE stock SET pieces = 0 WHERE id = 1"),
                        new StatementTable.Line(2, "SELECT pieces FROM stock WHERE id = 1")));

        assertThat(table).isEqualTo("""
                  | T0     | T1                           | T2                        |
                  | begin  |                              |                           |
                  |        |   UPDATE stock SET pieces =  |                           |
                  |        |     0 WHERE id = 1           |                           |
                  |        |                              | SELECT pieces FROM stock  |
                  |        |                              |   WHERE id = 1            |
                """);
    }

    /** Two wide columns share an odd number of characters. */
    @Test
    void noLineIsWiderThanTheText() {
        String text = "ab ".repeat(40).strip();

        assertThat(StatementTable.render(
                                List.of("T0", "T1"),
                                List.of(new StatementTable.Line(0, text), new StatementTable.Line(1, text)))
                        .lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void aLongWordStaysWhole() {
        String word = "w".repeat(90);

        assertThat(StatementTable.render(List.of("T0"), List.of(new StatementTable.Line(0, "a " + word))))
                .contains("| a ", "|   " + word + "  |");
    }
}
