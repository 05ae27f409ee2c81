package moirai.analysis.axioms.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import moirai.analysis.axioms.Axiom;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.axioms.ProofChecker;
import moirai.analysis.axioms.StepBudget;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Contradictions that saturation alone does not find. */
class CaseAnalysisTest {

    private static final AxiomaticLevel SERIAL = new AxiomaticLevel(Axiom.SERIAL, BaseOrder.NONE);

    /**
     * So many pairs of transactions that could commit in either order, and for each combination of their orders as many
     * transactions that would then stand in a circle.
     *
     * <p>If the first of pair i precedes the second, transaction i of the circle precedes the next one: the first reads
     * from it, and the second reads, from the next one, a key that both write.
     */
    private static KeyValueHistory circlesFor(int pairs) {
        var history = new KeyValueHistory.Builder(false);
        int combinations = 1 << pairs;
        int members = combinations * pairs;
        for (int member = 0; member < members; member++) {
            int next = member % pairs == pairs - 1 ? member - pairs + 1 : member + 1;
            int last = member % pairs == 0 ? member + pairs - 1 : member - 1;
            history.txn(next).write(member).write(last).write(members + member);
        }
        for (int one = 0; one < 2 * pairs; one++) {
            history.txn(members + one);
            for (int combination = 0; combination < combinations; combination++) {
                int pair = one / 2;
                int member = combination * pairs + pair;
                boolean first = (combination >> pair & 1) == one % 2;
                if (first) {
                    history.read(members + member, member);
                } else {
                    history.read(member, pair == pairs - 1 ? member - pairs + 1 : member + 1);
                }
            }
        }
        return history.build();
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1"})
    void pairsThatMayGoEitherWayAreTriedBothWays(int pairs, int depth) {
        KeyValueHistory history = circlesFor(pairs);
        var saturation = new UnitPropagation(history, SERIAL, new StepBudget(1_000_000_000));

        Optional<Facts.Finding> found = new CaseAnalysis(saturation).refute(saturation.start());

        assertThat(found).isPresent();
        Contradiction contradiction = found.get().contradictionFrom(0);
        assertThat(contradiction).matches(new ProofChecker(history, SERIAL)::accepts);
        assertThat(depth(contradiction)).isEqualTo(depth);
    }

    private static int depth(Contradiction contradiction) {
        int depth = 0;
        for (Precedence step : contradiction.steps()) {
            if (step.reason() instanceof Reason.Otherwise(Contradiction nested)) {
                depth = Math.max(depth, 1 + depth(nested));
            }
        }
        return depth;
    }
}
