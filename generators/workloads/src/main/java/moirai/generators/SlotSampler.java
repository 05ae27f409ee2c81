package moirai.generators;

/**
 * Turns 64 random bits into a slot of the window, by the weights of a {@link KeyDistribution}, in constant time.
 */
final class SlotSampler {

    /*
     * The alias method: M. D. Vose, "A Linear Algorithm for Generating Random Numbers with a Given Distribution",
     * IEEE Transactions on Software Engineering, 1991.
     *
     * 1. Cut the probability into slotCount columns of equal area. Column i belongs to slot i up to a threshold and
     *    to one other slot, its alias, above.
     * 2. To sample, read the random bits as a fraction of 2^64 and multiply by slotCount: the whole part is the
     *    column, the rest is uniform within it and is held against the threshold.
     *
     * Invariant while building: each slot in `light` has less than one column's area left and each in `heavy` has at
     * least one, so a heavy slot always has enough to fill up a light one's column.
     * Cost: linear to build, two array reads a sample whatever the weights.
     * Departure: one random number for column and rest instead of two. The rest keeps 64 - log2(slotCount) bits, at
     * least 44 of them.
     */

    private final long[] thresholds;
    private final int[] aliases;

    private SlotSampler(long[] thresholds, int[] aliases) {
        this.thresholds = thresholds;
        this.aliases = aliases;
    }

    static SlotSampler of(KeyDistribution distribution, int slotCount) {
        double[] areas = areas(distribution, slotCount);
        var thresholds = new long[slotCount];
        var aliases = new int[slotCount];
        var light = new int[slotCount];
        var heavy = new int[slotCount];
        int lightCount = 0;
        int heavyCount = 0;
        for (int slot = 0; slot < slotCount; slot++) {
            // Full, and its own alias, until something lighter is known. Rounding leaves some that way.
            thresholds[slot] = Long.MAX_VALUE;
            aliases[slot] = slot;
            if (areas[slot] < 1) {
                light[lightCount++] = slot;
            } else {
                heavy[heavyCount++] = slot;
            }
        }
        while (lightCount > 0 && heavyCount > 0) {
            int column = light[--lightCount];
            int donor = heavy[heavyCount - 1];
            thresholds[column] = (long) (areas[column] * 0x1p63);
            aliases[column] = donor;
            areas[donor] -= 1 - areas[column];
            if (areas[donor] < 1) {
                heavyCount--;
                light[lightCount++] = donor;
            }
        }
        return new SlotSampler(thresholds, aliases);
    }

    /** Returns the area of each slot, in columns: the mean is 1. */
    private static double[] areas(KeyDistribution distribution, int slotCount) {
        var areas = new double[slotCount];
        double sum = 0;
        for (int slot = 0; slot < slotCount; slot++) {
            areas[slot] = distribution.weight(slot);
            sum += areas[slot];
        }
        for (int slot = 0; slot < slotCount; slot++) {
            areas[slot] *= slotCount / sum;
        }
        return areas;
    }

    int slot(long randomBits) {
        int column = (int) Math.unsignedMultiplyHigh(randomBits, thresholds.length);
        long rest = (randomBits * thresholds.length) >>> 1;
        return rest < thresholds[column] ? column : aliases[column];
    }
}
