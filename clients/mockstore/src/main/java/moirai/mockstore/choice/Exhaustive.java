package moirai.mockstore.choice;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.List;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;

/**
 * Chooses everything, one way after the other: run the program, and again as long as {@link #next} says so, each
 * time on a new store.
 *
 * <p>Depth first: the last choice that has another answer takes it, and those after it start again with their first.
 * The program must ask the same questions after the same answers, so it takes one thread, or a schedule in lock
 * step. Memory is that of one run's choices.
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
     * @return whether there is one; if not, all have been done
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

    /** Whether the next question was asked in the run before as well, and gets the answer of this run's way. */
    public boolean isRepeating() {
        return depth < path.size();
    }

    /** Which run this is, from 1; after the last one, how many there are. */
    public long runCount() {
        return runCount;
    }

    /** The answers of this run so far, as a script. */
    public List<Integer> choices() {
        return List.copyOf(path.subList(0, depth));
    }
}
