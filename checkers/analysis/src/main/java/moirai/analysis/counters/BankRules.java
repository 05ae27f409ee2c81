package moirai.analysis.counters;

import java.util.List;

/**
 * What has to hold of accounts between which money is only moved.
 *
 * @param accounts whether counters are accounts at all
 * @param isTotalGiven whether the total is known; if not, it is the one that most reads of all accounts show
 * @param total the sum of all balances; meaningless if it is not known
 * @param overdraft whether a balance may be below zero
 */
public record BankRules(Accounts accounts, boolean isTotalGiven, long total, Overdraft overdraft) {

    /** Whether counters are accounts, whose initial balances nobody knows, or begin at 0. */
    public enum Accounts {
        /**
         * They are if some transaction changes counters and leaves their sum, and none changes the sum. A transaction
         * that takes back what it increments moves nothing, as a transfer from an account to itself: it says nothing.
         */
        IF_EVIDENT,
        /** Somebody said that they are. */
        TOLD,
        /** Somebody said that they are not. */
        DENIED
    }

    /** Whether a balance may be below zero. */
    public enum Overdraft {
        /** Nobody said: accounts that somebody called so must not, as in Jepsen; of others nobody knows. */
        UNSAID,
        FORBIDDEN,
        ALLOWED
    }

    private static final String BANK = "bank";
    private static final String COUNTER = "counter";
    private static final String TOTAL = "total=";

    /** Accounts if that is evident; the total is what most reads show. */
    public static final BankRules DEFAULT = new BankRules(Accounts.IF_EVIDENT, false, 0, Overdraft.UNSAID);

    /**
     * What the recipe of a run, or the model of a file, says of its counters: {@code bank … total=100
     * negative-balances=false} that they are accounts, {@code counter …} that they are none; anything else says
     * nothing. Of both words the first counts.
     */
    static BankRules recorded(String workload) {
        List<String> words = List.of(workload.split(" "));
        int bank = words.indexOf(BANK);
        int counter = words.indexOf(COUNTER);
        if (counter >= 0 && (bank < 0 || counter < bank)) {
            return DEFAULT.of(false);
        }
        if (bank < 0) {
            return DEFAULT;
        }
        BankRules rules = DEFAULT.of(true);
        for (String word : words) {
            if (word.startsWith(TOTAL) && word.substring(TOTAL.length()).matches("\\d{1,9}")) {
                rules = rules.withTotal(Long.parseLong(word.substring(TOTAL.length())));
            }
        }
        return words.contains("negative-balances=true") ? rules.withNegativeBalances() : rules;
    }

    /** These rules where they say something, and elsewhere the others. */
    BankRules over(BankRules others) {
        BankRules totals = isTotalGiven ? this : others;
        return new BankRules(
                accounts == Accounts.IF_EVIDENT ? others.accounts : accounts,
                totals.isTotalGiven,
                totals.total,
                overdraft == Overdraft.UNSAID ? others.overdraft : overdraft);
    }

    /** Whether a balance below zero is wrong. */
    boolean forbidsNegativeBalances() {
        return switch (overdraft) {
            case UNSAID -> accounts == Accounts.TOLD;
            case FORBIDDEN -> true;
            case ALLOWED -> false;
        };
    }

    /** The same with a known total, which only accounts have. */
    public BankRules withTotal(long known) {
        return new BankRules(Accounts.TOLD, true, known, overdraft);
    }

    /** The same with balances below zero allowed. */
    public BankRules withNegativeBalances() {
        return new BankRules(accounts, isTotalGiven, total, Overdraft.ALLOWED);
    }

    /** The same where it is known whether counters are accounts. */
    public BankRules of(boolean areAccounts) {
        return new BankRules(
                areAccounts ? Accounts.TOLD : Accounts.DENIED, isTotalGiven && areAccounts, total, overdraft);
    }
}
