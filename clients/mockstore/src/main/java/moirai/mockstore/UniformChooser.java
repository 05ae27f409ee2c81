package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.SplittableRandom;

/**
 * Takes every answer with the same probability.
 *
 * <p>A suspect drawn at random, and drawn again until it is a source, is each source with the same probability. Where
 * most suspects are none, that would take long; after some draws all sources are found and one of them is drawn.
 */
final class UniformChooser implements Chooser {

    private static final int DRAWS_MAX = 8;

    private final SplittableRandom random;

    UniformChooser(SplittableRandom random) {
        this.random = random;
    }

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
