package moirai.runs.replay;

import java.util.Locale;

/**
 * How often a schedule showed what a case claims.
 *
 * @param attempts how many there were, all together
 * @param shown in how many it was shown
 * @param same how many of these look the same as the case
 * @param unknown how many could not be judged, which says neither
 */
public record Outcomes(int attempts, int shown, int same, int unknown) {

    /** Nothing was tried. */
    public static final Outcomes NONE = new Outcomes(0, 0, 0, 0);

    /** With one attempt more. */
    Outcomes with(Sight sight, boolean isSame) {
        return new Outcomes(
                attempts + 1,
                shown + (sight == Sight.SHOWN ? 1 : 0),
                same + (sight == Sight.SHOWN && isSame ? 1 : 0),
                unknown + (sight == Sight.UNKNOWN ? 1 : 0));
    }

    /** Both together. */
    Outcomes with(Outcomes others) {
        return new Outcomes(
                attempts + others.attempts, shown + others.shown, same + others.same, unknown + others.unknown);
    }

    /** {@code 19 of 20}, with how many could not be judged if any. */
    @Override
    public String toString() {
        return shown + " of " + attempts + (unknown == 0 ? "" : String.format(Locale.ROOT, " (%d unknown)", unknown));
    }
}
