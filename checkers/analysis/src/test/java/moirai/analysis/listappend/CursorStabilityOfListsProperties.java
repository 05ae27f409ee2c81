package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.GCursor;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.keyvalue.KeyValueReads;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

/** Lists are decided at cursor stability as its definition says, also where the order of appends is not known. */
@Tag("long")
class CursorStabilityOfListsProperties {

    /** The phenomena that a single read proves. */
    private static final Set<Phenomenon> OF_SINGLE_READS = EnumSet.of(
            Phenomenon.G1A,
            Phenomenon.G1B,
            Phenomenon.INTERNAL,
            Phenomenon.FUTURE_READ,
            Phenomenon.DIRTY_UPDATE,
            Phenomenon.GARBAGE_READ,
            Phenomenon.DUPLICATE_ELEMENTS,
            Phenomenon.REORDERED_APPENDS,
            Phenomenon.INCOMPATIBLE_ORDER);

    @Provide
    Arbitrary<Sample> plausible() {
        return Samples.plausible();
    }

    /** T0 reads before T1's append and after it, and then appends: the first read is in a cycle on key 1 alone. */
    @Test
    void everyReadBeforeAnAppendCounts() {
        var history = HistoryNotation.parse("""
                T0 s0 r1=[] r1=[5] a1=6
                T1 s1 a1=5
                T2 s2 r1=[5 6]
                """);

        assertThat(new LevelChecker().check(history, IsolationLevel.CURSOR_STABILITY))
                .isInstanceOf(Verdict.Fail.class);
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void cursorStabilityHoldsExactlyIfNoCycleIsOnOneKeyAlone(@ForAll("plausible") Sample sample) {
        requireAgreement(sample);
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void cursorStabilityHoldsExactlyIfNoCycleIsOnOneKeyAloneWhereAllIsRead(@ForAll("plausible") Sample sample) {
        requireAgreement(ListAppendAgreementProperties.withLastReads(sample));
    }

    private static void requireAgreement(Sample sample) {
        var history = sample.history();
        var findings = new ListAppendChecker().analyze(history);
        if (findings.doubts().isEmpty()
                // To the definition a transaction writes a key once.
                && !ListAppendAgreementProperties.isPartlyRead(new Inference(history))
                && Collections.disjoint(findings.phenomena(), OF_SINGLE_READS)) {
            boolean holds = GCursor.isAvoidable(KeyValueReads.of(history).history());
            Statistics.collect(holds);
            for (Engine engine : Engine.values()) {
                Verdict verdict =
                        new LevelChecker(engine, StepBudget.DEFAULT).check(history, IsolationLevel.CURSOR_STABILITY);
                boolean isOpen = engine == Engine.CYCLES && verdict instanceof Verdict.Undecided;
                assertThat(verdict)
                        .as("%s says %s of%n%s", engine, verdict, sample)
                        .isInstanceOf(
                                isOpen ? Verdict.Undecided.class : holds ? Verdict.Pass.class : Verdict.Fail.class);
            }
        }
        Statistics.coverage(coverage -> {
            coverage.check(true).count(count -> count >= 20);
            coverage.check(false).count(count -> count >= 20);
        });
    }
}
