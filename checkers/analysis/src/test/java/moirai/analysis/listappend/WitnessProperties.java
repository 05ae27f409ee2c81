package moirai.analysis.listappend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import moirai.analysis.Anomaly;
import moirai.analysis.Dependency;
import moirai.analysis.EdgeOracle;
import moirai.analysis.Findings;
import moirai.analysis.explanation.Explainer;
import moirai.analysis.explanation.Explanation;
import moirai.analysis.explanation.ExplanationGraph;
import moirai.analysis.explanation.ExplanationText;
import moirai.analysis.listappend.oracle.CycleOracle;
import moirai.analysis.listappend.oracle.Oracle;
import moirai.history.History;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Every reported anomaly proves what its name says, and can be explained. */
class WitnessProperties {

    @Provide
    Arbitrary<Sample> plausible() {
        return Samples.plausible();
    }

    @Provide
    Arbitrary<Sample> wild() {
        return Samples.wild();
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void everyAnomalyOfAFaultyStoreIsProven(@ForAll("plausible") Sample sample) {
        assertProven(sample);
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void everyAnomalyOfRandomAnswersIsProven(@ForAll("wild") Sample sample) {
        assertProven(sample);
    }

    private static void assertProven(Sample sample) {
        Findings findings = new ListAppendChecker().analyze(sample.history());
        Oracle oracle = Oracle.of(sample.history());
        EdgeOracle.assertProven(sample.history(), findings);
        for (Anomaly anomaly : findings.anomalies()) {
            if (anomaly instanceof Anomaly.Cycle cycle) {
                assertIsCycle(cycle, oracle);
            } else {
                assertThat(oracle.instances()).contains(anomaly);
            }
        }
    }

    private static void assertIsCycle(Anomaly.Cycle cycle, Oracle oracle) {
        List<Integer> txns = cycle.txns();
        assertThat(txns).hasSizeGreaterThan(1).doesNotHaveDuplicates();
        for (int i = 0; i < txns.size(); i++) {
            Dependency shown = cycle.dependencies().get(i);
            assertThat(oracle.relation().kinds(txns.get(i), txns.get((i + 1) % txns.size())))
                    .as("T%d to its successor in %s", txns.get(i), cycle)
                    .contains(shown);
        }
        assertThat(CycleOracle.name(cycle.dependencies()))
                .as("%s", cycle)
                .isEqualTo(cycle.phenomenon().label());
        assertThat(oracle.cycles())
                .as("a shortest cycle in one of the components that have one")
                .anyMatch(found -> found.phenomenon() == cycle.phenomenon()
                        && found.component().containsAll(new TreeSet<>(txns))
                        && found.shortest() == txns.size());
    }

    /** Explanations infer no more than what they need; with transactions of unknown outcome that is not their keys. */
    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void aFewKeysProveOfTwoTransactionsWhatTheWholeHistoryProves(@ForAll("plausible") Sample sample) {
        assertSameReasons(sample.history());
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void aFewKeysProveTheSameOfRandomAnswers(@ForAll("wild") Sample sample) {
        assertSameReasons(sample.history());
    }

    private static void assertSameReasons(History history) {
        var whole = new Inference(history);
        for (int from = 0; from < history.txnCount(); from++) {
            for (int to = 0; to < history.txnCount(); to++) {
                var near = Inference.OfKeys.of(history, List.of(from, to));
                for (Dependency dependency : Dependency.values()) {
                    assertThat(near.pair(history, from, to, dependency))
                            .as("T%d %s T%d", from, dependency, to)
                            .isEqualTo(ListPairs.find(whole, from, to, dependency));
                }
                for (int op = history.firstOp(from); op < history.endOp(from); op++) {
                    if (history.isAppend(op)) {
                        assertThat(near.inference().orders().isUnplaced(near.here(history, from, op)))
                                .isEqualTo(whole.orders().isUnplaced(op));
                    }
                }
            }
        }
    }

    @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void everyAnomalyOfAFaultyStoreIsExplained(@ForAll("plausible") Sample sample) {
        assertExplained(sample);
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE, generation = GenerationMode.RANDOMIZED)
    void everyAnomalyOfRandomAnswersIsExplained(@ForAll("wild") Sample sample) {
        assertExplained(sample);
    }

    private static void assertExplained(Sample sample) {
        var explainer = new Explainer(sample.history());
        for (Anomaly anomaly : new ListAppendChecker().analyze(sample.history()).anomalies()) {
            Explanation explanation = explainer.explain(anomaly);
            String text = new ExplanationText(explanation).text();
            String dot = ExplanationGraph.of(explanation);
            for (int txn : anomaly.txns()) {
                assertThat(text).contains("T" + txn);
                assertThat(dot).contains("T" + txn);
            }
        }
    }
}
