package moirai.analysis.durability;

import java.util.List;
import moirai.history.History;
import moirai.history.Outcome;

/** Counts writes by what final reads say of them. */
final class Comparison {

    private final FinalReadTimes times;
    private final FinalStates states;
    private long acknowledged;
    private long lost;
    private long unread;
    private long recovered;

    Comparison(FinalReadTimes times, FinalStates states) {
        this.times = times;
        this.states = states;
    }

    /** Counts a write of any outcome, and returns whether it was acknowledged and is lost. */
    boolean isLost(History piece, int txn, int op) {
        if (!(piece.outcome(txn) instanceof Outcome.Committed)) {
            boolean isRecovered = piece.outcome(txn).isIndeterminate() && states.isRecovered(piece, txn, op);
            recovered += isRecovered ? 1 : 0;
            return false;
        }
        if (!states.isJudged(piece, txn, op)) {
            return false;
        }
        boolean isLost = false;
        switch (times.answer(states.phaseOf(piece, piece.key(op)), piece.endNanos(txn))) {
            case COMPARED -> {
                acknowledged++;
                isLost = states.isLost(piece, txn, op);
            }
            case UNREAD -> unread++;
            case LATE -> {}
        }
        lost += isLost ? 1 : 0;
        return isLost;
    }

    /** Returns how many writes are lost so far. */
    long lost() {
        return lost;
    }

    /** Returns the counts, with those of sums that are wrong. */
    Durability.Counts counts(List<WrongSum> sums) {
        long inSums = sums.stream().mapToLong(WrongSum::lost).sum();
        return new Durability.Counts(acknowledged, lost + inSums, unread, recovered, states.staleCount());
    }
}
