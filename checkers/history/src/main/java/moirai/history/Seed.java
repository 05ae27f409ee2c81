package moirai.history;

import java.security.SecureRandom;
import java.util.SplittableRandom;

/**
 * The one number that a run comes from: plans, key choices and fault schedules follow from it.
 *
 * <p>Written in hexadecimal. On a live database the seed fixes plans and schedule, not the interleaving.
 */
public record Seed(long value) {

    /**
     * The increment: odd and irrational-looking, so that near indices give far seeds (Steele, Lea, Flood, "Fast
     * Splittable PRNGs", 2014).
     */
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    /**
     * Reads what {@link #toString} writes: 1 to 16 hexadecimal digits, with or without {@code 0x}.
     *
     * @throws IllegalArgumentException if the text is something else; the message says what would be accepted
     */
    public static Seed parse(String text) {
        String digits = text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
        if (!digits.matches("[0-9a-fA-F]{1,16}")) {
            throw new IllegalArgumentException("'" + text + "' is not a seed: expected 1 to 16 hexadecimal digits");
        }
        return new Seed(Long.parseUnsignedLong(digits, 16));
    }

    /** Returns a seed from the system's entropy, for runs that were not given one. */
    public static Seed random() {
        return new Seed(new SecureRandom().nextLong()); // SplittableRandom would take the time of day
    }

    /**
     * Returns the seed of part {@code index}, for example of one session: independent of the other parts, and always
     * the same.
     */
    public Seed part(long index) {
        return new Seed(new SplittableRandom(value + GOLDEN_GAMMA * (index + 1)).nextLong());
    }

    /** Returns a generator that starts from this seed. */
    public SplittableRandom generator() {
        return new SplittableRandom(value);
    }

    @Override
    public String toString() {
        return Long.toHexString(value);
    }
}
