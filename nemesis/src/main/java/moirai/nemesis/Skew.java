package moirai.nemesis;

import java.time.Duration;

/** The way in which a clock is wrong. Waits and measured times stay right, as on a machine whose clock was set. */
public sealed interface Skew {

    /** The clock was set: it is wrong by this much, into the future or, if negative, into the past. */
    record Jump(Duration by) implements Skew {}

    /**
     * The clock is set forth and back, again and again.
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

    /** The clock runs too fast from now on, or, if negative, too slowly, by this many millionths. */
    record Drift(int partsPerMillion) implements Skew {}

    /** Describes the skew for people. */
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
