package moirai.analysis.counters;

/**
 * What has to hold of accounts between which money is only moved.
 *
 * @param isTotalGiven whether the total is known; if not, it is the one that most reads of all accounts show
 * @param total the sum of all balances; meaningless if it is not known
 * @param negativeBalances whether a balance may be below zero
 */
public record BankRules(boolean isTotalGiven, long total, boolean negativeBalances) {

    /** The total is what most reads show, and no balance is below zero. */
    public static final BankRules DEFAULT = new BankRules(false, 0, false);

    /** The same with a known total. */
    public BankRules withTotal(long known) {
        return new BankRules(true, known, negativeBalances);
    }

    /** The same with balances below zero allowed. */
    public BankRules withNegativeBalances() {
        return new BankRules(isTotalGiven, total, true);
    }
}
