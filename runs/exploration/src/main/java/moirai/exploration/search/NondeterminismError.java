package moirai.exploration.search;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Signals that a transaction did something else in a later run, although it had read the same values. Programs must not
 * catch it.
 */
public final class NondeterminismError extends Error {

    private static final long serialVersionUID = 1L;

    private static final String ALTHOUGH = ", although it had read the same values before";

    /** The packages whose stack frames lie between a program and the comparison of its steps. */
    private static final List<String> OURS = List.of(
            "moirai.exploration.search.",
            "moirai.exploration.program.",
            "moirai.exploration.jdbc.",
            "moirai.interception.",
            "moirai.mockstore.",
            "java.",
            "jdk.");

    private final TxnPlace place;
    private final int step;
    private final boolean isOfProgram;

    /**
     * Creates an error about a step, from 0. Its stack trace shows the place in the program, so it must be created
     * there.
     */
    public NondeterminismError(TxnPlace place, int step) {
        this(
                text(place) + " did something else at step " + (step + 1) + " when it was run again" + ALTHOUGH,
                place,
                step,
                true);
    }

    private NondeterminismError(String message, TxnPlace place, int step, boolean isOfProgram) {
        super(message);
        this.place = place;
        this.step = step;
        this.isOfProgram = isOfProgram;
    }

    /**
     * Returns an error about a transaction that ended after this many steps, and had more steps before. It has no place
     * in the program.
     */
    public static NondeterminismError ended(TxnPlace place, int stepCount) {
        return new NondeterminismError(
                text(place) + " ended after step " + stepCount + " when it was run again, and had gone on before"
                        + ALTHOUGH,
                place,
                stepCount,
                false);
    }

    /**
     * Returns an error about a transaction that made the same steps, and ended differently.
     *
     * @param name the transaction in a few words
     */
    public static NondeterminismError replied(TxnPlace place, String name, TxnEnd former, TxnEnd now) {
        boolean isLastOnce = former.isLast() != now.isLast();
        return new NondeterminismError(
                text(place) + ", '" + name + "', " + text(former, isLastOnce) + ", and " + text(now, isLastOnce)
                        + " when it was run again" + ALTHOUGH,
                place,
                -1,
                false);
    }

    /**
     * Returns an error about a transaction that adds different rows in each run, so that no scan can have looked for
     * them.
     */
    public static NondeterminismError adding(TxnPlace place) {
        return new NondeterminismError(text(place) + " adds other rows whenever it is run", place, -1, false);
    }

    private static String text(TxnPlace place) {
        return "transaction " + (place.position() + 1) + " of session " + (place.session() + 1);
    }

    private static String text(TxnEnd end, boolean isLastOnce) {
        String what = end.failure().isEmpty()
                ? (end.isCommitted() ? "replied " : "aborted with ") + end.reply()
                : "failed with '" + end.failure() + "'";
        return what + (isLastOnce && end.isLast() ? " as its session's last" : "");
    }

    public TxnPlace place() {
        return place;
    }

    /** Returns the number of the step, from 0; -1 if all steps were the same. */
    public int step() {
        return step;
    }

    /**
     * Returns the place in the program: the first stack frame that belongs neither to the search nor to the store;
     * empty if the transaction had ended.
     */
    public Optional<StackTraceElement> location() {
        if (!isOfProgram) {
            return Optional.empty();
        }
        return Arrays.stream(getStackTrace())
                .filter(element -> OURS.stream().noneMatch(element.getClassName()::startsWith))
                .findFirst();
    }
}
