package moirai.reenactment;

import java.util.List;

/** The outcome of a directed case on a database. */
public sealed interface ReplayOutcome {

    /**
     * The SQLSTATEs of a statement that gave up waiting for a lock: H2's, PostgreSQL's, and that of a cancelled
     * statement.
     */
    List<String> GAVE_UP_WAITING = List.of("HYT00", "55P03", "57014");

    /** The standard's SQLSTATE of a rollback, for a call that gives up by itself. */
    String GAVE_UP = "40000";

    /** The anomaly happened: all steps returned and left what the case predicts, and so its cycle is there. */
    record Manifested(Evidence evidence) implements ReplayOutcome {}

    /**
     * An anomaly happened, but to something that stands for the source and is not the same: perhaps the source itself
     * prevents it.
     *
     * @param difference from the source, as a part of a sentence
     */
    record Modelled(Evidence evidence, String difference) implements ReplayOutcome {}

    /**
     * The anomaly was prevented: a step had to wait for another transaction, and then the calls saw and left something
     * else.
     */
    record PreventedByBlocking(List<String> steps) implements ReplayOutcome {

        public PreventedByBlocking {
            steps = List.copyOf(steps);
        }
    }

    /**
     * The anomaly was prevented: the database refused a step or a COMMIT because of another transaction. A call may
     * also give up by itself because of what it saw, as optimistic locks do: then the SQLSTATE is 40000.
     */
    record PreventedByAbort(String step, String sqlState) implements ReplayOutcome {}

    /**
     * The results differ from the prediction, though nothing was refused. They may show another anomaly.
     *
     * @param difference what, and what was expected
     * @param evidence by which it can be told from the calls one after the other, if that {@linkplain
     *    Evidence#isVisible() is visible}
     */
    record Diverged(String difference, Evidence evidence) implements ReplayOutcome {}

    /**
     * The results are as predicted, but nothing that was returned or left tells the execution from the same calls one
     * after the other, and the target does not tell which read returned which write.
     */
    record Unnoticed(Evidence evidence) implements ReplayOutcome {}

    /**
     * The case was not tried, because the target lacks something that it needs, such as enough nodes for all that
     * statements see.
     *
     * @param reason a part of a sentence
     */
    record NotRealisable(String reason) implements ReplayOutcome {}

    /** Returns the outcome of a step that the database refused, by the SQLSTATE. */
    static ReplayOutcome refused(String step, String sqlState, String message) {
        if (GAVE_UP_WAITING.contains(sqlState)) {
            return new PreventedByBlocking(List.of(step));
        }
        // Rolled back, and integrity: a row that another call has made.
        if (sqlState.startsWith("40") || sqlState.startsWith("23")) {
            return new PreventedByAbort(step, sqlState);
        }
        return new Diverged(step + " failed with SQLSTATE " + sqlState + ": " + message, Evidence.CYCLE);
    }

    /** Returns whether the source itself did what no serial order of the calls explains, as predicted or otherwise. */
    default boolean isAnomalous() {
        return this instanceof Manifested
                || (this instanceof Diverged diverged && diverged.evidence().isVisible());
    }

    /** Returns whether the database, or a call that gave up by itself, prevented the anomaly. */
    default boolean isPrevented() {
        return this instanceof PreventedByBlocking || this instanceof PreventedByAbort;
    }

    /** Returns this outcome, with no claim about the source if what was run differs from it in this. */
    default ReplayOutcome ofModel(String difference) {
        return switch (this) {
            case Manifested(var evidence) -> new Modelled(evidence, difference);
            case Diverged(var found, var evidence) when evidence.isVisible() -> new Modelled(evidence, difference);
            case ReplayOutcome other -> other;
        };
    }

    /** Returns a label of one to four words, for tables. */
    default String label() {
        return switch (this) {
            case Manifested(var evidence) -> "manifested: " + evidence.label();
            case Modelled(var evidence, var difference) -> "modelled: " + evidence.label();
            case PreventedByBlocking(var steps) -> "blocked";
            case PreventedByAbort(var step, var sqlState) -> "aborted " + sqlState;
            case Diverged(var difference, var evidence) ->
                evidence.isVisible() ? "another anomaly: " + evidence.label() : "diverged";
            case Unnoticed(var evidence) -> "unnoticed";
            case NotRealisable notRealisable -> "not realisable";
        };
    }

    /** Returns a sentence, for people. */
    default String sentence() {
        return switch (this) {
            case Manifested(var evidence) -> "The anomaly happened. " + evidence.sentence();
            case Modelled(var evidence, var difference) ->
                "An anomaly happened, but not to the source as it is: " + difference + ". " + evidence.sentence();
            case PreventedByBlocking(var steps) ->
                "Prevented: " + String.join(", ", steps)
                        + " had to wait for another transaction, and something else came out.";
            case PreventedByAbort(var step, var sqlState)
            when sqlState.equals(GAVE_UP) ->
                "Prevented: " + step + " gave up by itself after what it saw, and left nothing.";
            case PreventedByAbort(var step, var sqlState) ->
                "Prevented: aborted at " + step + " with SQLSTATE " + sqlState
                        + (List.of("23000", "23505").contains(sqlState)
                                ? ", as its row is there already; where an INSERT replaces a row, it may manifest."
                                : ".");
            case Diverged(var difference, var evidence) ->
                "Something else came out: " + difference + "."
                        + (evidence.isVisible() ? " It is an anomaly as well. " + evidence.sentence() : "");
            case NotRealisable(var reason) -> "Not tried: " + reason + ".";
            case Unnoticed(var evidence) -> "All came out as predicted. " + evidence.sentence();
        };
    }
}
