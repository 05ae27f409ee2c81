package moirai.history.files;

import java.util.Arrays;
import java.util.Optional;
import moirai.history.HistoryBuilder;
import moirai.history.dictionary.KnownLists;
import moirai.history.dictionary.PrefixDictionary;

/**
 * Decodes the answers of reads straight into a history: of a read that shares elements with one before, only the others
 * are decoded and compared. No object is made per op.
 *
 * <p>The dictionary has the places of lists in the history that is built. A reader whose transactions go to several
 * histories, one after the other, carries the elements from one to the next: the first read of a list in each of them
 * is added with all its elements.
 */
final class AnswerReader {

    private static final int[] NO_ELEMENTS = {};

    private final PrefixDictionary known = new PrefixDictionary();
    /** Whether the elements of the lists in the dictionary are carried from one history to the next. */
    private final boolean carries;

    private final KnownLists carried = new KnownLists(known);
    /** The history in which an entry has a place, and how many of its elements are there. */
    private int[] placedIn = new int[32];

    private int[] placed = new int[32];
    private int histories = 1;
    /** The elements of the read that is being decoded; those that the history has are not filled in. */
    private int[] values = new int[64];

    private AnswerReader(boolean carries) {
        this.carries = carries;
    }

    /** Makes a reader whose transactions all go to one history. */
    static AnswerReader ofOneHistory() {
        return new AnswerReader(false);
    }

    /** Makes a reader whose transactions go to several histories; see {@link #startHistory}. */
    static AnswerReader ofHistories() {
        return new AnswerReader(true);
    }

    /** Notes that the next reads are added to another history. */
    void startHistory() {
        histories++;
    }

    /** Notes the version of the format of the segment that is read. */
    void version(int version) {
        known.keepIdle(version != SegmentFormat.VERSION);
    }

    /** Forgets earlier segments. */
    void startSegment() {
        carried.clear();
    }

    /** Adds a read of a list, answered or not. */
    void read(Payload payload, long key, HistoryBuilder history) {
        int length = length(payload);
        if (length < 0) {
            history.unansweredRead(key);
        } else if (length == 0) {
            history.read(key, NO_ELEMENTS, 0);
        } else {
            int entry = entry(key);
            int shared = elements(payload, entry, length, history);
            int there = carries ? fill(entry, shared) : shared;
            history.readOn(key, known.place(entry), there, values, length);
            remember(entry, history.lastList(), there, shared, length);
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
            int entry = entry(key);
            int shared = elements(payload, entry, length, history);
            int there = carries ? fill(entry, shared) : shared;
            for (int i = 0; i < there; i++) {
                values[i] = history.elementRead(known.place(entry), i);
            }
            history.readSet(key, values, length);
            remember(entry, history.lastList(), there, shared, length);
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
            payload.elements(shared == 0 ? 0 : element(entry, shared - 1, history), values, shared, length);
        }
        return shared;
    }

    private int element(int entry, int index, HistoryBuilder history) {
        return carries ? carried.list(entry)[index] : history.elementRead(known.place(entry), index);
    }

    private int entry(long key) {
        if (!carries) {
            return known.entry(key);
        }
        int entry = carried.entry(key);
        if (entry >= placed.length) {
            placed = Arrays.copyOf(placed, known.capacity());
            placedIn = Arrays.copyOf(placedIn, known.capacity());
        }
        return entry;
    }

    /**
     * Fills in the shared elements that the entry's list does not have in this history.
     *
     * @return how many it has there
     */
    private int fill(int entry, int shared) {
        int there = placedIn[entry] == histories ? Math.min(placed[entry], shared) : 0;
        System.arraycopy(carried.list(entry), there, values, there, shared - there);
        return there;
    }

    private void remember(int entry, int list, int there, int shared, int length) {
        if (carries) {
            if (shared < length) {
                System.arraycopy(values, shared, carried.replace(entry, shared, length), shared, length - shared);
            }
            if (there < length) {
                known.replace(entry, list, known.length(entry));
                placedIn[entry] = histories;
                placed[entry] = length;
            }
            Optional<int[]> kept = carried.trim();
            if (kept.isPresent()) {
                move(kept.get());
            }
            return;
        }
        if (shared < length) {
            known.replace(entry, list, length);
        }
        known.trim();
    }

    /** Moves what is known of the places of entries to their new numbers. */
    private void move(int[] kept) {
        for (int i = 0; i < kept.length; i++) {
            placed[i] = placed[kept[i]];
            placedIn[i] = placedIn[kept[i]];
        }
    }
}
