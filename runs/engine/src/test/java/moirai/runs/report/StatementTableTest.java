package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
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
                          Time runs down; begin and end were measured, the steps between are spread evenly.
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
                  No times were recorded: each transaction stands by itself.
                """);
    }
}
