package moirai.analysis.registers;

/**
 * How many of a version's successors its readers are put before, so that a version that many read and many may have
 * overwritten costs no more than some dozens of edges for each of them. What is left out is not claimed.
 */
final class Fanout {

    private static final int PAIRS_MAX = 1024;
    private static final int SUCCESSORS_MIN = 8;

    private Fanout() {}

    static int successorsMax(int readers) {
        return Math.max(SUCCESSORS_MIN, PAIRS_MAX / Math.max(1, readers));
    }
}
