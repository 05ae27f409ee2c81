package moirai.runs.campaign.trends;

/**
 * The bound of false alarms of a night: {@value #SHARE_MAX} of the nights without a change have one or more.
 *
 * <p>Half of it is for shapes of anomalies and half for figures, and every test of a night gets an equal part of its
 * half (Bonferroni): whoever looks at a hundred figures at the 1 % level sees one change each night. What was never
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
}
