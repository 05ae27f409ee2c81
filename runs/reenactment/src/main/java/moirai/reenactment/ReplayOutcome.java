package moirai.reenactment;

import java.util.List;

/** What became of a directed case on a database. */
public sealed interface ReplayOutcome {

    /** The SQLSTATEs of who gave up waiting for a lock: H2's, PostgreSQL's, and that of a cancelled statement. */
    List<String> GAVE_UP_WAITING = List.of("HYT00", "55P03", "57014");

    /** All steps returned and left what the case predicts, and so its cycle is there. */
    record Manifested(Evidence evidence) implements ReplayOutcome {}

    /** A step had to wait for another transaction, and then the calls saw and left something else. */
    record PreventedByBlocking(List<String> steps) implements ReplayOutcome {

        /** Copies the list. */
        public PreventedByBlocking {
            steps = List.copyOf(steps);
        }
    }

    /**
     * The database refused a step or a COMMIT because of another transaction, or a call gave up by itself because of
     * what it saw, as optimistic locks do: then the SQLSTATE is 40000.
     */
    record PreventedByAbort(String step, String sqlState) implements ReplayOutcome {}

    /**
     * Something else came out, though nothing was refused. That may be an anomaly as well, only another one.
     *
     * @param difference what, and what was expected
     * @param evidence by what it can be told from the calls one after the other, if that {@linkplain
     *     Evidence#isVisible() is visible}
     */
    record Diverged(String difference, Evidence evidence) implements ReplayOutcome {}

    /**
     * All came out as predicted, but nothing that was returned or left tells it from the same calls one after the
     * other, and nobody saw who read from whom.
     */
    record Unnoticed(Evidence evidence) implements ReplayOutcome {}

    /**
     * It was not tried: the target has not what it would need, such as nodes enough for all that statements see.
     *
     * @param reason a part of a sentence
     */
    record NotRealisable(String reason) implements ReplayOutcome {}

    /** What it means that the database refused a step, by the SQLSTATE of that. */
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

    /** One to four words, for tables. */
    default String label() {
        return switch (this) {
            case Manifested(var evidence) -> "manifested: " + evidence.label();
            case PreventedByBlocking(var steps) -> "blocked";
            case PreventedByAbort(var step, var sqlState) -> "aborted " + sqlState;
            case Diverged(var difference, var evidence) ->
                evidence.isVisible() ? "another anomaly: " + evidence.label() : "diverged";
            case Unnoticed(var evidence) -> "unnoticed";
            case NotRealisable notRealisable -> "not realisable";
        };
    }

    /** A sentence, for people. */
    default String sentence() {
        return switch (this) {
            case Manifested(var evidence) -> "The anomaly happened. " + evidence.sentence();
            case PreventedByBlocking(var steps) ->
                "Prevented: " + String.join(", ", steps)
                        + " had to wait for another transaction, and something else came out.";
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
