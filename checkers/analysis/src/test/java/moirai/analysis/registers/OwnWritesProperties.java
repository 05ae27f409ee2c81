package moirai.analysis.registers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.Decision;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.saturation.SaturationDecider;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelAxioms;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Levels that ask for reads to return what their transaction wrote last: that which {@code rc} names, as the checkers
 * of Biswas and Enea's framework mean it, and those by which sessions read their writes.
 */
class OwnWritesProperties {

    private static final List<IsolationLevel> LEVELS = List.of(
            IsolationLevel.NAMES.named("rc").orElseThrow(), IsolationLevel.READ_YOUR_WRITES, IsolationLevel.PRAM);

    /** Another's write over an own one, an own one that was overwritten, and nothing at all. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "T0 s0 w1=1\nT1 s1 w1=2 r1=1\n",
                "T0 s0 w1=1 w1=2 r1=1\n",
                "T0 s0 w1=1 r1=nil\n",
                "T0 s0 a1=1\nT1 s1 a1=2 r1=[2 1]\n",
                "T0 s0 a1=1 r1=[]\n"
            })
    void aReadThatIsNotOfTheOwnLastWriteIsRefused(String history) {
        assertThat(LEVELS)
                .allSatisfy(level -> assertThat(new LevelChecker().check(HistoryNotation.parse(history), level))
                        .isInstanceOf(Verdict.Fail.class));
    }

    /** Only reads behind own writes are restricted: without one, a key may change between two reads. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "T0 s0 w1=1\nT1 s1 r1=nil r1=1\n",
                "T0 s0 w1=1\nT1 s1 r1=1 w1=2 r1=2\n",
                "T0 s0 a1=1\nT1 s1 r1=[] r1=[1]\n"
            })
    void readsOfOneKeyMayDifferWithoutAnOwnWrite(String history) {
        assertThat(LEVELS)
                .filteredOn(level -> level != IsolationLevel.PRAM)
                .allSatisfy(level -> assertThat(new LevelChecker().check(HistoryNotation.parse(history), level))
                        .isInstanceOf(Verdict.Pass.class));
    }

    @Tag("long")
    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void levelHoldsExactlyIfReadsReturnOwnWritesAndTheAxiomHolds(@ForAll long seed) {
        History history = RandomRegisters.of(seed);
        IsolationLevel level = LEVELS.get(Math.floorMod(seed, LEVELS.size()));
        var reads = KeyValueReads.of(history);
        if (reads.doubtful().isEmpty()) {
            boolean isOfAxiom =
                    new SaturationDecider(LevelAxioms.of(level).orElseThrow().level()).decide(reads.history())
                            instanceof Decision.Ordered;
            boolean holds = isOfAxiom
                    && readsReturnOwnWrites(history)
                    && reads.anomalies().stream().allMatch(anomaly -> anomaly.phenomenon() == Phenomenon.INTERNAL);
            Statistics.collect(level, isOfAxiom, holds);
            for (Engine engine : Engine.values()) {
                Verdict verdict = new LevelChecker(engine, StepBudget.DEFAULT).check(history, level);
                boolean isOpen = engine == Engine.CYCLES && verdict instanceof Verdict.Undecided;
                assertThat(verdict)
                        .as("%s says %s at %s of%n%s", engine, verdict, level, HistoryNotation.format(history))
                        .isInstanceOf(
                                isOpen ? Verdict.Undecided.class : holds ? Verdict.Pass.class : Verdict.Fail.class);
            }
        }
        Statistics.coverage(coverage -> {
            for (IsolationLevel asked : LEVELS) {
                coverage.check(asked, true, true).count(count -> count >= 20);
                coverage.check(asked, true, false).count(count -> count >= 20);
            }
        });
    }

    /** Looks at the transactions that took effect, op by op. */
    private static boolean readsReturnOwnWrites(History history) {
        var effective = KeyValueReads.of(history).history();
        for (int id = 0; id < effective.txnCount(); id++) {
            int txn = effective.recordedTxn(id);
            Map<Integer, Long> own = new HashMap<>();
            for (int op = history.firstOp(txn); op < history.endOp(txn); op++) {
                if (history.isWrite(op)) {
                    own.put(history.key(op), history.value(op));
                } else if (history.isAnswered(op) && own.containsKey(history.key(op))) {
                    boolean isOwn =
                            !history.isInitialRead(op) && own.getOrDefault(history.key(op), 0L) == history.value(op);
                    if (!isOwn) {
                        return false;
                    }
                }
            }
        }
        return true;
    }
}
