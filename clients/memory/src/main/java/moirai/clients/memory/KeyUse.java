package moirai.clients.memory;

import java.util.Arrays;
import moirai.history.Elements;

/** The use of one key by one transaction: the version that it saw, and its own appends. */
final class KeyUse {

    private static final int[] NOTHING = {};

    final VersionedList list;
    private boolean read;
    private boolean item;
    private boolean readAfterAppend;
    private Version version;
    private int[] seen = NOTHING;
    private int seenLength;
    private long seenSum;
    private boolean truthful = true;
    private int[] appended = NOTHING;
    private int appendedCount;

    KeyUse(VersionedList list) {
        this.list = list;
        this.version = list.current();
    }

    /** Notes that the list itself was asked for, or found: it was not only missed by scans of ranges. */
    void wantItem() {
        item = true;
    }

    /** Returns whether the list was asked for or found, and not only missed by scans. */
    boolean isItem() {
        return item;
    }

    /** Notes the version that all reads of the key by this transaction return. */
    void see(Version seenVersion) {
        see(seenVersion, seenVersion.elements, seenVersion.length);
        seenSum = seenVersion.sum;
    }

    /** Notes an answer that differs from the version it came from. */
    void seeInstead(Version seenVersion, int[] elements, int length) {
        see(seenVersion, elements, length);
        seenSum = Version.sum(elements, length);
        truthful = false;
    }

    private void see(Version seenVersion, int[] elements, int length) {
        read = true;
        version = seenVersion;
        seen = elements;
        seenLength = length;
        seenVersion.observed = true;
    }

    void append(int element) {
        if (appendedCount == appended.length) {
            appended = Arrays.copyOf(appended, Math.max(2, 2 * appendedCount));
        }
        appended[appendedCount++] = element;
    }

    /** Returns what was seen, then the transaction's own appends. */
    Elements answer() {
        if (appendedCount == 0) {
            return Elements.copyOf(seen, seenLength);
        }
        readAfterAppend = true;
        int[] both = Arrays.copyOf(seen, seenLength + appendedCount);
        System.arraycopy(appended, 0, both, seenLength, appendedCount);
        return Elements.copyOf(both, both.length);
    }

    /** Returns the sum of what was seen and of the transaction's own appends. */
    long answerSum() {
        readAfterAppend |= appendedCount > 0;
        return seenSum + Version.sum(appended, appendedCount);
    }

    /** Returns the sum of what was seen, as if the transaction had appended nothing. */
    long sumWithoutAppends() {
        return seenSum;
    }

    /** Returns what was seen, as if the transaction had appended nothing. */
    Elements answerWithoutAppends() {
        return Elements.copyOf(seen, seenLength);
    }

    boolean isRead() {
        return read;
    }

    boolean isReadAfterAppend() {
        return readAfterAppend;
    }

    boolean isAppended() {
        return appendedCount > 0;
    }

    /** Returns whether a read would return now what it returned. */
    boolean isValid() {
        return !read || (truthful && version == list.current());
    }

    boolean isTruthful() {
        return truthful;
    }

    /** Returns the version that was read; meaningless without a read. */
    Version version() {
        return version;
    }

    int seenLength() {
        return seenLength;
    }

    int[] appended() {
        return appended;
    }

    int appendedCount() {
        return appendedCount;
    }
}
