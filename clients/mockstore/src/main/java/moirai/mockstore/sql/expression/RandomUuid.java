package moirai.mockstore.sql.expression;

import java.util.SplittableRandom;
import java.util.UUID;

/** Random UUIDs, which follow from a seed. */
public final class RandomUuid {

    private RandomUuid() {}

    /** Returns a random UUID (RFC 9562, section 5.4). */
    public static UUID of(SplittableRandom random) {
        long high = (random.nextLong() & ~0xF000L) | 0x4000L;
        long low = (random.nextLong() >>> 2) | Long.MIN_VALUE;
        return new UUID(high, low);
    }
}
