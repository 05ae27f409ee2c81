package moirai.generators;

/**
 * The mix of ops in the transactions of a workload.
 *
 * @param readShare the probability that an op that is no scan is a read; of transactions on accounts, that it reads all
 * @param scans how often ops read all lists of a range
 * @param amounts by how much counters change
 */
public record OpMix(double readShare, ScanMix scans, Amounts amounts) {

    /**
     * The amounts by which counters and accounts change.
     *
     * @param max each change is of 1 to this
     * @param total what all accounts hold together
     * @param negativeBalances whether accounts may be overdrawn; if not, sessions roll back a transfer that would
     */
    public record Amounts(int max, int total, boolean negativeBalances) {

        /** Jepsen's bank: at most 5 at a time of 100, and no account below zero. */
        static final Amounts DEFAULT = new Amounts(5, 100, false);

        static final int AMOUNT_MAX = 1_000_000;

        public Amounts {
            Ranges.check("max-amount", max, 1, AMOUNT_MAX);
            Ranges.check("total", total, 0, AMOUNT_MAX);
        }
    }

    public OpMix {
        Ranges.check("read-share", readShare, 0.0, 1.0);
    }

    /** The default: as many reads as changes, and no scans. */
    static final OpMix DEFAULT = new OpMix(0.5, ScanMix.NONE, Amounts.DEFAULT);
}
