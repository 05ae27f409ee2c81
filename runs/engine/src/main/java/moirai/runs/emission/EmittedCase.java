package moirai.runs.emission;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Cell;
import moirai.directed.execution.Execution;
import moirai.directed.program.Origin;
import moirai.directed.program.Statement;
import moirai.directed.search.Anomaly;
import moirai.reenactment.DirectedCase;
import moirai.runs.products.Product.Terminal;

/**
 * The files of a directed case. Its test fails if a database shows the anomaly and passes if it does not: if all
 * results and the final state are as predicted, then each call has done what it does on such answers, and no serial
 * order of the calls gives these results and this state. The tables are new, with integer columns.
 */
public final class EmittedCase {

    private final DirectedCase wanted;
    private final Recipe recipe;

    private EmittedCase(DirectedCase wanted) {
        this.wanted = wanted;
        this.recipe = DirectedRecipe.of(wanted);
    }

    /**
     * Returns the files of a case.
     *
     * @throws IllegalArgumentException if there is an {@linkplain #objection objection}
     */
    public static EmittedCase of(DirectedCase wanted) {
        objection(wanted).ifPresent(objection -> {
            throw new IllegalArgumentException(objection);
        });
        return new EmittedCase(wanted);
    }

    /** Returns why no file can show a case on a database with keys; empty if a file can. */
    public static Optional<String> objection(DirectedCase wanted) {
        if (!wanted.evidence().isVisible()) {
            return Optional.of(wanted.evidence().sentence());
        }
        return IntStream.range(0, wanted.predicted().turns().size())
                .filter(turn -> wanted.predicted().overwrites(turn) || isMadeBefore(wanted.predicted(), turn))
                .mapToObj(turn -> wanted.predicted().turns().get(turn)
                        + " inserts a row that is there, which a database with keys refuses.")
                .findFirst();
    }

    /** Returns whether an earlier turn has made the row that a turn inserts, whether or not that row is visible. */
    private static boolean isMadeBefore(Execution predicted, int turn) {
        if (!(predicted.turns().get(turn).statement() instanceof Statement.Insert)) {
            return false;
        }
        return predicted.effects().get(turn).writes().keySet().stream()
                .filter(cell -> cell.field().equals(Cell.EXISTENCE))
                .anyMatch(row -> predicted.effects().subList(0, turn).stream()
                                .filter(effects -> effects.writes().containsKey(row))
                                .mapToInt(effects -> effects.writes().getOrDefault(row, 0))
                                .reduce(0, (before, after) -> after)
                        == 1);
    }

    /** Returns the SQL isolation level at which the anomaly is expected, as {@code read-committed}. */
    public String isolation() {
        return recipe.isolation();
    }

    /**
     * Returns a JUnit test in one file.
     *
     * @param className without a package; also the name of its file
     */
    public String test(String className) {
        var heading = new ArrayList<>(heading());
        heading.add("");
        heading.add("For PostgreSQL, H2 and HSQLDB. Dependencies: org.junit.jupiter:junit-jupiter:6.1.3, and for");
        heading.add("example org.postgresql:postgresql:42.7.14, or com.h2database:h2:2.5.252 with");
        heading.add("-Dmoirai.url=jdbc:h2:mem:test;DB_CLOSE_DELAY=-1");
        return new TestSource(className, heading, recipe).text();
    }

    /** Returns a script for psql in several terminals. */
    public String script() {
        return new SessionScript(
                        heading(),
                        recipe,
                        List.of(
                                "If all of this is seen and all commits are accepted, the anomaly has happened.",
                                wanted.evidence().sentence()))
                .text(Terminal.PSQL);
    }

    private List<String> heading() {
        var heading = new ArrayList<String>();
        heading.add("An anomaly of " + wanted.program().name() + " that is expected at " + recipe.isolation() + ".");
        List<Scenario.Call> calls = wanted.scenario().calls();
        for (int call = 0; call < calls.size(); call++) {
            heading.add("T" + call + " = " + calls.get(call).txn()
                    + calls.get(call).arguments().toString().replace('{', '(').replace('}', ')') + " at "
                    + calls.get(call).level().name());
        }
        List<Anomaly.Hop> hops = wanted.anomaly().hops();
        for (int hop = 0; hop < hops.size(); hop++) {
            Anomaly.Hop from = hops.get(hop);
            Anomaly.Hop to = hops.get((hop + 1) % hops.size());
            heading.add("T" + from.call() + "." + from.out() + place(from.txn(), from.out()) + " has to come before T"
                    + to.call() + "." + to.in() + place(to.txn(), to.in()) + ": "
                    + from.conflict().sign());
        }
        return heading;
    }

    private String place(String txn, String label) {
        return wanted.program()
                .txn(txn)
                .origin(label)
                .map(Origin::text)
                .map(text -> " (" + text + ")")
                .orElse("");
    }
}
