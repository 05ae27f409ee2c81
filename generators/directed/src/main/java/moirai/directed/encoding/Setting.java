package moirai.directed.encoding;

import java.util.function.Supplier;
import moirai.directed.solving.Solver;

/**
 * How executions are modelled and who decides on them.
 *
 * @param solvers makes a new solver for each formula; called by any thread
 */
public record Setting(Granularity granularity, Environment environment, Supplier<Solver> solvers) {

    /** Statements one by one, nobody else, the usual solver. */
    public static final Setting USUAL = new Setting(Granularity.STATEMENTS, new Environment.Alone(), Solver::usual);

    /** The same with another granularity. */
    public Setting at(Granularity other) {
        return new Setting(other, environment, solvers);
    }

    /** The same with other transactions beside. */
    public Setting among(Environment other) {
        return new Setting(granularity, other, solvers);
    }

    /** The same with another solver. */
    public Setting by(Supplier<Solver> other) {
        return new Setting(granularity, environment, other);
    }

    /** In words, as it stands beside an answer. */
    public String text() {
        return granularity.text() + ", " + environment.text();
    }
}
