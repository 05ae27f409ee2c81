package moirai.history.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.IntStream;
import moirai.history.Elements;
import moirai.history.FaultEvent;
import moirai.history.Golden;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import org.junit.jupiter.api.Test;

class ExportTest {

    @Test
    void edn() throws IOException {
        Golden.requireText("history.edn", edn(history()));
    }

    @Test
    void jsonLines() throws IOException {
        var text = new StringWriter();
        JsonLinesExport.write(history(), text);

        Golden.requireText("history.jsonl", text.toString());
    }

    /** Intervals are closed: if the completion came first, a reader would see an order in real time. */
    @Test
    void invocationPrecedesCompletionAtTheSameTime() throws IOException {
        assertThat(edn(HistoryNotation.parse("""
                T0 s0 @1..5 a1=1
                T1 s1 @5..9 r1=[]
                """))).isEqualTo("""
                {:index 0, :time 1, :type :invoke, :process 0, :f :txn, :value [[:append 1 1]]}
                {:index 1, :time 5, :type :invoke, :process 1, :f :txn, :value [[:r 1 nil]]}
                {:index 2, :time 5, :type :ok, :process 0, :f :txn, :value [[:append 1 1]]}
                {:index 3, :time 9, :type :ok, :process 1, :f :txn, :value [[:r 1 []]]}
                """);
    }

    @Test
    void listLongerThanTheBufferIsWrittenWhole() throws IOException {
        int[] list = IntStream.range(0, 100_000).toArray();
        var txn = new Txn(0, List.of(new Op.Read(1, Elements.of(list))), new Outcome.Committed(), 1, 2);
        String text = edn(new HistoryBuilder(RunHeader.NONE).add(txn).build());

        assertThat(text.lines().toList().get(1))
                .isEqualTo("{:index 1, :time 2, :type :ok, :process 0, :f :txn, :value [[:r 1 " + Elements.of(list)
                        + "]]}");
    }

    @Test
    void emptyHistoryIsItsHeader() throws IOException {
        assertThat(edn(new HistoryBuilder(RunHeader.NONE).build())).isEqualTo("""
                {:index 0, :time 0, :type :info, :process :nemesis, :f :moirai, :value {:seed "0", :workload "", \
                :isolation "", :expect "", :database "", :started "1970-01-01T00:00:00Z", :model "lists", \
                :timed "true", :complete "true", :keys [], :values []}}
                """);
    }

    private static String edn(History history) throws IOException {
        var text = new StringWriter();
        EdnExport.write(history, text);
        return text.toString();
    }

    private static History history() {
        return new HistoryBuilder(RunHeader.NONE)
                .fault(new FaultEvent(45, FaultEvent.Phase.HEALED, "kill", "n1"))
                .fault(new FaultEvent(15, FaultEvent.Phase.INJECTED, "kill", "n1"))
                .fault(new FaultEvent(99, FaultEvent.Phase.INJECTED, "1 clock skew", "n\"2\\"))
                .add(new Txn(
                        3,
                        List.of(Op.Read.planned(9), new Op.Append(9, 1), new Op.Read(-9, Elements.of(1, -2))),
                        new Outcome.Committed(),
                        10,
                        20))
                .add(new Txn(
                        0,
                        List.of(new Op.Read(9, Elements.of(1)), new Op.Append(8, 2)),
                        new Outcome.Aborted("40001"),
                        15,
                        30))
                .add(new Txn(0, List.of(new Op.Append(8, 3)), new Outcome.Indeterminate("größer\n\u0001"), 40, 50))
                .add(new Txn(3, List.of(), new Outcome.Aborted(""), 40, 41))
                .build();
    }

    /** Jepsen's rw-register workload writes them in this form. */
    @Test
    void registers() throws IOException {
        History history = HistoryNotation.parse("""
                T0 s0 @1..5 w1=7 r1=7 r2=nil
                T1 s1 fail @6..9 r1=? w3=-9223372036854775
                """);
        var json = new StringWriter();
        JsonLinesExport.write(history, json);

        assertThat(edn(history)).isEqualTo("""
                {:index 0, :time 1, :type :invoke, :process 0, :f :txn, :value [[:w 1 7] [:r 1 nil] [:r 2 nil]]}
                {:index 1, :time 5, :type :ok, :process 0, :f :txn, :value [[:w 1 7] [:r 1 7] [:r 2 nil]]}
                {:index 2, :time 6, :type :invoke, :process 1, :f :txn, \
                :value [[:r 1 nil] [:w 3 -9223372036854775]]}
                {:index 3, :time 9, :type :fail, :process 1, :f :txn, \
                :value [[:r 1 nil] [:w 3 -9223372036854775]], :error ""}
                """);
        assertThat(json.toString().lines().toList().get(1)).contains("[\"w\",1,7],[\"r\",1,7],[\"r\",2,null]");
    }
}
