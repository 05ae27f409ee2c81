package moirai.analysis.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomNotation;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.Decider;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.axioms.proof.Minimizer;
import moirai.analysis.axioms.proof.Prover;
import moirai.analysis.axioms.proof.Refutation;
import moirai.analysis.axioms.proof.Witness;
import moirai.analysis.axioms.saturation.SaturationDecider;
import moirai.analysis.axioms.search.SearchDecider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The exact text of refutations; {@code -Dgolden.update=true} writes it anew, then read the diff. */
class ProofTextGoldenTest {

    private static final Path REPORTS = Path.of("src/test/resources/reports/refutations");

    /** A history that violates the level. */
    record Example(String name, Axiom axiom, BaseOrder order, String notation) {

        @Override
        public String toString() {
            return name;
        }
    }

    static List<Example> examples() {
        var examples = new ArrayList<>(ofReads());
        examples.addAll(ofSnapshots());
        examples.addAll(ofSessions());
        examples.addAll(ofCases());
        return examples;
    }

    private static List<Example> ofReads() {
        return List.of(
                new Example("circular-reads", Axiom.NONE, BaseOrder.NONE, """
                        T0 s0 ry=T1 wx
                        T1 s1 rx=T0 wy
                        """),
                new Example("non-repeatable-read", Axiom.READ_COMMITTED, BaseOrder.NONE, """
                        T0 s0 wx wy
                        T1 s1 rx=T0 wx wy
                        T2 s2 rx=T1 ry=T0
                        """),
                new Example("fractured-read", Axiom.READ_ATOMIC, BaseOrder.SESSION, """
                        T0 s0 wx wy
                        T1 s0 wx wy
                        T2 s1 ry=T0 rx=T1 wz
                        """),
                new Example("causality-violation", Axiom.CAUSAL, BaseOrder.SESSION, """
                        T0 s0 wx
                        T1 s1 rx=T0 wy
                        T2 s2 rx=0 ry=T1
                        """),
                new Example("causality-violation-in-sessions", Axiom.CAUSAL, BaseOrder.SESSION, """
                        T0 s0 wx
                        T1 s0 wx
                        T2 s0 wy
                        T3 s1 ry=T2
                        T4 s1 rx=T0
                        """),
                new Example("pram-violation", Axiom.PRAM, BaseOrder.NONE, """
                        T0 s0 wx
                        T1 s0 wy
                        T2 s1 ry=T1
                        T3 s1 rx=0
                        """),
                new Example("known-versions", Axiom.READ_ATOMIC, BaseOrder.SESSION, """
                        T0 s0 wx wy
                        T1 s1 wx wy
                        T2 s2 ry=T0 rx=T1
                        x T1 T0
                        """));
    }

    private static List<Example> ofSnapshots() {
        return List.of(
                new Example("long-fork", Axiom.PREFIX, BaseOrder.SESSION, """
                        T0 s0 wx
                        T1 s1 wy
                        T2 s2 rx=T0 ry=0
                        T3 s3 rx=0 ry=T1
                        """),
                new Example("lost-update", Axiom.SNAPSHOT, BaseOrder.SESSION, """
                        T0 s0 wx
                        T1 s1 rx=T0 wx
                        T2 s2 rx=T0 wx
                        """),
                new Example("lost-update-to-update-atomicity", Axiom.UPDATE_ATOMIC, BaseOrder.SESSION, """
                        T0 s0 rx=0 wx
                        T1 s1 rx=0 wx
                        """),
                new Example("lost-update-in-parallel", Axiom.PARALLEL_SNAPSHOT, BaseOrder.SESSION, """
                        T0 s1 rx=0 wx wy
                        T1 s2 rx=0 ry=0 wx
                        """),
                new Example("write-skew", Axiom.SERIAL, BaseOrder.SESSION, """
                        T0 s0 rx=0 ry=0 wx
                        T1 s1 rx=0 ry=0 wy
                        """),
                new Example("read-only-anomaly", Axiom.SERIAL, BaseOrder.SESSION, """
                        T0 s0 rx=0 ry=0 wx
                        T1 s1 ry=0 wy
                        T2 s2 rx=0 ry=T1
                        """));
    }

    private static List<Example> ofSessions() {
        return List.of(
                new Example("stale-read", Axiom.SERIAL, BaseOrder.REALTIME, """
                        T0 s0 [0,10] wx
                        T1 s1 [2500000,2600000] rx=0
                        """),
                new Example("read-your-writes", Axiom.READ_YOUR_WRITES, BaseOrder.NONE, """
                        T0 s0 wx
                        T1 s0 rx=0
                        """),
                new Example("monotonic-reads", Axiom.MONOTONIC_READS, BaseOrder.NONE, """
                        T0 s0 wx
                        T1 s1 rx=T0
                        T2 s1 rx=0
                        """),
                new Example("monotonic-writes", Axiom.MONOTONIC_WRITES, BaseOrder.NONE, """
                        T0 s0 wx
                        T1 s0 wx
                        x T1 T0
                        """),
                new Example("writes-follow-reads", Axiom.WRITES_FOLLOW_READS, BaseOrder.NONE, """
                        T0 s0 wx
                        T1 s1 rx=T0
                        T2 s1 wx
                        x T2 T0
                        """));
    }

    private static List<Example> ofCases() {
        return List.of(new Example("by-cases", Axiom.SERIAL, BaseOrder.NONE, """
                T0 s0 wx wa
                T1 s1 wy wb
                T2 s2 wz wc
                T3 s3 wu wd
                T4 s4 ry=T1 rc=T2 rd=T3 wx
                T5 s5 rx=T0 rc=T2 rd=T3 wy
                T6 s6 ru=T3 ra=T0 rb=T1 wz
                T7 s7 rz=T2 ra=T0 rb=T1 wu
                """));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void refutationIsAsRecorded(Example example) throws IOException {
        Path golden = REPORTS.resolve(example.name() + ".txt");
        String report = report(example);
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(REPORTS);
            Files.writeString(golden, report);
        }

        assertThat(report).isEqualTo(Files.readString(golden));
    }

    private static String report(Example example) {
        var level = new AxiomaticLevel(example.axiom(), example.order());
        KeyValueHistory history = AxiomNotation.parse(example.notation());
        Witness witness = new Minimizer(decider(level))
                .minimize(
                        history, IntStream.range(0, history.txnCount()).boxed().toList());
        Refutation refutation = new Prover(level).prove(witness);
        var text = new ProofText(refutation, ProofTextGoldenTest::keyName, op -> Optional.empty());
        return "not " + level + "\nLet:\n"
                + AxiomNotation.format(witness.history()).indent(2) + "Then:\n" + ProofLine.text(text.lines())
                + ExplanationGraph.of(text);
    }

    private static Decider decider(AxiomaticLevel level) {
        return level.axiom().isSaturable()
                ? new SaturationDecider(level)
                : new SearchDecider(level, StepBudget.DEFAULT);
    }

    private static String keyName(int key) {
        return AxiomNotation.format(
                        new KeyValueHistory.Builder(false).txn(0).write(key).build())
                .substring(7, 8);
    }
}
