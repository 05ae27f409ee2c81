package moirai.generators;

/**
 * How often a workload reads all lists of a range instead of one, and how wide the ranges are.
 *
 * <p>Keys are numbered in the order in which they come alive, and a range lies around a live one, so fresh keys are
 * born in ranges that others have just scanned. Few appends a key make more of them.
 *
 * @param share the probability that an op is a scan, whatever the share of reads among the others
 * @param width how many keys a range covers
 */
public record ScanMix(double share, int width) {

    /** No scans at all. */
    public static final ScanMix NONE = new ScanMix(0, 10);

    /** A scan answers with all lists in its range. */
    static final int WIDTH_MAX = 1_000;

    public ScanMix {
        Ranges.check("scan-share", share, 0.0, 1.0);
        Ranges.check("scan-width", width, 1, WIDTH_MAX);
    }
}
