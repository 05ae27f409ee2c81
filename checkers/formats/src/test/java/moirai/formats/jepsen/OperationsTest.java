package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.formats.HistoryFormat;
import moirai.history.DataModel;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The meaning of Jepsen's operations, in the shapes in which its tests and their followers write them. */
class OperationsTest {

    @TempDir
    private Path folder;

    private History edn(String text, String... model) throws IOException {
        Path file = Files.writeString(folder.resolve("h.edn"), text);
        return HistoryFormat.EDN.read(file, new Reading(model.length == 0 ? "" : model[0], Keys.UNSAID, false, false));
    }

    private History json(String text) throws IOException {
        return HistoryFormat.JSON.read(Files.writeString(folder.resolve("h.json"), text));
    }

    private static List<String> lines(History history) {
        return HistoryNotation.format(history).lines().toList();
    }

    private List<String> read(String text, String... model) throws IOException {
        return lines(edn(text, model));
    }

    /** Elle's paper, section 5.3: T2 reads an element that T1 appended, and T3 does not. */
    @Test
    void completionsAloneAreAHistoryWithoutTimes() throws IOException {
        History history = edn("""
                {:type :ok, :value [[:append 255 8] [:r 253 [1 3 4]]]}
                {:type :ok, :value [[:append 256 4] [:r 255 [2 3 4 5 8]] [:r 256 [1 2 4]] [:r 253 [1 3 4]]]}
                {:type :ok, :value [[:append 250 10] [:r 253 [1 3 4]] [:r 255 [2 3 4 5]] [:append 256 3]]}
                """);

        assertThat(history.isTimed()).isFalse();
        assertThat(history.txnCount()).isEqualTo(3);
        assertThat(history.session(2)).isEqualTo(2);
        assertThat(history.op(3).toString()).isEqualTo("r255=[2 3 4 5 8]");
    }

    @Test
    void aCompletionHasItsInvocationsTimesAndAnInfoEndsItsProcess() throws IOException {
        assertThat(read("""
                {:index 0, :time 100, :type :invoke, :process 0, :f :txn, :value [[:r 9 nil] [:append 9 1]]}
                {:index 1, :time 110, :type :invoke, :process 1, :f :txn, :value [[:append 9 2] [:r 9 nil]]}
                {:index 2, :time 120, :type :ok, :process 0, :f :txn, :value [[:r 9 []] [:append 9 1]]}
                {:index 3, :time 130, :type :info, :process 1, :f :txn, :value [[:append 9 2] [:r 9 nil]], \
                :error [:timeout "after 5 s"]}
                {:index 4, :time 140, :type :invoke, :process 11, :f :txn, :value [[:append 9 3]]}
                {:index 5, :time 150, :type :fail, :process 11, :f :txn, :value [[:append 9 3]], :error :conflict}
                {:index 6, :time 160, :type :invoke, :process 0, :f :txn, :value [[:append 9 4] [:r 8 nil]]}
                """))
                .containsExactly(
                        "T0 s0 ok @100..120 r9=[] a9=1",
                        "T1 s1 info:[:timeout%20\"after%205%20s\"] @110..130 a9=2 r9=?",
                        "T2 s11 fail:conflict @140..150 a9=3",
                        "T3 s0 info:unfinished @160..160 a9=4 r8=?");
    }

    /** JSON knows no sets; what looks like an empty transaction is an answer, from which a lost element is missing. */
    @ParameterizedTest
    @ValueSource(strings = {"[]", "#{}"})
    void anEmptyVectorIsAnEmptySetWhereASetIsRead(String nothing) throws IOException {
        assertThat(read("""
                {:index 0, :time 100, :type :invoke, :process 0, :f :add, :value 5}
                {:index 1, :time 110, :type :ok, :process 0, :f :add, :value 5}
                {:index 2, :time 120, :type :invoke, :process 1, :f :read, :value nil}
                {:index 3, :time 130, :type :ok, :process 1, :f :read, :value %s}
                """.formatted(nothing))).containsExactly("T0 s0 ok @100..110 e0=5", "T1 s1 ok @120..130 r0={}");
    }

