package moirai.runs.html.windows;

import java.util.List;
import moirai.history.History;

/*
 * The run's time is cut into slices, and each slice has a word with one bit for each window that touches it. Nearly all
 * transactions of a long run meet no window: they are told by the words of the slices they span, mostly one. Cost:
 * O(transactions + slices × windows), and a scan of slices for transactions that are long.
 */
/** A pass over the columns of a history that fills all windows at once. */
public final class Windows {

    /** The maximal number of windows, which is the number of bits in a word. */
    public static final int COUNT_MAX = 64;

    private static final int SLICES = 1 << 14;

    private Windows() {}

    /**
     * Offers every transaction to the windows that it may belong to.
     *
     * @param windows at most {@link #COUNT_MAX}
     */
    public static void fill(History history, List<Window> windows) {
        if (windows.size() > COUNT_MAX) {
            throw new IllegalArgumentException(windows.size() + " windows; expected at most " + COUNT_MAX);
        }
        if (windows.isEmpty()) {
            return;
        }
        long first = windows.stream().mapToLong(Window::fromNanos).min().orElseThrow();
        long last = windows.stream().mapToLong(Window::toNanos).max().orElseThrow();
        double scale = SLICES / Math.max(1.0, (double) last - first);
        long[] slices = new long[SLICES];
        for (int i = 0; i < windows.size(); i++) {
            Window window = windows.get(i);
            int end = slice(window.toNanos(), first, scale);
            for (int at = slice(window.fromNanos(), first, scale); at <= end; at++) {
                slices[at] |= 1L << i;
            }
        }
        for (int txn = 0; txn < history.txnCount(); txn++) {
            long start = history.startNanos(txn);
            long end = history.endNanos(txn);
            if (end >= first && start <= last) {
                long hit = 0;
                int to = slice(end, first, scale);
                for (int at = slice(start, first, scale); at <= to; at++) {
                    hit |= slices[at];
                }
                for (; hit != 0; hit &= hit - 1) {
                    windows.get(Long.numberOfTrailingZeros(hit)).offer(txn, start, end);
                }
            }
        }
    }

    private static int slice(long nanos, long first, double scale) {
        return Math.clamp((long) ((nanos - first) * scale), 0, SLICES - 1);
    }
}
