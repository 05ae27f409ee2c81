package moirai.programs.sql;

import java.time.Duration;
import moirai.history.Seed;

/**
 * The number and the length of a program's runs. A run ends when its transactions or its time are used up, whichever
 * comes first. A run that its time has ended cannot be repeated exactly.
 *
 * @param txnsPerSession the maximal number of transactions of each session
 * @param timeLimit of the execution phase, without loading and judging
 * @param seed of all random choices
 */
public record ProgramOptions(
        int runs, int sessions, int txnsPerSession, Duration timeLimit, Seed seed, Interleaving interleaving) {

    /** The time limit in the evaluation of MonkeyDB (Biswas et al. 2021, section 8). */
    public static final Duration TIME_LIMIT_PAPER = Duration.ofSeconds(10);

    public ProgramOptions {
        if (runs < 1 || sessions < 1 || txnsPerSession < 1) {
            throw new IllegalArgumentException("at least one run, session and transaction are needed, not " + runs
                    + ", " + sessions + " and " + txnsPerSession);
        }
    }

    /** Returns options for serial runs, which end after their transactions or after 10 seconds. */
    public static ProgramOptions serial(int runs, int sessions, int txnsPerSession, Seed seed) {
        return new ProgramOptions(runs, sessions, txnsPerSession, TIME_LIMIT_PAPER, seed, Interleaving.SERIAL);
    }

    /** Returns the same options for runs in threads. */
    public ProgramOptions inThreads() {
        return new ProgramOptions(runs, sessions, txnsPerSession, timeLimit, seed, Interleaving.THREADS);
    }
}
