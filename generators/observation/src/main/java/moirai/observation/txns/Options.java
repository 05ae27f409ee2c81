package moirai.observation.txns;

import java.util.List;

/**
 * The limits of an observation.
 *
 * @param runsMax how often a transaction is run at most; at least 10
 * @param hints values to be tried
 */
public record Options(int runsMax, List<Hint> hints) {

    /** The usual limits: 4000 runs, which take a few seconds on a database in memory, and no hints. */
    public static final Options USUAL = new Options(4000, List.of());

    /** Copies the list. Throws IllegalArgumentException for too few runs. */
    public Options {
        hints = List.copyOf(hints);
        if (runsMax < 10) {
            throw new IllegalArgumentException("runs: " + runsMax + "; accepted: at least 10");
        }
    }
}
