package moirai.directed.encoding;

import java.util.function.Supplier;
import moirai.directed.solving.Solver;

/**
 * The model of executions, and the solver that decides on them.
 *
 * @param solvers makes a new solver for each formula; called by any thread
 */
public record Setting(Granularity granularity, Environment environment, Supplier<Solver> solvers, Reach reach) {

    /** The usual setting: single statements, no other transactions, the usual solver. */
    public static final Setting USUAL =
            new Setting(Granularity.STATEMENTS, new Environment.Alone(), Solver::usual, Reach.BOUNDED);

    /** Returns the same setting with another granularity. */
    public Setting at(Granularity other) {
        return new Setting(other, environment, solvers, reach);
    }

    /** Returns the same setting in another environment. */
    public Setting among(Environment other) {
        return new Setting(granularity, other, solvers, reach);
    }

    /** Returns the same setting with another solver. */
    public Setting by(Supplier<Solver> other) {
        return new Setting(granularity, environment, other, reach);
    }

    /** Returns the same setting for more executions, or fewer. */
    public Setting reaching(Reach other) {
        return new Setting(granularity, environment, solvers, other);
    }

    /** Returns the setting in words, as it stands beside an answer. */
    public String text() {
        return granularity.text() + ", " + environment.text()
                + (reach == Reach.BOUNDED ? "" : "; more rows and numbers where the transactions looked at need them");
    }

    /** The executions that a formula covers, as far as the bounds on rows and numbers decide on them. */
    public enum Reach {
        /** Executions of as many rows as the bounds say, in which no computation leaves the numbers. */
        BOUNDED,
        /**
         * Executions with further rows for constant keys and for inserts that need new ones, and with computations that
         * leave the numbers: their results wrap around. A proof needs these executions. Without them some calls have no
         * execution together, and what never happens has no anomaly.
         */
        POSSIBLE,
        /**
         * The same with a row for each key that a call names. A search for counterexamples misses none for
         * want of rows.
         */
        ALL_KEYS
    }
}
