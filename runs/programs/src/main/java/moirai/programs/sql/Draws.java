package moirai.programs.sql;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.List;
import java.util.SplittableRandom;
import moirai.history.Seed;

/** The random arguments of one session's transactions: the same seed and session, the same arguments. */
public final class Draws {

    /** Any moment would do; arguments must not depend on the time of day. */
    private static final LocalDateTime EPOCH = LocalDateTime.of(2021, 10, 15, 0, 0);

    /** More transactions than a session will have. */
    private static final long NUMBERS_PER_SESSION = 1L << 32;

    private final SplittableRandom random;
    private long nextNumber;

    /**
     * Starts a session's draws.
     *
     * @param session from 0
     */
    public Draws(Seed seed, int session) {
        this.random = seed.part(session).generator();
        this.nextNumber = session * NUMBERS_PER_SESSION + 1;
    }

    /** A number of this range, both ends included. */
    public int between(int min, int max) {
        return random.nextInt(min, max + 1);
    }

    /** A number of this range other than one of them; the range must hold another. */
    public int betweenExcept(int min, int max, int excluded) {
        int drawn = between(min, max - 1);
        return drawn < excluded ? drawn : drawn + 1;
    }

    /** Money with two decimal places, both ends included. */
    public BigDecimal money(int centsMin, int centsMax) {
        return BigDecimal.valueOf(between(centsMin, centsMax), 2);
    }

    /** True so many times in a hundred. */
    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** A number that no other draw of the same run returns. */
    public long fresh() {
        return nextNumber++;
    }

    /** A moment later than those before it in this session, in whole seconds. */
    public LocalDateTime moment() {
        return EPOCH.plusSeconds(fresh() % NUMBERS_PER_SESSION);
    }

    /** One of these, by weight. */
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
