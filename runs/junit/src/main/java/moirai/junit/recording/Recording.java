package moirai.junit.recording;

import java.util.List;

/**
 * The reads and writes of a transaction, as the code that runs it reports them. Writes are recorded before their
 * statement is sent, so that one whose answer is lost is known; reads are recorded when the answer is there.
 *
 * <p>Keys are known by their {@code toString}. A recorder is of lists or of registers, and refuses the methods of the
 * others.
 */
public interface Recording {

    /** Records an append to a list, which may still fail. */
    void append(Object key, int element);

    /** Records that a read has returned a list with these elements, the oldest first; none for a key without a list. */
    void read(Object key, List<Integer> elements);

    /** Records a write to a register, which may still fail. */
    void write(Object key, long value);

    /** Records that a read has returned this value of a register. */
    void read(Object key, long value);

    /** Records that a read has found a register as it was before all writes. */
    void readInitial(Object key);
}
