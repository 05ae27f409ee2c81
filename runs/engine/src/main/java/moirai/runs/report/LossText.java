package moirai.runs.report;

import java.util.List;
import java.util.stream.Collectors;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.LostWrite;
import moirai.analysis.durability.WriteKind;
import moirai.analysis.durability.WrongSum;

/** The words for acknowledged writes that are lost, by what keys hold. */
public final class LossText {

    /** The number of wrong sums that are named. */
    private static final int SUMS_MAX = 3;

    private LossText() {}

    /** Returns what a transaction did to a key, without the key: {@code appended 7 to}. */
    public static String did(WriteKind kind, String value) {
        return switch (kind) {
            case APPEND -> "appended " + value + " to";
            case ADD -> "added " + value + " to";
            case WRITE -> "wrote " + value + " to";
            case INCREMENT, BALANCE_CHANGE -> "added " + value + " to";
        };
    }

    /** Returns the word for what a key holds: {@code list}. */
    public static String place(WriteKind kind) {
        return switch (kind) {
            case APPEND -> "list";
            case ADD -> "set";
            case WRITE -> "register";
            case INCREMENT -> "counter";
            case BALANCE_CHANGE -> "account";
        };
    }

    /**
     * Returns a clause about what final reads of a register show in place of a lost value.
     *
     * @param reader one of the readers; negative if none is known
     */
    public static String shown(LostWrite lost, int reader) {
        String answer = "every answer" + (reader < 0 ? "" : ", such as T" + reader + "'s,") + " shows ";
        return lost.clues().writer() == LostWrite.NONE
                ? answer + "that nobody had written to register " + lost.key()
                : answer + "what was there before, " + lost.clues().shown() + " of T"
                        + lost.clues().writer() + ", which had ended before T" + lost.txn() + " began";
    }

    /** Returns sentences about sums that are wrong, each after a blank; empty if there are none. */
    public static String sums(Durability durability) {
        List<WrongSum> sums = durability.losses().sums();
        return sums.stream()
                .limit(SUMS_MAX)
                .map(sum -> " " + sum(sum, durability.kind()) + ".")
                .collect(Collectors.joining());
    }

    /** Returns a clause about a sum: {@code counter 3 shows 90 at most, and should show 100 at least}. */
    public static String sum(WrongSum sum, WriteKind kind) {
        boolean isShort = sum.shown() < sum.bound();
        return place(kind) + " " + sum.key() + " shows " + Numbers.count(sum.shown())
                + (isShort ? " at most" : " at least")
                + ", and by all that was acknowledged " + Numbers.count(sum.bound())
                + (isShort ? " at least" : " at most");
    }
}
