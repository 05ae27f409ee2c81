package moirai.mockstore;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.SplittableRandom;

/** A chooser that reads the last committed value among those allowed and takes a random session's turn. */
record LatestChooser(SplittableRandom random) implements Chooser {

    @Override
    public int choose(Choice choice) {
        return switch (choice) {
            case Choice.Read read -> 0;
            case Choice.Turn turn -> random.nextInt(turn.count());
        };
    }

    @Override
    public int source(OpenRead read) {
        IntList writers = read.writers();
        for (int index = 0; index < writers.size(); index++) {
            if (read.allows(writers.getInt(index))) {
                return writers.getInt(index);
            }
        }
        return Chooser.super.source(read);
    }
}
