package moirai.observation.txns;

import java.util.List;

/**
 * The limits of an observation.
 *
 * @param runsMax how often a transaction is run at most; at least 10
 * @param questionsMax how many questions are answered on one way before the last is not followed further; at least 1
 * @param hints values to be tried
 */
public record Options(int runsMax, int questionsMax, List<Hint> hints) {

    private static final int QUESTIONS_MAX = 8;

    /** The usual limits: 4000 runs, which take a few seconds on a database in memory, and no hints. */
    public static final Options USUAL = new Options(4000, List.of());

    /**
     * The limits for transactions that are given whole objects: 500 runs, which take milliseconds each with libraries
     * that map objects, and 3 questions on one way, since they have very many ways.
     */
    public static final Options OF_OBJECTS = new Options(500, 3, List.of());

    /** Makes limits with the usual number of questions, which is 8. */
    public Options(int runsMax, List<Hint> hints) {
        this(runsMax, QUESTIONS_MAX, hints);
    }

    /** Copies the list. Throws IllegalArgumentException for too few runs or questions. */
    public Options {
        hints = List.copyOf(hints);
        if (runsMax < 10) {
            throw new IllegalArgumentException("runs: " + runsMax + "; accepted: at least 10");
        }
        if (questionsMax < 1) {
            throw new IllegalArgumentException("questions: " + questionsMax + "; accepted: at least 1");
        }
    }
}
