package moirai.analysis.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import moirai.analysis.Anomaly;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.BruteForce;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.proof.Proof;
import moirai.analysis.shrinking.HistoryShrinker;
import moirai.analysis.shrinking.Symptom;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelAxioms;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Histories of registers in which several transactions wrote one value, against all ways to say who was read. */
class RepeatedValuesOracleProperties {

    private static final int SEEDS_MAX = 60_000;

    private static final List<IsolationLevel> LEVELS = Stream.of(IsolationLevel.values())
            .filter(level -> LevelAxioms.of(level).isPresent())
            .toList();

    /** 25 levels a try, by both engines. */
    @Property(tries = 1000)
    void levelsHoldIfTheyDoUnderSomeAttribution(@ForAll long seed) {
        History history = RandomRepeatedValues.of(seed);
        var oracle = new EveryAttribution(history);
        Assume.that(oracle.isKnown());
        for (IsolationLevel level : LEVELS) {
            requireAgreement(history, level, oracle.satisfies(level), Engine.AUTO);
            requireAgreement(history, level, oracle.satisfies(level), Engine.AXIOMS);
        }
    }

    private static void requireAgreement(History history, IsolationLevel level, boolean holds, Engine engine) {
        Verdict verdict = new LevelChecker(engine, StepBudget.DEFAULT).check(history, level);
        boolean isBlind = holds
                && !history.isTimed()
                && LevelAxioms.of(level).orElseThrow().level().order() == BaseOrder.REALTIME;
        Class<? extends Verdict> expected =
                isBlind ? Verdict.Undecided.class : holds ? Verdict.Pass.class : Verdict.Fail.class;
        assertThat(verdict)
                .as("%s by %s of%n%s", level.label(), engine, HistoryNotation.format(history))
                .isInstanceOf(expected);
    }

    /** What a refutation shows has no order of commits, and so has the smallest part that shows it. */
    @Property(tries = 300)
    void refutationsAreTrueAndShrink(@ForAll long seed) {
        History history = RandomRepeatedValues.of(seed);
        var checker = new LevelChecker();
        for (IsolationLevel level : LEVELS) {
            Findings findings = checker.analyze(history, level);
            for (Anomaly anomaly : findings.forbiddenAt(level)) {
                if (anomaly instanceof Anomaly.NoCommitOrder found
                        && !found.attributions().supposed().isEmpty()) {
                    assertThat(found.refutation().proof() instanceof Proof.Found
                                    && new BruteForce(
                                                    found.refutation().witness().history())
                                            .satisfies(found.refutation().level()))
                            .isFalse();
                    assertThat(HistoryShrinker.shrink(
                                            history,
                                            new Symptom.Forbidden(anomaly.phenomenon(), level, checker),
                                            anomaly.txns())
                                    .orElseThrow()
                                    .history())
                            .as("%s of%n%s", level.label(), HistoryNotation.format(history))
                            .satisfies(part -> assertThat(new EveryAttribution(part).satisfies(level))
                                    .isFalse());
                }
            }
        }
    }

    /** For each level and each directly below it, a history of repeated values that tells them apart. */
    @Test
    void adjacentLevelsAreToldApart() {
        Set<List<IsolationLevel>> open = new HashSet<>();
        for (IsolationLevel stronger : LEVELS) {
            for (IsolationLevel weaker : LEVELS) {
                boolean isAdjacent = stronger != weaker
                        && stronger.implies(weaker)
                        && LEVELS.stream()
                                .noneMatch(between -> between != stronger
                                        && between != weaker
                                        && stronger.implies(between)
                                        && between.implies(weaker));
                if (isAdjacent) {
                    open.add(List.of(weaker, stronger));
                }
            }
        }
        for (long seed = 0; seed < SEEDS_MAX && open.size() > 1; seed++) {
            History history = RandomRepeatedValues.of(seed);
            var oracle = new EveryAttribution(history);
            if (oracle.isRepeated() && oracle.isKnown()) {
                for (List<IsolationLevel> pair : new ArrayList<>(open)) {
                    if (oracle.satisfies(pair.getFirst()) && !oracle.satisfies(pair.getLast())) {
                        requireAgreement(history, pair.getFirst(), true, Engine.AUTO);
                        requireAgreement(history, pair.getLast(), false, Engine.AUTO);
                        open.remove(pair);
                    }
                }
            }
        }
        // The two differ in scans alone, which registers do not have.
        assertThat(open).containsExactly(List.of(IsolationLevel.REPEATABLE_READ, IsolationLevel.SERIALIZABLE));
    }
}
