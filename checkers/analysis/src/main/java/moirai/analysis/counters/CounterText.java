package moirai.analysis.counters;

import moirai.analysis.Anomaly;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/** What single reads of counters prove, in sentences. */
public final class CounterText {

    private CounterText() {}

    /** Why the total is wrong, in a sentence. */
    public static String of(Anomaly.WrongTotal found) {
        return "The balances that T" + found.reader() + " read sum to " + found.total() + ", but every transfer leaves"
                + " their sum at " + found.expected() + ": it saw a part of a transfer!";
    }

    /** What is odd about the balance, in a sentence. */
    public static String of(Anomaly.OddBalance found, History history) {
        String account = "key " + history.keyLabel(history.key(found.readOp()));
        return "T" + found.reader() + " read all accounts, and "
                + (history.isAnswered(found.readOp())
                        ? account + " as " + history.value(found.readOp())
                                + " among them, which no transfer and no other such read, or hardly any, knows of!"
                        : "of " + account + " no balance, but no transfer takes an account away!");
    }

    /** What the read shows; {@code read} names it: {@code T1 read key 2 as 5}. */
    public static String of(Anomaly.CounterRead found, String read) {
        return read + because(found);
    }

    private static String because(Anomaly.CounterRead found) {
        String range = range(found);
        Phenomenon phenomenon = found.phenomenon();
        if (phenomenon == Phenomenon.GARBAGE_READ) {
            return ", but all increments that anybody made leave it " + range + "!";
        }
        if (phenomenon == Phenomenon.DIRTY_READ) {
            return ", but no transactions that may have committed sum to that (they leave it " + range
                    + "): it saw increments of one that aborted, or a part of one!";
        }
        if (phenomenon == Phenomenon.G_SINGLE_PROCESS) {
            return ", but its own session had left it " + range + " before: it missed what its session had done!";
        }
        if (phenomenon == Phenomenon.G1C_PROCESS) {
            return ", but without what its own session did only after it, all increments leave it " + range
                    + ": it saw what its session had not done yet!";
        }
        if (phenomenon == Phenomenon.G_SINGLE_REALTIME) {
            return ", but increments that had ended before it began leave it " + range
                    + ": it missed at least one of them!";
        }
        if (phenomenon == Phenomenon.G1C_REALTIME) {
            return ", but all increments that had begun before it ended leave it " + range
                    + ": it saw one that began only after it had ended!";
        }
        return ", but increments that had ended before it began, with any of those that ran beside it, leave it "
                + range + ": it missed one that had ended, or saw one that had not begun!";
    }

    private static String range(Anomaly.CounterRead found) {
        if (found.max() == Long.MAX_VALUE) {
            return "at " + found.min() + " or above";
        }
        if (found.min() == Long.MIN_VALUE) {
            return "at " + found.max() + " or below";
        }
        return found.min() == found.max() ? "at " + found.min() : "between " + found.min() + " and " + found.max();
    }
}
