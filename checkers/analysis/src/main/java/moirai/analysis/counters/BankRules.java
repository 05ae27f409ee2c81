package moirai.analysis.counters;

import java.util.List;

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

    private static final String TOTAL = "total=";

    /** Accounts if that is evident; the total is what most reads show, and no balance is below zero. */
    public static final BankRules DEFAULT = new BankRules(Accounts.IF_EVIDENT, false, 0, false);

    /**
     * What the recipe of a run says of its counters: {@code bank … total=100 negative-balances=false} that they are
     * accounts, {@code counter …} that they are none; anything else says nothing.
     */
    static BankRules recorded(String workload) {
        List<String> words = List.of(workload.split(" "));
        if (words.contains("counter")) {
            return DEFAULT.of(false);
        }
        if (!words.contains("bank")) {
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
