package moirai.mockstore.choice;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import moirai.mockstore.OpenRead;

/**
 * A chooser that lets each transaction see exactly the transactions that it is given beforehand: a read returns the
 * value of the last visible writer to commit, or the initial state. If the level does not allow that, the read returns
 * another value and counts as refused.
 */
public final class Sighted implements Chooser {

    private final Sight sight;
    private final List<String> refusals = new ArrayList<>();

    /** The relation that says which transaction sees which. */
    @FunctionalInterface
    public interface Sight {

        /** Returns whether a transaction is to see what another one committed. */
        boolean sees(int reader, int readerSession, int writer);
    }

    public Sighted(Sight sight) {
        this.sight = sight;
    }

    @Override
    public int choose(Choice choice) {
        return 0;
    }

    @Override
    public int source(OpenRead read) {
        int wanted = INITIAL;
        for (int writer : read.writers()) {
            if (writer == INITIAL || sight.sees(read.txn(), read.session(), writer)) {
                wanted = writer;
                break;
            }
        }
        if (read.allows(wanted)) {
            return wanted;
        }
        refusals.add("T" + read.txn() + " of session " + read.session() + " may not read " + read.key() + " from "
                + (wanted == INITIAL ? "the initial state" : "T" + wanted));
        return Chooser.super.source(read);
    }

    /**
     * Returns the reads that the level did not allow, in their order. Must be called only while no session is active.
     */
    public List<String> refusals() {
        return List.copyOf(refusals);
    }
}
