package moirai.analysis.durability;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import moirai.history.FaultEvent;

/**
 * The times of the final reads of a history. A run that was resumed may have some in each of its parts.
 *
 * @param phases in order of time; they do not overlap
 */
public record FinalReadTimes(List<Phase> phases) {

    /** Stands for no phase. */
    static final int NONE = -1;

    public FinalReadTimes {
        phases = List.copyOf(phases);
    }

    /**
     * Final reads that follow each other.
     *
     * @param endedNanos when they ended; {@link Long#MAX_VALUE} if nobody has noted that
     * @param isComplete whether every key was read at every node
     */
    public record Phase(long beganNanos, long endedNanos, boolean isComplete) {}

    /** Returns the times that these events tell of. O(events × log). */
    public static FinalReadTimes of(List<FaultEvent> faults) {
        var phases = new ArrayList<Phase>();
        boolean isOpen = false;
        for (FaultEvent event : faults.stream()
                .filter(Durability::isFinalReads)
                .sorted(Comparator.comparingLong(FaultEvent::nanos))
                .toList()) {
            boolean begins = event.phase() == FaultEvent.Phase.INJECTED;
            if (isOpen) {
                long began = phases.removeLast().beganNanos();
                boolean isComplete = !begins && event.fault().equals(Durability.FINAL_READS);
                phases.add(new Phase(began, event.nanos(), isComplete));
            }
            if (begins) {
                phases.add(new Phase(event.nanos(), Long.MAX_VALUE, false));
            }
            isOpen = begins;
        }
        return new FinalReadTimes(phases);
    }

    /** Returns whether final reads were wanted, if only in vain. */
    public boolean areAsked() {
        return !phases.isEmpty();
    }

    /** Returns whether some of them are complete. */
    boolean areKnown() {
        return phases.stream().anyMatch(Phase::isComplete);
    }

    /** Returns whether this time is one at which final reads went on. O(phases). */
    public boolean isDuring(long nanos) {
        return phaseOf(nanos) != NONE;
    }

    /** Returns the phase of a read that began at this time, if that phase is complete; otherwise {@link #NONE}. */
    int completeAt(long nanos) {
        int phase = phaseOf(nanos);
        return phase == NONE || !phases.get(phase).isComplete() ? NONE : phase;
    }

    /** Returns whether final reads went on at some time from {@code first} to {@code last}. O(phases). */
    boolean overlap(long first, long last) {
        return phases.stream().anyMatch(phase -> first <= phase.endedNanos() && last >= phase.beganNanos());
    }

    private int phaseOf(long nanos) {
        for (int i = phases.size() - 1; i >= 0; i--) {
            if (nanos >= phases.get(i).beganNanos()) {
                return nanos <= phases.get(i).endedNanos() ? i : NONE;
            }
        }
        return NONE;
    }

    /** The answer of final reads about an acknowledged write. */
    enum Answer {
        /** The key was finally read after it. */
        COMPARED,
        /** No final read that is complete comes after it. */
        UNREAD,
        /** It ended while final reads went on, so these may have missed it. */
        LATE
    }

    /**
     * Decides what the final reads of a key say of a write to it.
     *
     * @param phase the last complete phase in which the key was read, or {@link #NONE}
     * @param acknowledgedNanos when the commit was acknowledged
     */
    Answer answer(int phase, long acknowledgedNanos) {
        if (phase != NONE && acknowledgedNanos <= phases.get(phase).beganNanos()) {
            return Answer.COMPARED;
        }
        return isDuring(acknowledgedNanos) ? Answer.LATE : Answer.UNREAD;
    }
}
