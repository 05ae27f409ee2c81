package moirai.runs.campaign.trends;

import java.util.Arrays;

/**
 * The bound of false alarms of a night: {@value #SHARE_MAX} of the nights without a change have one or more.
 *
 * <p>Half of it is for shapes of anomalies and half for figures, and every test of a night gets an equal part of its
 * half (Bonferroni): whoever looks at a hundred figures at the 1 % level sees one change each night. Tests that could
 * not pass, whatever the order of their runs, get none (Tarone 1990, A modified Bonferroni method for discrete data): a
 * shape that was seen once in ten nights says nothing of whether it is gone, and there are many such. What was never
 * seen before is no test: it is told whenever it is seen.
 */
public final class Alarms {

    /** The share of nights without a change that have a false alarm, at most. */
    public static final double SHARE_MAX = 0.01;

    private Alarms() {}

    /**
     * Returns how improbable it must be that chance explains a change.
     *
     * @param tests how many shapes are tested this night, or how many figures
     */
    public static double significance(int tests) {
        return SHARE_MAX / 2 / Math.max(1, tests);
    }

    /**
     * Returns how improbable it must be that chance explains a change, where tests differ in what they can tell.
     *
     * @param least for each test, the least probability that any order of its runs can have
     */
    public static double significance(double[] least) {
        double[] sorted = least.clone();
        Arrays.sort(sorted);
        // Of k tests that share it, the next one must be unable to pass; the number of those that can falls with k.
        int tests = 1;
        while (tests < sorted.length && sorted[tests] <= significance(tests)) {
            tests++;
        }
        return significance(tests);
    }
}
