package moirai.mockstore.choice;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.ArrayList;
import java.util.List;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import moirai.mockstore.OpenRead;

/**
 * Has each transaction see whom it was told to see beforehand, and nobody else: a read returns what the last of them to
 * commit wrote, or the initial state. What the level does not allow is not done: such a read returns another value,
 * and counts as refused.
 */
public final class Sighted implements Chooser {

    private final Sight sight;
    private final List<String> refusals = new ArrayList<>();

    /** Who sees whom. */
    @FunctionalInterface
    public interface Sight {

        /** Whether a transaction is to see what another one committed. */
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

    /** The reads that the level did not allow, in their order. To be asked when no session is at work. */
    public List<String> refusals() {
        return List.copyOf(refusals);
    }
}
