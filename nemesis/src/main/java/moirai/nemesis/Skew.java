package moirai.nemesis;

import java.time.Duration;

/** How a clock is wrong. Waits and measured times are right all the same, as on a machine whose clock was set. */
public sealed interface Skew {

    /** It was set: wrong by this, into the future or, if negative, into the past. */
    record Jump(Duration by) implements Skew {}

    /**
     * It is set forth and back, again and again.
     *
     * @param period how long each of the two times holds
     */
    record Strobe(Duration by, Duration period) implements Skew {
        public Strobe {
            if (period.toNanos() <= 0) {
                throw new IllegalArgumentException("a period of " + period);
            }
        }
    }

    /** It runs too fast from now on, or, if negative, too slow, by this many millionths. */
    record Drift(int partsPerMillion) implements Skew {}

    /** For people. */
    default String describe() {
        return switch (this) {
            case Jump(Duration by) -> "by " + signed(by.toMillis()) + " ms";
            case Strobe(Duration by, Duration period) ->
                "by " + signed(by.toMillis()) + " ms and back every " + period.toMillis() + " ms";
            case Drift(int partsPerMillion) -> "by " + signed(partsPerMillion / 1_000) + " ms each second";
        };
    }

    private static String signed(long number) {
        return number < 0 ? String.valueOf(number) : "+" + number;
    }
}
