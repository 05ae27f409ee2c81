package moirai.generators;

/**
 * The mix of ops in the transactions of a workload.
 *
 * @param readShare the probability that an op that is no scan is a read; of transactions on accounts or
 *     on groups of keys, that the transaction reads all of them
 * @param scans how often ops read all lists of a range; with groups, how often a group is read so
 * @param amounts by how much counters change
 * @param groups on which groups of keys transactions run, if they do
 * @param abortShare the probability that a session rolls back a transaction that changes something
 */
public record OpMix(double readShare, ScanMix scans, Amounts amounts, Groups groups, double abortShare) {

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
        Ranges.check("abort-share", abortShare, 0.0, 1.0);
        if (!groups.isNone()) {
            scans = scans.share() == 0 ? ScanMix.NONE : new ScanMix(scans.share(), groups.size());
        }
    }

    /** The default: as many reads as changes, and no scans. */
    static final OpMix DEFAULT = new OpMix(0.5, ScanMix.NONE, Amounts.DEFAULT, Groups.NONE, 0);
}
