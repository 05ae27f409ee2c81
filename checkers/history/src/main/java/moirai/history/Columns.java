package moirai.history;

/** How columns grow. */
final class Columns {

    /** The longest array that every JVM grants. */
    private static final int LENGTH_MAX = Integer.MAX_VALUE - 8;

    private Columns() {}

    /** A capacity of at least {@code needed}, half as much again as before where that is more. */
    static int grown(int capacity, int needed) {
        if (needed < 0 || needed > LENGTH_MAX) {
            throw new IllegalStateException("a history column is limited to " + LENGTH_MAX + " entries");
        }
        long roomy = 16L + capacity + (capacity >> 1);
        return (int) Math.min(LENGTH_MAX, Math.max(needed, roomy));
    }
}