    @Test
    void withoutTimesTheIndexOrdersAndWithoutThatThePlace() throws IOException {
        String indexed = """
                {:index 7, :type :invoke, :process 0, :value [[:append 1 1]]}
                {:index 9, :type :ok, :process 0, :value [[:append 1 1]]}
                """;

        assertThat(read(indexed)).containsExactly("T0 s0 ok @7..9 a1=1");
        assertThat(read(indexed.replaceAll(":index \\d, ", ""))).containsExactly("T0 s0 ok @0..1 a1=1");
        assertThat(edn(indexed).isTimed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[%s %s]",
                "(%s\n%s)",
                "; a comment\n[%s,\n ; another\n %s\n]\n",
                "#jepsen.history.Op%s\n#jepsen.history.Op %s",
                "#_{:type :ok} %s #_ #_ 1 2 ^{:a 1} %s #_[]",
                "%s,%s,",
            })
    void operationsMayStandInAVectorOrOnTheirOwn(String shape) throws IOException {
        String invoke = "{:time 3 :f :txn :type :invoke, :process 2 :value [[:append 1 1]]}";
        String ok = """
                {:process
                   2,
                 :node "n\\"1}" :clock-offsets {"n1" 1.5, "n2" -1/3} #_:dropped #_"pair"
                 :started #inst "2026-01-01T00:00:00Z", :id #uuid "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
                 :chars [\\a \\} \\newline] :big 123456789012345678901N :set #{:a #{}} :sym a/b
                 :nested #:ns{:type :fail} :value ([:append 1 1]) :type :ok :time 4}""";

        assertThat(read(shape.formatted(invoke, ok))).containsExactly("T0 s2 ok @3..4 a1=1");
    }

    @Test
    void keysAndElementsMayBeAnythingAndAreCalledAsTheyWere() throws IOException {
        History history = edn("""
                {:type :ok, :process 0, :value [[:append :x "a"] [:append [1  "b"] 99999999999] [:append x 7]]}
                {:type :ok, :process 1, :value [[:r :x ["a" :b/c 3.50]] [:r [1 "b"] [99999999999]] [:r #{2 1} [nil]]]}
                """);

        assertThat(history.keyCount()).isEqualTo(4);
        assertThat(history.keyLabel(0)).isEqualTo(":x");
        assertThat(history.keyLabel(1)).isEqualTo("[1 \"b\"]");
        assertThat(history.keyLabel(2)).isEqualTo("x");
        assertThat(history.keyLabel(3)).isEqualTo("#{1 2}");
        assertThat(history.valueLabel(history.element(0))).isEqualTo("\"a\"");
        assertThat(history.valueLabel(history.element(1))).isEqualTo("99999999999");
        assertThat(history.element(2)).isEqualTo(7);
        assertThat(history.listElement(history.list(3), 0)).isEqualTo(history.element(0));
        assertThat(history.valueLabel(history.listElement(history.list(3), 1))).isEqualTo(":b/c");
        assertThat(history.valueLabel(history.listElement(history.list(3), 2))).isEqualTo("3.5");
        assertThat(history.listElement(history.list(4), 0)).isEqualTo(history.element(1));
        assertThat(history.valueLabel(history.listElement(history.list(5), 0))).isEqualTo("nil");
    }

    /** Small numbers are where stand-ins are, so one of them has a stand-in, too. */
    @Test
    void aNumberIsNeverTakenForWhatStandsForALabel() throws IOException {
        History history = edn("""
                {:type :ok, :process 0, :value [[:append 1 :a] [:append 1 -2147483647] [:append 1 -2147483648]]}
                {:type :ok, :process 0, :value [[:r 1 [:a -2147483647 -2147483648 -1]]]}
                """);

        assertThat(List.of(0, 1, 2))
                .extracting(op -> history.valueLabel(history.element(op)))
                .containsExactly(":a", "-2147483647", "-2147483648");
        assertThat(history.elements(3).toString())
                .isEqualTo("[" + history.element(0) + " " + history.element(1) + " " + history.element(2) + " -1]");
        assertThat(history.element(0)).isNotEqualTo(history.element(1));
    }

    @Test
    void registersReadNilBeforeAnyWrite() throws IOException {
        History history = edn("""
                {:type :invoke, :f :txn :value [[:w :x 2]],   :process 0, :index 1}
                {:type :ok,     :f :txn :value [[:w :x 2]],   :process 0, :index 2}
                {:type :invoke, :f :txn :value [[:r :y nil] [:r :x nil]], :process 0, :index 3}
                {:type :ok,     :f :txn :value [[:r :y nil] [:r :x :two]],   :process 0, :index 4}
                """);

        assertThat(history.dataModel()).isEqualTo(DataModel.REGISTER);
        assertThat(history.isInitialRead(1)).isTrue();
        assertThat(history.valueLabel(history.value(2))).isEqualTo(":two");
        assertThat(history.valueLabel(history.value(0))).isEqualTo("2");
    }

    @Test
    void registersOfIndependentKeysAreTransactionsOfOneStep() throws IOException {
        assertThat(read("""
                {:type :invoke, :f :read, :process 0, :time 1, :value [3 nil]}
                {:type :invoke, :f :write, :process 1, :time 2, :value [3 4]}
                {:type :ok, :f :write, :process 1, :time 3, :value [3 4]}
                {:type :ok, :f :read, :process 0, :time 4, :value [3 4]}
                """)).containsExactly("T0 s1 ok @2..3 w3=4", "T1 s0 ok @1..4 r3=4");
        assertThat(read("""
                {:type :invoke, :f :read, :process 0, :time 5, :value nil}
                {:type :ok, :f :read, :process 0, :time 6, :value 7}
                {:type :fail, :f :write, :process 0, :time 7, :value 8}
                """)).containsExactly("T0 s0 ok @5..6 r0=7", "T1 s0 fail @5..7 w0=8");
    }

