package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
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

/** Scans of ranges against brute force: every cycle by its definition, every level by trying all executions. */
@Tag("long")
class ScanOracleProperties {

    private static final Set<Phenomenon> PHANTOMS =
            EnumSet.range(Phenomenon.G_SINGLE_PREDICATE, Phenomenon.G2_REALTIME);

    @Provide
    Arbitrary<Sample> scanning() {
        return Samples.scanning();
    }

    @Provide
    Arbitrary<Sample> wild() {
        return Samples.wildlyScanning();
    }

    @Property(tries = 1500, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void checkerAgreesOnHistoriesOfAFaultyStore(@ForAll("scanning") Sample sample) {
        ListAppendOracleProperties.assertAgreement(sample);
    }

    @Property(tries = 700, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void checkerAgreesOnHistoriesWithRandomAnswers(@ForAll("wild") Sample sample) {
        ListAppendOracleProperties.assertAgreement(sample);
    }

    /** Cycles decide a level either way if every version is known. */
    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void levelHoldsExactlyIfAnExecutionExplainsAllThatWasSeen(@ForAll("scanning") Sample sample) {
        if (!sample.complete()) {
            return;
        }
        Sample known = ListAppendAgreementProperties.withLastReads(sample);
        Findings findings = new ListAppendChecker().analyze(known.history());
        for (IsolationLevel level : Executions.LEVELS) {
            boolean holds = findings.at(level) instanceof Verdict.Pass;
            Statistics.label(level.label()).collect(holds);
            assertThat(new Executions(Executions.effective(known), level).exist())
                    .as("%s: %s%n%s", level.label(), findings.at(level), known)
                    .isEqualTo(holds);
        }
        if (findings.at(IsolationLevel.REPEATABLE_READ) instanceof Verdict.Pass) {
            Statistics.label("of what passes repeatable read, serializable")
                    .collect(findings.at(IsolationLevel.SERIALIZABLE) instanceof Verdict.Pass);
        }
        requireBothVerdicts();
    }

    private static void requireBothVerdicts() {
        Executions.LEVELS.forEach(level -> Statistics.label(level.label()).coverage(coverage -> {
            coverage.check(true).count(count -> count >= 20);
            coverage.check(false).count(count -> count >= 20);
        }));
        Statistics.label("of what passes repeatable read, serializable")
                .coverage(coverage -> coverage.check(false).count(count -> count >= 20));
    }

    /** A history that an execution explains is accused of nothing, whatever is not known of the order of versions. */
    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void levelThatAnExecutionExplainsIsNotBroken(@ForAll("scanning") Sample sample) {
        Findings findings = new ListAppendChecker().analyze(sample.history());
        for (IsolationLevel level : Executions.LEVELS) {
            if (!findings.forbiddenAt(level).isEmpty()) {
                assertThat(new Executions(Executions.effective(sample), level).exist())
                        .as("%s: %s%n%s", level.label(), findings.at(level), sample)
                        .isFalse();
            }
        }
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED, seed = "1")
    void samplesShowEveryPhantom(@ForAll("scanning") Sample sample) {
        new ListAppendChecker()
                .analyze(sample.history())
                .phenomena()
                .forEach(phenomenon -> Statistics.label("shown").collect(phenomenon));

        Statistics.label("shown").coverage(coverage -> {
            for (Phenomenon phenomenon : PHANTOMS) {
                coverage.check(phenomenon).count(count -> count > 0);
            }
        });
    }
}
