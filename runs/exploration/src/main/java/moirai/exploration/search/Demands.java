package moirai.exploration.search;

/** What comes before a transaction, and what its reads demand of the order of commits. */
final class Demands {

    private final long direct;
    private final long past;
    private final int[] forcedTo;
    private final long[] forcedFrom;

    /**
     * All of {@code forcedFrom[i]} commit before {@code forcedTo[i]}.
     *
     * @param direct by session order or because it reads from them, as bits
     * @param past the same, transitively
     */
    Demands(long direct, long past, int[] forcedTo, long[] forcedFrom) {
        this.direct = direct;
        this.past = past;
        this.forcedTo = forcedTo;
        this.forcedFrom = forcedFrom;
    }

    long direct() {
        return direct;
    }

    long past() {
        return past;
    }

    int count() {
        return forcedTo.length;
    }

    int to(int demand) {
        return forcedTo[demand];
    }

    long from(int demand) {
        return forcedFrom[demand];
    }
}
