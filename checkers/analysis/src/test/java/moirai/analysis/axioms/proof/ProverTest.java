package moirai.analysis.axioms.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomNotation;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.ProofChecker;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.explanation.ExplanationGraph;
import moirai.analysis.explanation.ProofLine;
import moirai.analysis.explanation.ProofText;
import org.junit.jupiter.api.Test;

/** Tests what proofs need, and what happens without one. */
class ProverTest {

    private static final AxiomaticLevel SERIAL = new AxiomaticLevel(Axiom.SERIAL, BaseOrder.NONE);

    private static final String WRITE_SKEW = """
            T0 s0 ry=0 wx
            T1 s1 rx=0 wy
            """;

    @Test
    void proofEndsWithItsBudget() {
        KeyValueHistory history = AxiomNotation.parse(WRITE_SKEW);
        var witness = new Witness(history, MinimizerTest.all(history), true);

        assertThat(new Prover(SERIAL, new StepBudget(1)).prove(witness).proof())
                .isEqualTo(new Proof.Missing("no proof was found within 1 steps"));
    }

    @Test
    void proofOverTooManyTransactionsIsNotTried() {
        var history = new KeyValueHistory.Builder(false);
        for (int txn = 0; txn < 16; txn++) {
            history.txn(txn).read(txn, (txn + 1) % 16).write((txn + 15) % 16);
        }

        Refutation refutation = prove(new AxiomaticLevel(Axiom.NONE, BaseOrder.NONE), history.build());

        assertThat(refutation.proof())
                .isEqualTo(new Proof.Missing("a proof over 16 transactions was not tried, at most 15 are"));
        assertThat(ProofLine.text(new ProofText(refutation, Integer::toString).lines()))
                .isEqualTo("""
                  - No order of these transactions satisfies NONE over NONE; why is not shown, since a proof over 16 \
                transactions was not tried, at most 15 are.
                """);
    }

    @Test
    void historyThatSatisfiesTheLevelHasNoProof() {
        Refutation refutation =
                prove(new AxiomaticLevel(Axiom.SNAPSHOT, BaseOrder.REALTIME), AxiomNotation.parse(WRITE_SKEW));

        assertThat(refutation.proof()).isEqualTo(new Proof.Missing("the transactions do have a commit order"));
    }

    @Test
    void textNamesRecordedTransactionsKeysAndValues() {
        var history = new KeyValueHistory.Builder(false)
                .txn(3, 0, 0, 17)
                .read(1, KeyValueHistory.INITIAL, 4)
                .write(0)
                .txn(8, 0, 0, 29)
                .read(0, KeyValueHistory.INITIAL, 6)
                .write(1)
                .build();

        var text = new ProofText(
                prove(SERIAL, history), key -> "\"k" + key + "\"", read -> Optional.of(read == 4 ? "nil" : "0"));

        assertThat(ProofLine.text(text.lines())).isEqualTo("""
                  - T17 < T29, because T17 read key "k1" = nil from the initial state, before T29 wrote it.
                  - However, T29 < T17, because T29 read key "k0" = 0 from the initial state, before T17 wrote it: \
                a contradiction!
                """);
        assertThat(ExplanationGraph.of(text)).contains("tooltip=\"T29 read key \\\"k0\\\" = 0 from the initial state");
    }

    @Test
    void checkerRejectsStepsThatDoNotFollow() {
        KeyValueHistory history = AxiomNotation.parse(WRITE_SKEW);
        var checker = new ProofChecker(history, SERIAL);
        var steps = new ArrayList<Precedence>();
        if (prove(SERIAL, history).proof() instanceof Proof.Found(Contradiction contradiction)) {
            steps.addAll(contradiction.steps());
        }

        assertThat(new Contradiction(steps, List.of(0, 1))).matches(checker::accepts);
        steps.set(0, new Precedence(0, 1, new Reason.SessionOrder()));
        assertThat(new Contradiction(steps, List.of(0, 1))).matches(proof -> !checker.accepts(proof));
        steps.set(0, new Precedence(0, 1, new Reason.WriteRead(0)));
        assertThat(new Contradiction(steps, List.of(0, 1))).matches(proof -> !checker.accepts(proof));
        steps.set(0, new Precedence(0, 1, new Reason.Supposed()));
        assertThat(new Contradiction(steps, List.of(0, 1))).matches(proof -> !checker.accepts(proof));
    }

    private static Refutation prove(AxiomaticLevel level, KeyValueHistory history) {
        return new Prover(level).prove(new Witness(history, MinimizerTest.all(history), true));
    }
}
