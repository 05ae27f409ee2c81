package moirai.runs.replay;

import java.util.Locale;

/**
 * The counts of a schedule's attempts by result.
 *
 * @param attempts the number of attempts in all
 * @param shown the number of attempts that showed what the case claims
 * @param same the number of these that have the fingerprint of the case
 * @param unknown the number that could not be judged, which count as neither shown nor not shown
 */
public record Outcomes(int attempts, int shown, int same, int unknown) {

    /** The outcomes without any attempt. */
    public static final Outcomes NONE = new Outcomes(0, 0, 0, 0);

    /** Returns the outcomes with one more attempt. */
    Outcomes with(Sight sight, boolean isSame) {
        return new Outcomes(
                attempts + 1,
                shown + (sight == Sight.SHOWN ? 1 : 0),
                same + (sight == Sight.SHOWN && isSame ? 1 : 0),
                unknown + (sight == Sight.UNKNOWN ? 1 : 0));
    }

    /** Returns the sum of both outcomes. */
    Outcomes with(Outcomes others) {
        return new Outcomes(
                attempts + others.attempts, shown + others.shown, same + others.same, unknown + others.unknown);
    }

    /** Returns a text such as {@code 19 of 20}, with the number of attempts that could not be judged, if any. */
    @Override
    public String toString() {
        return shown + " of " + attempts + (unknown == 0 ? "" : String.format(Locale.ROOT, " (%d unknown)", unknown));
    }
}
