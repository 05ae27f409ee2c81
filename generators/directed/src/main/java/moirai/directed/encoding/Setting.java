package moirai.directed.encoding;

import java.util.function.Supplier;
import moirai.directed.solving.Solver;

/**
 * The model of executions, and the solver that decides on them.
 *
 * @param solvers makes a new solver for each formula; called by any thread
 */
public record Setting(Granularity granularity, Environment environment, Supplier<Solver> solvers) {

    /** The usual setting: single statements, no other transactions, the usual solver. */
    public static final Setting USUAL = new Setting(Granularity.STATEMENTS, new Environment.Alone(), Solver::usual);

    /** Returns the same setting with another granularity. */
    public Setting at(Granularity other) {
        return new Setting(other, environment, solvers);
    }

    /** Returns the same setting in another environment. */
    public Setting among(Environment other) {
        return new Setting(granularity, other, solvers);
    }

    /** Returns the same setting with another solver. */
    public Setting by(Supplier<Solver> other) {
        return new Setting(granularity, environment, other);
    }

    /** Returns the setting in words, as it stands beside an answer. */
    public String text() {
        return granularity.text() + ", " + environment.text();
    }
}
