package moirai.analysis.counters;

/**
 * What has to hold of accounts between which money is only moved.
 *
 * @param accounts whether counters are accounts at all
 * @param isTotalGiven whether the total is known; if not, it is the one that most reads of all accounts show
 * @param total the sum of all balances; meaningless if it is not known
 * @param negativeBalances whether a balance may be below zero
 */
public record BankRules(Accounts accounts, boolean isTotalGiven, long total, boolean negativeBalances) {

    /** Whether counters are accounts, whose initial balances nobody knows, or begin at 0. */
    public enum Accounts {
        /**
         * They are if every transaction that increments changes several counters, and leaves their sum. A counter that
         * one transaction increments and decrements again is none.
         */
        IF_EVIDENT,
        /** Somebody said that they are. */
        TOLD,
        /** Somebody said that they are not. */
        DENIED
    }

    /** Accounts if that is evident; the total is what most reads show, and no balance is below zero. */
    public static final BankRules DEFAULT = new BankRules(Accounts.IF_EVIDENT, false, 0, false);

    /** The same with a known total, which only accounts have. */
    public BankRules withTotal(long known) {
        return new BankRules(Accounts.TOLD, true, known, negativeBalances);
    }

    /** The same with balances below zero allowed. */
    public BankRules withNegativeBalances() {
        return new BankRules(accounts, isTotalGiven, total, true);
    }

    /** The same where it is known whether counters are accounts. */
    public BankRules of(boolean areAccounts) {
        return new BankRules(
                areAccounts ? Accounts.TOLD : Accounts.DENIED, isTotalGiven && areAccounts, total, negativeBalances);
    }
}
