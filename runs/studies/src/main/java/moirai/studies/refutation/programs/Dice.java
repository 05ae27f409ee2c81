package moirai.studies.refutation.programs;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Random choices from one seed. */
public final class Dice {

    private final SplittableRandom random;

    public Dice(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Decides by chance, in so many of a hundred cases. */
    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Returns a number from 0 to the bound, which it does not reach. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    @SafeVarargs
    public final <T> T pick(T... of) {
        return of[below(of.length)];
    }

    public <T> T pick(List<T> of) {
        return of.get(below(of.size()));
    }

    /** Returns what one of several ways makes. */
    @SafeVarargs
    public final <T> T make(Supplier<T>... ways) {
        return ways[below(ways.length)].get();
    }
}
