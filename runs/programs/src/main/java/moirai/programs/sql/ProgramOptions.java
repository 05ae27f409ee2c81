package moirai.programs.sql;

import java.time.Duration;
import moirai.history.Seed;

/**
 * How often and how long a program runs. A run ends with whichever comes first, its transactions or its time; one that
 * its time has ended cannot be repeated exactly.
 *
 * @param txnsPerSession how many transactions each session runs at most
 * @param timeLimit of the execution phase, without loading and judging
 * @param seed of everything that is random
 */
public record ProgramOptions(
        int runs, int sessions, int txnsPerSession, Duration timeLimit, Seed seed, Interleaving interleaving) {

    /** As in the evaluation of MonkeyDB (Biswas et al. 2021, section 8). */
    public static final Duration TIME_LIMIT_PAPER = Duration.ofSeconds(10);

    public ProgramOptions {
        if (runs < 1 || sessions < 1 || txnsPerSession < 1) {
            throw new IllegalArgumentException("at least one run, session and transaction are needed, not " + runs
                    + ", " + sessions + " and " + txnsPerSession);
        }
    }

    /** So many runs of so many sessions, which end with their transactions or after 10 seconds. */
    public static ProgramOptions serial(int runs, int sessions, int txnsPerSession, Seed seed) {
        return new ProgramOptions(runs, sessions, txnsPerSession, TIME_LIMIT_PAPER, seed, Interleaving.SERIAL);
    }

    /** The same in threads. */
    public ProgramOptions inThreads() {
        return new ProgramOptions(runs, sessions, txnsPerSession, timeLimit, seed, Interleaving.THREADS);
    }
}
