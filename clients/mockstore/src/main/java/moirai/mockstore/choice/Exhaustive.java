package moirai.mockstore.choice;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;

/**
 * A chooser that takes all combinations of answers, one in each run: run the program again, each time on a new store,
 * as long as {@link #next} returns true.
 *
 * <p>The search is depth-first: the last choice that has another answer takes it, and later choices start again with
 * their first answer. The program must ask the same questions after the same answers, so it needs a single thread, or a
 * schedule in lock step. Memory is that of one run's choices.
 */
public final class Exhaustive implements Chooser {

    private final IntArrayList path = new IntArrayList();
    private final IntArrayList counts = new IntArrayList();
    private int depth;
    private long runCount = 1;

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if a question has not as many answers as it had in the run before
     */
    @Override
    public int choose(Choice choice) {
        if (depth == path.size()) {
            path.add(0);
            counts.add(choice.count());
        } else if (counts.getInt(depth) != choice.count()) {
            throw new IllegalStateException("choice " + depth + " had " + counts.getInt(depth)
                    + " answers in an earlier run, and now " + choice.count()
                    + "; expected a program that does the same after the same answers");
        }
        return path.getInt(depth++);
    }

    /**
     * Prepares another run.
     *
     * @return false if all runs have been done
     * @throws IllegalStateException if the run asked fewer questions than it has to
     */
    public boolean next() {
        if (depth < path.size()) {
            throw new IllegalStateException("the run ended after " + depth + " choices, of " + path.size()
                    + " that it was to repeat; expected a program that does the same after the same answers");
        }
        while (!path.isEmpty() && path.topInt() + 1 == counts.topInt()) {
            path.popInt();
            counts.popInt();
        }
        depth = 0;
        if (path.isEmpty()) {
            return false;
        }
        path.push(path.popInt() + 1);
        runCount++;
        return true;
    }

    /** Returns whether the next question was asked in the previous run as well and gets a predetermined answer. */
    public boolean isRepeating() {
        return depth < path.size();
    }

    /** Returns the number of this run, from 1; after the last run, the number of all runs. */
    public long runCount() {
        return runCount;
    }

    /** Returns the answers of this run so far, as a script for {@link Scripted}. */
    public List<Integer> choices() {
        return List.copyOf(path.subList(0, depth));
    }
}
