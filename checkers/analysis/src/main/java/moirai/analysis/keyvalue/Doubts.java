package moirai.analysis.keyvalue;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import java.util.ArrayList;
import java.util.List;
import moirai.history.History;

/** Why reads of registers could not be attributed: the first few reasons in words, and the number of the others. */
final class Doubts {

    private static final int VALUES_NAMED_MAX = 8;

    private final History history;
    private final RegisterWrites writes;
    private final List<String> sentences = new ArrayList<>();
    private final IntOpenHashSet ambiguous = new IntOpenHashSet();
    private boolean hasUnknown;

    Doubts(History history, RegisterWrites writes) {
        this.history = history;
        this.writes = writes;
    }

    /** Notes that somebody read the value of this write, which another transaction wrote as well. */
    void addAmbiguous(int write) {
        if (ambiguous.add(write) && ambiguous.size() <= VALUES_NAMED_MAX) {
            sentences.add("T" + writes.txn(write) + " and T" + writes.txn(writes.rival(write)) + " both wrote "
                    + history.valueLabel(history.value(write)) + " to key " + keyLabel(write)
                    + ", so reads of it cannot be attributed");
        }
    }

    /** Notes a read of a value that nobody is known to have written, and returns the sentence; the first is kept. */
    String addUnknown(int reader, int readOp) {
        String sentence = "T" + reader + " read value " + history.valueLabel(history.value(readOp)) + " of key "
                + keyLabel(readOp) + ", whose write is not recorded; its record may be among those that are lost";
        if (!hasUnknown) {
            hasUnknown = true;
            sentences.add(sentence);
        }
        return sentence;
    }

    /** Returns whether somebody read a value that several transactions may have written. */
    boolean hasAmbiguous() {
        return !ambiguous.isEmpty();
    }

    private String keyLabel(int op) {
        return history.keyLabel(history.key(op));
    }

    List<String> sentences() {
        var all = new ArrayList<>(sentences);
        int more = ambiguous.size() - VALUES_NAMED_MAX;
        if (more > 0) {
            all.add("so it is with " + more + " more " + (more == 1 ? "value" : "values")
                    + " that two transactions wrote to one key");
        }
        return all;
    }
}