    @Test
    void setsHaveTheirElementsWithOrWithoutKeys() throws IOException {
        assertThat(read("""
                {:type :invoke, :f :add, :value 3, :process 0, :time 1}
                {:type :ok, :f :add, :value 3, :process 0, :time 2}
                {:type :invoke, :f :drain, :value :whatever, :process 0, :time 3}
                {:type :ok, :f :drain, :value [1 2], :process 0, :time 4}
                {:type :invoke, :f :read, :process 0, :time 5}
                {:type :ok, :f :read, :value #{3 1}, :process 0, :time 6}
                """)).containsExactly("T0 s0 ok @1..2 e0=3", "T1 s0 ok @5..6 r0={1 3}");
        assertThat(read("""
                {:type :invoke, :f :add, :value [5 3], :process 0, :time 1}
                {:type :info, :f :add, :value [5 3], :process 0, :time 2}
                {:type :invoke, :f :read, :value [5 nil], :process 1, :time 5}
                {:type :ok, :f :read, :value [5 [3 1]], :process 1, :time 6}
                """)).containsExactly("T0 s0 info @1..2 e5=3", "T1 s1 ok @5..6 r5={1 3}");
    }

    /** Without a read nothing can be wrong. As elements they would be doubtful, since each was added twice. */
    @Test
    void whatIsAddedAgainAndAgainIsAnAmount() throws IOException {
        assertThat(read("{:type :ok, :process 0, :f :add, :value 1}\n".repeat(2)))
                .containsExactly("T0 s0 ok @0..0 i0=1", "T1 s0 ok @0..1 i0=1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{:f :write, :value 7}{:f :read, :value #{7 8}}",
                "{:f :read, :value #{}}{:f :write, :value 7}{:f :read, :value #{7 8}}",
                "{:f :write, :value [3 7]}{:f :read, :value [3 #{7 8}]}",
                "{:f :write, :value 7}{:f :read, :value [7 8 9]}",
            })
    void whatIsWrittenAndReadInSetsIsAdded(String operations) throws IOException {
        String text = operations.replace("{:f", "{:type :ok, :process 0, :f");

        assertThat(edn(text).dataModel()).isEqualTo(DataModel.SET);
        assertThat(edn(text, "comments").dataModel()).isEqualTo(DataModel.SET);
        assertThat(edn(text).opCount()).isEqualTo(edn(text, "comments").opCount());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{:f :write, :value 7}{:f :read, :value 7}",
                "{:f :write, :value [3 7]}{:f :read, :value [3 nil]}",
                "{:f :write, :value #{7 8}}{:f :read, :value #{7 8}}",
                "{:f :write, :value [7 8 9]}{:f :read, :value [7 8 9]}",
                "{:f :write, :value [3 7]}{:f :read, :value [3 7]}",
            })
    void whatIsWrittenAndReadAsItIsIsARegister(String operations) throws IOException {
        Path file = Files.writeString(folder.resolve("h.edn"), operations.replace("{:f", "{:type :ok, :process 0, :f"));
        Reading independent = new Reading("", Keys.INDEPENDENT, false, false);

        assertThat(HistoryFormat.EDN
                        .read(file, operations.contains("[3 7]") ? independent : Reading.DEFAULT)
                        .dataModel())
                .isEqualTo(DataModel.REGISTER);
    }

    @Test
    void countersAndBanksAreSums() throws IOException {
        assertThat(read("""
                {:type :invoke, :f :add, :value 2, :process 0, :time 1}
                {:type :ok, :f :add, :value 2, :process 0, :time 2}
                {:type :invoke, :f :read, :process 0, :time 5}
                {:type :ok, :f :read, :value 2, :process 0, :time 6}
                """)).containsExactly("T0 s0 ok @1..2 i0=2", "T1 s0 ok @5..6 c0=2");
        assertThat(read("""
                {:type :invoke, :f :transfer, :process 0, :time 1, :value {:from 3, :to 0, :amount 1}}
                {:type :fail, :f :transfer, :process 0, :time 2, :value [:negative 3 -1]}
                {:type :invoke, :f :read, :process 0, :time 5}
                {:type :ok, :f :read, :value {0 10, 3 nil}, :process 0, :time 6}
                """)).containsExactly("T0 s0 fail @1..2 i3=-1 i0=1", "T1 s0 ok @5..6 c0=10 r3=?");
    }

    @Test
    void jsonHasStringsWhereEdnHasWords() throws IOException {
        String bank = """
                [{"type":"invoke","f":"transfer","value":{"from":6,"to":1,"amount":1},"process":0,"time":1,"index":0},
                {"type":"info","f":"pause","value":{"n1":""},"process":"nemesis","time":2,"index":1},
                {"type":"ok","f":"transfer","value":{"from":6,"to":1,"amount":1},"process":0,"time":3,"index":2},
                {"type":"invoke","f":"read","process":0,"time":4,"index":3},
                {"type":"ok","f":"read","process":0,"time":5,"value":{"0":89,"-7":5},"index":4}]
                """;

        assertThat(lines(json(bank))).containsExactly("T0 s0 ok @1..3 i6=-1 i1=1", "T1 s0 ok @4..5 c0=89 c-7=5");
        String lines = """
                {"index":0,"process":0,"type":"invoke","value":[["append","x",1],["r",1,null]]}

                {"index":1,"process":0,"type":"ok","value":[["append","x",1],["r",1,[ 1 , 2]]],"note":"\\u00e9\\/"}""";
        assertThat(lines(json(lines))).containsExactly("T0 s0 ok @0..1 a-9223372036854775807=1 r1=[1 2]");
    }

    @Test
    void whetherSumsAreBalancesIsKeptWithTheHistory() throws IOException {
        String balances = "{:type :ok, :process 0, :f :read, :value {0 10, 1 5}}\n";
        String transfer = "{:type :ok, :process 0, :f :transfer, :value {:from 1, :to 1, :amount 5}}\n";
        String increment = "{:type :ok, :process 0, :f :txn, :value [[:inc 0 10]]}\n";

        assertThat(edn(balances).header().workload()).isEqualTo("bank");
        assertThat(edn(transfer).header().workload()).isEqualTo("bank");
        assertThat(edn(increment, "bank").header().workload()).isEqualTo("bank");
        assertThat(edn(increment, "counter").header().workload()).isEqualTo("counter");
        assertThat(edn(increment).header())
                .as("what it looks like is no statement")
                .isEqualTo(RunHeader.NONE);
    }

    @Test
    void scansHaveTheirMatchesByKey() throws IOException {
        assertThat(read("""
                {:type :invoke, :process 0, :time 1, :value [[:scan [10 19] nil] [:append 11 2]]}
                {:type :ok, :process 0, :time 2, :value [[:scan [10 19] {14 [2 3] 11 [1]}] [:append 11 2]]}
                {:type :invoke, :process 0, :time 3, :value [[:scan [10 19] nil]]}
                {:type :fail, :process 0, :time 4, :value [[:scan [10 19] nil]]}
                """))
                .containsExactly("T0 s0 ok @1..2 p10..19=2 r11=[1] r14=[2 3] a11=2", "T1 s0 fail @3..4 p10..19=?");
    }

    @Test
    void theNemesisIsNoSessionAndItsFaultsAreKnownAsMoiraiWritesThem() throws IOException {
        History history = edn("""
                {:type :info, :f :start, :process :nemesis, :time 1}
                {:type :invoke, :f :txn, :process 0, :time 2, :value [[:append 1 1]]}
                {:type :info, :f :kill, :process :nemesis, :time 3, :value [:injected "n1"]}
                {:type :ok, :f :txn, :process 0, :time 4, :value [[:append 1 1]]}
                """);

        assertThat(lines(history)).containsExactly("T0 s0 ok @2..4 a1=1");
        assertThat(history.faults()).containsExactly(new FaultEvent(3, FaultEvent.Phase.INJECTED, "kill", "n1"));
    }

    @Test
    void aModelMayBeAskedForWhereNothingTells() throws IOException {
        String reads = "{:type :ok, :process 0, :value [[:r 1 nil]]}";

        assertThat(read(reads)).containsExactly("T0 s0 ok @0..0 r1=[]");
        assertThat(read(reads, "rw-register")).containsExactly("T0 s0 ok @0..0 r1=nil");
        assertThat(read(reads, "long-fork")).containsExactly("T0 s0 ok @0..0 r1=nil");
    }

    @Test
    void largeProcessesAreSessionsOfTheirOwn() throws IOException {
        assertThat(read("""
                {:type :ok, :process 9223372036854775807, :value [[:append 1 1]]}
                {:type :ok, :process 16777215, :value [[:append 1 2]]}
                {:type :ok, :process 9223372036854775806, :value [[:append 1 3]]}
                {:type :ok, :process 9223372036854775807, :value [[:append 1 4]]}
                """))
                .containsExactly(
                        "T0 s16777216 ok @0..0 a1=1",
                        "T1 s16777215 ok @0..1 a1=2",
                        "T2 s16777217 ok @0..2 a1=3",
                        "T3 s16777216 ok @0..3 a1=4");
    }
}
