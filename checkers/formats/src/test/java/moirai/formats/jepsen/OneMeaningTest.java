package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.formats.HistoryFormat;
import moirai.history.History;
import moirai.history.HistoryNotation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations that might mean two things mean one. */
class OneMeaningTest {

    @TempDir
    private Path folder;

    private History edn(String text) throws IOException {
        return HistoryFormat.EDN.read(Files.writeString(folder.resolve("h.edn"), text));
    }

    private static List<String> lines(History history) {
        return HistoryNotation.format(history).lines().toList();
    }

    /** The set holds pairs; as independent keys, one of which nobody read, all would be lost. */
    @Test
    void elementsOfASetMayBePairs() throws IOException {
        History history = edn("""
                {:type :ok, :process 0, :f :add, :value [0 5]}
                {:type :ok, :process 0, :f :add, :value [1 6]}
                {:type :ok, :process 1, :f :read, :value #{[0 5] [1 6]}}
                """);

        assertThat(history.keyCount()).isEqualTo(1);
        assertThat(history.elements(2).count()).isEqualTo(2);
        assertThat(history.valueLabel(history.element(0))).isEqualTo("[0 5]");
    }

    /** Only key 0 has the element 5. */
    @Test
    void readWithoutAKeyIsNoneOfKeyZero() throws IOException {
        History history = edn("""
                {:type :ok, :process 0, :f :add, :value [0 5]}
                {:type :ok, :process 1, :f :read, :value [5]}
                """);

        assertThat(history.valueLabel(history.element(0))).isEqualTo("[0 5]");
        assertThat(lines(history)).element(1).isEqualTo("T1 s1 ok @0..1 r0={5}");
    }

    @Test
    void whatNothingTellsIsAsked() throws IOException {
        Path file = Files.writeString(folder.resolve("h.edn"), """
                {:type :ok, :process 0, :f :write, :value [3 4]}
                {:type :ok, :process 1, :f :read, :value [3 4]}
                """);

        assertThat(lines(HistoryFormat.EDN.read(file, new Reading("", Keys.INDEPENDENT, false, false))))
                .containsExactly("T0 s0 ok @0..0 w3=4", "T1 s1 ok @0..1 r3=4");
        assertThat(HistoryFormat.EDN
                        .read(file, new Reading("", Keys.SINGLE, false, false))
                        .labels()
                        .values())
                .containsValue("[3 4]");
    }

    /** Whoever reads 2 shows that T0 committed, and so that it read 1. */
    @Test
    void indeterminateTransactionHasTheReadsOfItsCompletion() throws IOException {
        assertThat(lines(edn("""
                {:type :invoke, :process 0, :f :txn, :value [[:r 1 nil] [:r 2 nil] [:append 2 7]]}
                {:type :info, :process 0, :f :txn, :value [[:r 1 [5]] [:r 2 nil] [:append 2 7]]}
                {:type :invoke, :process 1, :f :txn, :value [[:r 1 nil] [:append 2 8]]}
                {:type :info, :process 1, :f :txn, :value [[:r 1 [5]] [:append 2 9]]}
                {:type :invoke, :process 2, :f :txn, :value [[:r 1 nil]]}
                {:type :info, :process 2, :f :txn, :value [:r 1 :timeout]}
                {:type :invoke, :process 3, :f :txn, :value [[:r 1 nil]]}
                {:type :fail, :process 3, :f :txn, :value [[:r 1 [5]]]}
                """)))
                .containsExactly(
                        "T0 s0 info @0..1 r1=[5] r2=? a2=7",
                        "T1 s1 info @2..3 r1=? a2=8",
                        "T2 s2 info @4..5 r1=?",
                        "T3 s3 fail @6..7 r1=?");
    }
}
