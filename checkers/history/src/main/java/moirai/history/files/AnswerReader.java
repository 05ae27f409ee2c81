package moirai.history.files;

import moirai.history.HistoryBuilder;

/**
 * Decodes the answers of reads straight into a history: of a read that shares elements with one before, only the others
 * are decoded and compared. No object is made per op.
 */
final class AnswerReader {

    private static final int[] NO_ELEMENTS = {};

    private final PrefixDictionary known = new PrefixDictionary();
    /** The elements of the read that is being decoded; shared ones are not filled in. */
    private int[] values = new int[64];

    /** Forgets earlier segments. */
    void startSegment() {
        known.clear();
    }

    /** Adds a read of a list, answered or not. */
    void read(Payload payload, long key, HistoryBuilder history) {
        int length = length(payload);
        if (length < 0) {
            history.unansweredRead(key);
        } else if (length == 0) {
            history.read(key, NO_ELEMENTS, 0);
        } else {
            int entry = known.entry(key);
            int shared = elements(payload, entry, length, history);
            history.readOn(key, known.place(entry), shared, values, length);
            remember(entry, history.lastList(), shared, length);
        }
    }

    /** Adds a read of a set, answered or not. */
    void readSet(Payload payload, long key, HistoryBuilder history) {
        int length = length(payload);
        if (length < 0) {
            history.unansweredRead(key);
        } else if (length == 0) {
            history.readSet(key, NO_ELEMENTS, 0);
        } else {
            int entry = known.entry(key);
            int shared = elements(payload, entry, length, history);
            for (int i = 0; i < shared; i++) {
                values[i] = history.elementRead(known.place(entry), i);
            }
            history.readSet(key, values, length);
            remember(entry, history.lastList(), shared, length);
        }
    }

    /** Returns how many elements were read, or -1 if the answer was not seen. */
    private static int length(Payload payload) {
        return payload.count("the length of a read", Integer.MAX_VALUE) - 1;
    }

    /**
     * Decodes the elements that are not shared.
     *
     * @return how many are shared
     */
    private int elements(Payload payload, int entry, int length, HistoryBuilder history) {
        int shared = payload.count("the number of shared elements", Math.min(length, known.length(entry)));
        if (length - shared > payload.left()) {
            throw payload.damaged("a read of " + length + " elements, of which " + shared + " are known and only "
                    + payload.left() + " bytes follow");
        }
        if (length > values.length) {
            values = new int[Math.max(length, 2 * values.length)];
        }
        if (shared < length) {
            int before = shared == 0 ? 0 : history.elementRead(known.place(entry), shared - 1);
            payload.elements(before, values, shared, length);
        }
        return shared;
    }

    private void remember(int entry, int list, int shared, int length) {
        if (shared < length) {
            known.replace(entry, list, length);
        }
        known.trim();
    }
}
