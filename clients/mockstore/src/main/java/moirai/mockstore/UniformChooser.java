package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.SplittableRandom;

/**
 * A chooser that gives every answer the same probability.
 *
 * <p>To choose a source, it draws a random suspect until the suspect is a source; so each source has the same
 * probability. That would take long where few suspects are sources. After some draws it finds all sources and draws one
 * of them.
 */
record UniformChooser(SplittableRandom random) implements Chooser {

    private static final int DRAWS_MAX = 8;

    @Override
    public int choose(Choice choice) {
        return choice.count() == 1 ? 0 : random.nextInt(choice.count());
    }

    @Override
    public int source(OpenRead read) {
        IntList suspects = read.suspects();
        for (int draw = 0; draw < DRAWS_MAX && !suspects.isEmpty(); draw++) {
            int suspect = suspects.getInt(random.nextInt(suspects.size()));
            if (read.allows(suspect)) {
                return suspect;
            }
        }
        return Chooser.super.source(read);
    }
}
