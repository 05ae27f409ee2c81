package moirai.studies.solvers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import moirai.directed.solving.Circuit;
import moirai.directed.solving.Solver;
import org.junit.jupiter.api.Test;

/** Shows that a question to two solvers is answered only if they agree and their models satisfy it. */
class AgreementTest {

    @Test
    void answersOfBothAreCounted() {
        var agreement = new Agreement();
        var circuit = new Circuit(agreement.solver());
        int left = circuit.variable();
        int right = circuit.variable();
        circuit.require(left, right);

        assertThat(circuit.isSatisfiable(Circuit.not(left))).isTrue();
        assertThat(circuit.holds(right)).isTrue();
        assertThat(circuit.isSatisfiable(Circuit.not(left), Circuit.not(right))).isFalse();
        assertThat(agreement.satisfiable()).isEqualTo(1);
        assertThat(agreement.unsatisfiable()).isEqualTo(1);
    }

    @Test
    void aSolverThatForgetsAClauseIsFound() {
        Solver both = new Agreement().between(Solver.usual(), new Forgetful());
        int variable = both.newVariable();
        both.clause(2 * variable);

        assertThatThrownBy(() -> both.isSatisfiable(2 * variable + 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("two solvers disagree");
    }

    /** The forgetful one says "satisfiable", too, but with what is no model. */
    @Test
    void aModelThatIsNoneIsFound() {
        Solver both = new Agreement().between(new Forgetful(), Solver.usual());
        int variable = both.newVariable();
        both.clause(2 * variable);

        assertThatThrownBy(both::isSatisfiable)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the first one's model is none");
    }

    /** Knows no clauses, so that everything is satisfiable; its variables are false. */
    private static final class Forgetful implements Solver {

        private int variables;

        @Override
        public int newVariable() {
            return variables++;
        }

        @Override
        public void clause(int... literals) {}

        @Override
        public boolean isSatisfiable(int... assumptions) {
            return true;
        }

        @Override
        public boolean[] model() {
            return new boolean[variables];
        }
    }
}
