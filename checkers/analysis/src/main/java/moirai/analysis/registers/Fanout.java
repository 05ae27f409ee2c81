package moirai.analysis.registers;

/**
 * The bound on a version's successors that its readers are put before. A version that many read and many may have
 * overwritten then costs no more than some dozens of edges for each of them. Nothing is claimed about what is left out.
 */
final class Fanout {

    private static final int PAIRS_MAX = 1024;
    private static final int SUCCESSORS_MIN = 8;

    private Fanout() {}

    static int successorsMax(int readers) {
        return Math.max(SUCCESSORS_MIN, PAIRS_MAX / Math.max(1, readers));
    }
}
