package moirai.analysis.explanation;

import moirai.analysis.Anomaly;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/** Puts into words what one or two ops prove by themselves. */
final class ReadText {

    private final History history;
    private final OpText words;

    ReadText(History history, OpText words) {
        this.history = history;
        this.words = words;
    }

    String garbage(Anomaly.GarbageRead found) {
        String read = words.read(found.reader(), found.readOp());
        return history.dataModel() == DataModel.COUNTER
                ? read + ", but no increments, whoever made them, sum to that!"
                : read + ", but no transaction ever " + words.wrote() + " " + history.valueLabel(found.element()) + "!";
    }

    String aborted(Anomaly.AbortedRead found) {
        String read = words.read(found.reader(), found.readOp());
        return words.isOfRegisters()
                ? read + ", which T" + found.writer() + " wrote, but T" + found.writer()
                        + " aborted: nobody may ever see that!"
                : read + ", and " + history.valueLabel(found.element()) + " in it was " + words.written() + " by T"
                        + found.writer() + ", which aborted: nobody may ever see that!";
    }

    String intermediate(Anomaly.IntermediateRead found) {
        String read = words.read(found.reader(), found.readOp());
        return words.isOfRegisters()
                ? read + ", which T" + found.writer() + " wrote, but T" + found.writer()
                        + " wrote that key again: the value was seen in the middle of a transaction!"
                : read + ", which ends in " + history.valueLabel(found.element()) + " of T" + found.writer() + ", but T"
                        + found.writer() + " appended again: the list was seen in the middle of a transaction!";
    }

    String lost(Anomaly.LostUpdate update, boolean inAnyOrder) {
        String chose = words.read(update.txn(), update.readOp()) + " and then chose to " + words.op(update.appendOp());
        String other = "T" + update.overwriter();
        if (history.dataModel() == DataModel.COUNTER) {
            return chose + ", and " + other + " read the same and incremented it too: whichever was the later"
                    + " changed a counter that it had not seen!";
        }
        if (inAnyOrder) {
            return chose + ", and " + other + " read the same and appended to it too: whichever was the later"
                    + " decided on a list that was no longer there!";
        }
        return words.isOfRegisters()
                ? chose + ", and so did " + other + ", which wrote another value: whichever was the later"
                        + " overwrote what it had not seen!"
                : chose + ", but " + other + " had appended in between: T" + update.txn()
                        + " decided on a list that was no longer there!";
    }

    String duplicate(Anomaly.DuplicateElement found) {
        return words.read(found.reader(), found.readOp()) + ", where " + history.valueLabel(found.element())
                + " stands twice, but it was " + words.written() + " once!";
    }

    String reordered(Anomaly.ReorderedAppends found) {
        String earlier = history.valueLabel(history.element(found.earlierOp()));
        String later = history.valueLabel(history.element(found.laterOp()));
        return words.read(found.reader(), found.readOp()) + ", where " + later + " stands without " + earlier
                + " before it, but T" + found.writer() + " appended " + earlier + " before " + later + "!";
    }

    String internal(Anomaly.InternalInconsistency found) {
        return words.read(found.txn(), found.readOp()) + ", which does not fit what it had itself "
                + (words.isOfRegisters() ? "" : "read and ") + words.written() + " before!";
    }

    String future(Anomaly.FutureRead found) {
        return words.read(found.txn(), found.readOp()) + ", but only after that did it " + words.op(found.appendOp())
                + " itself!";
    }

    String incompatible(Anomaly.IncompatibleOrder reads) {
        return words.read(reads.reader(), reads.readOp()) + ", and "
                + words.read(reads.otherReader(), reads.otherReadOp())
                + ": neither list is the beginning of the other, so at least one was never committed!";
    }

    String dirty(Anomaly.DirtyUpdate update) {
        return "T" + update.writer() + "'s " + words.op(update.appendOp()) + " follows T" + update.abortedWriter()
                + "'s " + words.op(update.abortedOp()) + ", but T" + update.abortedWriter()
                + " aborted: a committed list was built on an aborted one!";
    }

    String wrongTotal(Anomaly.WrongTotal found) {
        return "The balances that T" + found.reader() + " read sum to " + found.total() + ", but every transfer leaves"
                + " their sum at " + found.expected() + ": it saw a part of a transfer!";
    }

    String oddBalance(Anomaly.OddBalance found) {
        String account = "key " + words.keyLabel(found.readOp());
        return "T" + found.reader() + " read all accounts, and "
                + (history.isAnswered(found.readOp())
                        ? account + " as " + history.value(found.readOp())
                                + " among them, which no transfer and no other such read, or hardly any, knows of!"
                        : "of " + account + " no balance, but no transfer takes an account away!");
    }

    String negative(Anomaly.NegativeValue found) {
        return words.read(found.reader(), found.readOp())
                + ": no transfer that checks what it takes from leaves less than nothing!";
    }

    String counter(Anomaly.CounterRead found) {
        return words.read(found.reader(), found.readOp()) + because(found);
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
