package moirai.directed.causes;

import static moirai.directed.examples.Parts.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import moirai.directed.encoding.Bounds;
import moirai.directed.examples.SmallBank;
import moirai.directed.examples.TextbookAnomaly;
import moirai.directed.levels.Promises;
import moirai.directed.program.Expression;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each anomaly of the textbook has its name in the field, and one transaction that is to blame. */
class CauseFinderTest {

    private static final Bounds BOUNDS = new Bounds(4, 8, 2, 3, 1);

    private static CauseFinder.Found gravest(TextbookAnomaly textbook, String level) {
        var finder = new CauseFinder(textbook.program(), BOUNDS.loopMax());
        return new AnomalySearch(textbook.program(), Levels.all(Promises.parse(level)), BOUNDS)
                .find(textbook.ring()).anomalies().stream()
                        .map(finder::cause)
                        .min((one, other) -> one.kind().compareTo(other.kind()))
                        .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "DIRTY_WRITE,            CC, DIRTY_WRITE,       SplitWrites[txn=writeBoth]",
        "INTERMEDIATE_READ,      CC, READ_SKEW,         SplitWrites[txn=writeTwice]",
        "FRACTURED_READ,         RC, READ_SKEW,         SplitReads[txn=readBoth]",
        "NON_REPEATABLE_READ,    RC, READ_SKEW,         SplitReads[txn=readTwice]",
        "CAUSALITY_VIOLATION,    RA, READ_SKEW,         SplitReads[txn=look]",
        "LOST_UPDATE,            PC, LOST_UPDATE,       'StaleRead[txn=payment, read=q1]'",
        "LOST_UPDATE_WITH_GUARD, PC, LOST_UPDATE,       'StaleRead[txn=withdraw, read=q1]'",
        "LONG_FORK,              PSI, LONG_FORK,        SplitReads[txn=look]",
        "WRITE_SKEW,             SI, WRITE_SKEW,        'StaleRead[txn=copyX, read=q1]'",
        "PHANTOM_WRITE_SKEW,     SI, CHECK_THEN_INSERT, 'StaleRead[txn=book, read=q1]'",
    })
    void anAnomalyOfTheTextbookHasItsName(TextbookAnomaly textbook, String level, AnomalyKind kind, String cause) {
        CauseFinder.Found found = gravest(textbook, level);

        assertThat(found.kind()).isEqualTo(kind);
        assertThat(found.cause()).hasToString(cause);
    }

    /** A count beside an insert by somebody else, which the count cannot lock. */
    @Test
    void aRowThatAppearsIsAPhantom() {
        TxnType count = txn("count", "", select("q1", "", "X", compare(field("v"), ">", constant(0))), write());
        TxnType add = txn("add", "id", select("q1", "v", "Y", is("id", constant(0))), insertion());
        var program =
                new Program("phantom", List.of(table("X", "id", "v"), table("Y", "id", "v")), List.of(count, add));

        assertThat(kinds(program, "SI")).contains("PHANTOM of StaleRead[txn=count, read=q1]");
    }

    private static Statement write() {
        return update("u1", "Y", is("id", constant(0)), to("v", new Expression.Count("q1")));
    }

    private static Statement insertion() {
        return insert("i1", "X", to("id", parameter("id")), to("v", result("q1.v")));
    }

    private static List<String> kinds(Program program, String level) {
        return new AnomalySearch(program, Levels.all(Promises.parse(level)), Bounds.SMALL)
                .find().anomalies().stream()
                        .flatMap(anomaly -> texts(program, anomaly))
                        .distinct()
                        .toList();
    }

    private static Stream<String> texts(Program program, Anomaly anomaly) {
        return new CauseFinder(program, Bounds.SMALL.loopMax())
                .causes(anomaly).stream().map(found -> found.kind() + " of " + found.cause());
    }

    /** Accepted causes are recognised again when the program grows. */
    @Test
    void anotherTransactionChangesNoCause() {
        Program whole = SmallBank.program();
        Program less = whole.only(List.of("amalgamate", "writeCheck"));
        var levels = Levels.all(Promises.READ_COMMITTED);
        var finder = new CauseFinder(whole, 1);
        for (Anomaly anomaly :
                new AnomalySearch(less, levels, Bounds.SMALL).find().anomalies()) {
            assertThat(finder.cause(anomaly)).isEqualTo(new CauseFinder(less, 1).cause(anomaly));
        }
    }
}
