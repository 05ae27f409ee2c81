package moirai.mockstore.choice;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.SplittableRandom;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import moirai.mockstore.OpenRead;

/**
 * A chooser that lets a transaction that is tried again read what was committed last, with a probability that rises
 * with the number of conflicts. Otherwise a session that is far behind would fail again and again, the more often the
 * longer the history is.
 *
 * <p>After n conflicts in a row of the session, a read is answered by the other chooser with probability 2⁻ⁿ, so that
 * everything remains possible.
 *
 * @param other answers all other questions
 * @param random decides which of them answers
 */
record LatestAfterConflicts(Chooser other, SplittableRandom random) implements Chooser {

    private static final int CONFLICTS_MAX = 16;
    /** Where the last writers are not allowed, nobody else has to be preferred. */
    private static final int WRITERS_MAX = 8;

    @Override
    public int choose(Choice choice) {
        return other.choose(choice);
    }

    @Override
    public int source(OpenRead read) {
        int conflicts = Math.min(read.conflicts(), CONFLICTS_MAX);
        if (conflicts > 0 && random.nextInt(1 << conflicts) > 0) {
            IntList writers = read.writers();
            for (int index = 0; index < Math.min(writers.size(), WRITERS_MAX); index++) {
                if (read.allows(writers.getInt(index))) {
                    return writers.getInt(index);
                }
            }
        }
        return other.source(read);
    }
}
