package moirai.junit.weak;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import moirai.junit.weak.choices.ChoiceTape;
import moirai.mockstore.StoreException;

/** One try of a test: the choices it makes, the calls that it leaves out, and what its rounds did. */
final class Trial {

    private final WeakDatabase database;
    private final ChoiceTape tape;
    private final BitSet leftOut;
    private final List<Class<? extends Throwable>> conflicts;
    private final List<RoundResult> rounds = new ArrayList<>();
    private int callCount;
    private boolean isConcurrent;

    /**
     * Creates a try.
     *
     * @param leftOut the calls that are not run, by their places among all calls of the try
     * @param conflicts classes of exceptions that mean a conflict, beside those of SQL
     */
    Trial(WeakDatabase database, ChoiceTape tape, BitSet leftOut, List<Class<? extends Throwable>> conflicts) {
        this.database = database;
        this.tape = tape;
        this.leftOut = leftOut;
        this.conflicts = conflicts;
    }

    /**
     * Runs calls beside each other.
     *
     * @return the end of each call; one that is left out counts as aborted
     * @throws CallFailedException if a call throws something that is no conflict
     * @throws MisuseException if the store does not support what a call asks for, or a transaction is left open
     */
    List<Ended> inParallel(List<? extends Call> calls) throws InterruptedException, StuckException {
        if (Party.current().isPresent()) {
            throw new MisuseException("a call that runs in parallel calls inParallel; expected one level of calls");
        }
        if (calls.isEmpty()) {
            throw new MisuseException("inParallel is given no calls; expected two or more");
        }
        isConcurrent |= calls.size() > 1;
        var round = new Round(tape);
        var ends = new ArrayList<Ended>();
        for (Call call : calls) {
            int place = callCount++;
            String name = call instanceof NamedCall named ? named.name() : "call " + (place + 1);
            ends.add(Ended.leftOut(name));
            if (!leftOut.get(place)) {
                round.add(name, call);
            }
        }
        RoundResult result = ran(round);
        rounds.add(result);
        if (!database.unsupported().isEmpty()) {
            // Also if the application has caught the refusal: then it did something else than on a real database.
            throw new MisuseException("the weak store refuses " + database.unsupported());
        }
        for (Ended end : result.ends()) {
            if (end.thrown().isPresent() && !end.isConflict(conflicts)) {
                throw new CallFailedException(end.call(), end.thrown().get());
            }
        }
        for (int index = 0, run = 0; index < ends.size(); index++) {
            if (!leftOut.get(callCount - ends.size() + index)) {
                ends.set(index, result.ends().get(run++));
            }
        }
        return List.copyOf(ends);
    }

    private RoundResult ran(Round round) throws InterruptedException, StuckException {
        try {
            return database.run(round);
        } catch (StoreException pending) {
            if (pending.sqlState().equals("25001")) {
                throw new MisuseException(
                        "a transaction is open before or after inParallel: commit it or roll it back ("
                                + pending.getMessage() + ")",
                        pending);
            }
            throw pending;
        }
    }

    /**
     * Returns whether calls have all ended well without any transaction, as if the store were not theirs. Asked of the
     * last try only.
     */
    boolean isBesideTheStore() {
        return !rounds.isEmpty()
                && database.unsupported().isEmpty()
                && rounds.stream()
                        .allMatch(round -> round.behaviour().txns().isEmpty()
                                && round.ends().stream()
                                        .allMatch(end -> end.thrown().isEmpty()));
    }

    /** Returns which call had to wait for another one outside of the store, and where; empty if none had to. */
    String heldUp() {
        return rounds.stream()
                .map(RoundResult::heldUp)
                .filter(call -> !call.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** Returns whether some round had two calls or more, of which one at least was not aborted. */
    boolean isTelling() {
        return isConcurrent
                && rounds.stream().flatMap(round -> round.ends().stream()).anyMatch(end -> !end.isConflict(conflicts));
    }

    /** Returns whether a call was aborted because of its isolation. */
    boolean hasConflict() {
        return rounds.stream().flatMap(round -> round.ends().stream()).anyMatch(end -> end.isConflict(conflicts));
    }

    int callCount() {
        return callCount;
    }

    BitSet leftOut() {
        return leftOut;
    }

    List<RoundResult> rounds() {
        return List.copyOf(rounds);
    }

    IntList choices() {
        return tape.taken();
    }

    /** Returns the tables of what the rounds did. */
    String table() {
        return rounds.stream().map(RoundResult::table).collect(Collectors.joining("\n"));
    }
}
