package moirai.analysis.counters;

import java.util.List;
import java.util.stream.Stream;

/**
 * The rules for accounts between which money is only moved.
 *
 * @param accounts whether counters are accounts at all
 * @param isTotalGiven whether the total is known; if not, it is the one that most reads of all accounts show
 * @param total the sum of all balances; meaningless if it is not known
 * @param overdraft whether a balance may be below zero
 */
public record BankRules(Accounts accounts, boolean isTotalGiven, long total, Overdraft overdraft) {

    /**
     * The knowledge whether counters are accounts, whose initial balances are not known, or counters that begin at 0.
     */
    public enum Accounts {
        /**
         * Nothing is said: they are counters. Whatever transactions move between them, balances that begin anywhere
         * would excuse reads that counters do not.
         */
        UNSAID,
        /** The user, the run or the file says that they are accounts. */
        TOLD,
        /** The user, the run or the file says that they are no accounts. */
        DENIED
    }

    /** The knowledge whether a balance may be below zero. */
    public enum Overdraft {
        /**
         * Nothing is said: accounts that are called so must not be below zero, as in Jepsen; for others it is not
         * known.
         */
        UNSAID,
        FORBIDDEN,
        ALLOWED
    }

    private static final String BANK = "bank";
    private static final String COUNTER = "counter";
    private static final String TOTAL = "total=";
    private static final String ACCOUNTS = "key-count=";

    /**
     * The rules if nothing is said: counters are no accounts, and the total of accounts is the one that most reads
     * show.
     */
    public static final BankRules DEFAULT = new BankRules(Accounts.UNSAID, false, 0, Overdraft.UNSAID);

    /** The rules of counters between which amounts are only moved: they begin at 0, so they sum to 0. */
    static final BankRules OF_COUNTERS = new BankRules(Accounts.DENIED, true, 0, Overdraft.ALLOWED);

    /**
     * Returns the rules that the recipe of a run, or the model of a file, states: {@code bank … total=100
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

    /**
     * Returns how many accounts there are, which are numbered from 0, by the recipe of a run; 0 if that does not say.
     */
    static int accountCount(String workload) {
        return Stream.of(workload.split(" "))
                .filter(word -> word.matches(ACCOUNTS + "\\d{1,7}"))
                .mapToInt(word -> Integer.parseInt(word.substring(ACCOUNTS.length())))
                .findFirst()
                .orElse(0);
    }

    /** Returns these rules, completed by the others where they say nothing. */
    BankRules over(BankRules others) {
        BankRules totals = isTotalGiven ? this : others;
        return new BankRules(
                accounts == Accounts.UNSAID ? others.accounts : accounts,
                totals.isTotalGiven,
                totals.total,
                overdraft == Overdraft.UNSAID ? others.overdraft : overdraft);
    }

    /** Returns whether the counters are accounts, whose initial balances are not known. */
    boolean areOfBank() {
        return accounts == Accounts.TOLD;
    }

    /** Returns whether a balance below zero is wrong. */
    boolean forbidsNegativeBalances() {
        return switch (overdraft) {
            case UNSAID -> areOfBank();
            case FORBIDDEN -> true;
            case ALLOWED -> false;
        };
    }

    /** Returns these rules with a known total, which only accounts have. */
    public BankRules withTotal(long known) {
        return new BankRules(Accounts.TOLD, true, known, overdraft);
    }

    /** Returns these rules with balances below zero allowed. */
    public BankRules withNegativeBalances() {
        return new BankRules(accounts, isTotalGiven, total, Overdraft.ALLOWED);
    }

    /** Returns these rules with the knowledge whether counters are accounts. */
    public BankRules of(boolean areAccounts) {
        return new BankRules(
                areAccounts ? Accounts.TOLD : Accounts.DENIED, isTotalGiven && areAccounts, total, overdraft);
    }
}
