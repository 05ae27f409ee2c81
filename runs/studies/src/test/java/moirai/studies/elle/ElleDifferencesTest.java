package moirai.studies.elle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import moirai.generators.Structure;
import moirai.history.DataModel;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the comparison that need no Elle. */
class ElleDifferencesTest {

    private static final int HISTORIES = 300;

    @TempDir
    private Path directory;

    private static String complaint(String... arguments) {
        var err = new StringWriter();
        int code =
                ElleDifferences.commandLine().setErr(new PrintWriter(err, true)).execute(arguments);
        assertThat(code).isEqualTo(254);
        return err.toString();
    }

    @Test
    void withoutElleItSaysWhatToGive() {
        assertThat(complaint()).contains("--elle is missing: give the class path of Elle");
        assertThat(complaint("--elle", "/nowhere/elle.jar", "--histories", "1"))
                .contains("Elle does not start from the class path given");
        assertThat(complaint("--elle", "elle.jar", "--histories", "0")).contains("1 or more");
    }

    @Test
    void historyShowsReadsOfUnknownOutcomeAndTies() {
        var lost = new Txn(
                0,
                List.of(new Op.Append(1, 2), new Op.Read(3, Elements.of(4, 5))),
                new Outcome.Indeterminate("timeout"),
                10,
                20);
        var next = new Txn(0, List.of(new Op.Read(1, Elements.of())), new Outcome.Committed(), 30, 40);

        assertThat(new Trace(DataModel.LIST_APPEND, List.of(lost, next), 2).edn())
                .containsExactly(
                        "{:index 0, :time 0, :type :invoke, :process 0, :f :txn, :value [[:append 1 2] [:r 3 nil]]}",
                        "{:index 1, :time 0, :type :info, :process 0, :f :txn, :value [[:append 1 2] [:r 3 [4 5]]]}",
                        "{:index 2, :time 10, :type :invoke, :process 1000, :f :txn, :value [[:r 1 nil]]}",
                        "{:index 3, :time 10, :type :ok, :process 1000, :f :txn, :value [[:r 1 []]]}");
    }

    /** Every history can be read, both verdicts and several phenomena occur, and the same seed gives the same. */
    @Test
    void randomHistoriesAreJudgedEitherWay() {
        var own = new OwnAnswers(directory.resolve("history.edn"));
        Set<Answer.Says> verdicts = EnumSet.noneOf(Answer.Says.class);
        Set<String> names = new TreeSet<>();
        for (Structure structure : List.of(Structure.LISTS, Structure.REGISTERS)) {
            for (int seed = 0; seed < HISTORIES; seed++) {
                Trace trace = RandomTrace.of(seed, structure, 6);
                assertThat(trace).isEqualTo(RandomTrace.of(seed, structure, 6));
                own.ask(trace, Set.of(IsolationLevel.STRICT_SERIALIZABLE), Optional.empty())
                        .values()
                        .forEach(answer -> {
                            verdicts.add(answer.says());
                            names.addAll(answer.names());
                        });
            }
        }

        assertThat(verdicts).contains(Answer.Says.VALID, Answer.Says.INVALID).doesNotContain(Answer.Says.REFUSED);
        assertThat(names).contains("G1a", "G1b", "garbage-read", "G-single-realtime", "lost-update", "internal");
    }

    @Test
    void whatIsShrunkStillHasThePropertyAndNothingMore() {
        Trace trace = RandomTrace.of(3, Structure.LISTS, 8);

        Trace least = Shrinking.shrink(
                trace,
                part -> part.txns().stream().flatMap(txn -> txn.ops().stream()).anyMatch(Trace::isWrite));

        assertThat(least.txns()).hasSize(1);
        assertThat(least.txns().getFirst().ops()).hasSize(1).allMatch(Trace::isWrite);
    }
}
