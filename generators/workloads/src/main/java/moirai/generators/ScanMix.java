package moirai.generators;

/**
 * The share and the width of scans, which read all lists of a range instead of one.
 *
 * <p>Keys are numbered in the order in which they come alive, and a range lies around a live key, so fresh keys are
 * born in ranges that others have just scanned. Few appends a key make more of them.
 *
 * @param share the probability that an op is a scan, whatever the share of reads among the others
 * @param width how many keys a range covers
 */
public record ScanMix(double share, int width) {

    /** No scans at all. */
    public static final ScanMix NONE = new ScanMix(0, 10);

    /** The greatest width: a scan answers with all lists in its range. */
    static final int WIDTH_MAX = 1_000;

    public ScanMix {
        Ranges.check("scan-share", share, 0.0, 1.0);
        Ranges.check("scan-width", width, 1, WIDTH_MAX);
    }
}
