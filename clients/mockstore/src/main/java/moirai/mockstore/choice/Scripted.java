package moirai.mockstore.choice;

import java.util.List;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;

/** A chooser that repeats given answers, such as those that a {@link Recorded} chooser has recorded. */
public final class Scripted implements Chooser {

    private final List<Integer> script;
    private int next;

    /**
     * Creates a chooser from a script.
     *
     * @param script the index of the answer to each question, in the order of the questions
     */
    public Scripted(List<Integer> script) {
        this.script = List.copyOf(script);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the script has no such answer, because it was made with another program, level
     *    or schedule
     */
    @Override
    public int choose(Choice choice) {
        if (next == script.size()) {
            throw new IllegalStateException("the script ends after " + next + " choices, and the next is "
                    + said(choice) + "; expected a script of the same program, level and schedule");
        }
        int chosen = script.get(next++);
        if (chosen < 0 || chosen >= choice.count()) {
            throw new IllegalStateException("choice " + (next - 1) + " of the script is " + chosen + ", but it is "
                    + said(choice) + "; expected 0 to " + (choice.count() - 1));
        }
        return chosen;
    }

    private static String said(Choice choice) {
        return switch (choice) {
            case Choice.Read read ->
                "from whom T" + read.txn() + " of session " + read.session() + " reads " + read.key() + ", with "
                        + read.count() + " possible";
            case Choice.Turn turn -> "which of the sessions " + turn.sessions() + " is next";
        };
    }

    /** Returns whether every choice has been used, as it is after a replay that fits. */
    public boolean isFinished() {
        return next == script.size();
    }
}
