package moirai.programs.sql;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.SplittableRandom;
import moirai.history.Seed;

/** The random arguments of one session's transactions; equal seeds and sessions give equal arguments. */
public final class Draws {

    /** The first moment. It is constant, because arguments must not depend on the time of day. */
    private static final LocalDateTime EPOCH = LocalDateTime.of(2021, 10, 15, 0, 0);

    /** An upper bound of the numbers that a session draws. */
    private static final long NUMBERS_PER_SESSION = 1L << 32;

    private final SplittableRandom random;
    private long nextNumber;

    /**
     * Creates the draws of a session.
     *
     * @param session from 0
     */
    public Draws(Seed seed, int session) {
        this.random = seed.part(session).generator();
        this.nextNumber = session * NUMBERS_PER_SESSION + 1;
    }

    /** Returns a number in this range, both ends included. */
    public int between(int min, int max) {
        return random.nextInt(min, max + 1);
    }

    /** Returns a number in this range, both ends included, except one; the range must have another number. */
    public int betweenExcept(int min, int max, int excluded) {
        int drawn = between(min, max - 1);
        return drawn < excluded ? drawn : drawn + 1;
    }

    /** Returns an amount of money with two decimal places, both ends included. */
    public BigDecimal money(int centsMin, int centsMax) {
        return BigDecimal.valueOf(between(centsMin, centsMax), 2);
    }

    /** Returns true with this probability, in percent. */
    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** Returns a number that no other draw of the same run returns. */
    public long fresh() {
        return nextNumber++;
    }

    /** Returns a moment later than the earlier moments of this session, in whole seconds. */
    public LocalDateTime moment() {
        return EPOCH.plusSeconds(fresh() % NUMBERS_PER_SESSION);
    }

    /** Returns a random kind, by weight. */
    TxnKind kind(List<TxnKind> kinds) {
        int left = random.nextInt(kinds.stream().mapToInt(TxnKind::weight).sum());
        for (TxnKind kind : kinds) {
            left -= kind.weight();
            if (left < 0) {
                return kind;
            }
        }
        throw new IllegalArgumentException("a program needs transactions");
    }
}
