package moirai.mockstore.sql.plan;

import java.util.HashMap;
import java.util.Map;
import moirai.mockstore.StoreException;
import org.jspecify.annotations.Nullable;

/** The numbers that a session took last from sequences. */
public final class SequenceMemory {

    private final Map<String, Long> taken = new HashMap<>();
    private @Nullable String last;

    void took(String sequence, long number) {
        taken.put(sequence, number);
        last = sequence;
    }

    /** Notes a number that counts as taken, from a sequence that need not be the last one. */
    void set(String sequence, long number) {
        taken.put(sequence, number);
    }

    /** Forgets all numbers. */
    public void clear() {
        taken.clear();
        last = null;
    }

    long current(String sequence) {
        Long number = taken.get(sequence);
        if (number == null) {
            throw new StoreException(
                    "55000", "currval of sequence \"" + sequence + "\" is not yet defined in this session");
        }
        return number;
    }

    long last() {
        if (last == null) {
            throw new StoreException("55000", "lastval is not yet defined in this session");
        }
        return current(last);
    }
}
