package moirai.junit.weak;

import java.time.Duration;
import moirai.history.Seed;

/**
 * The limits of a search for a failure.
 *
 * @param tries the number of random tries
 * @param seed of the first try; others are made from it
 * @param shrinking the longest time for making a failure smaller; a bound for people, which changes no verdict
 */
public record SearchOptions(int tries, Seed seed, Duration shrinking) {

    public SearchOptions {
        if (tries < 1) {
            throw new IllegalArgumentException(tries + " tries; expected 1 or more");
        }
    }
}
