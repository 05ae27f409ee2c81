package moirai.exploration.search;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A transaction did something else when it was run again, although it had read the same. Not for programs to catch. */
public final class NondeterminismError extends Error {

    private static final long serialVersionUID = 1L;

    private static final String ALTHOUGH = ", although it had read the same values before";

    /** What comes between a program and the place where its steps are compared. */
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

    /** At this step, from 0; made where the program makes it. */
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

    /** It ended after so many steps, and had gone on before: there is no place in the program where that shows. */
    public static NondeterminismError ended(TxnPlace place, int stepCount) {
        return new NondeterminismError(
                text(place) + " ended after step " + stepCount + " when it was run again, and had gone on before"
                        + ALTHOUGH,
                place,
                stepCount,
                false);
    }

    /**
     * It made the same steps, and ended otherwise.
     *
     * @param name what it does
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

    /** It adds rows, and has never added the same: whatever else is run, scans have not looked for them. */
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

    /** From 0; -1 if all steps were the same. */
    public int step() {
        return step;
    }

    /**
     * Where the program was: the first line of the stack that is neither of the search nor of the store. Empty if it
     * had ended.
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
