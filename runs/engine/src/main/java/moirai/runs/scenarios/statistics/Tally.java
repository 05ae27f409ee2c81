package moirai.runs.scenarios.statistics;

/**
 * The counts of some attempts at the same scenario by result.
 *
 * @param shown the number of attempts that showed the failure
 * @param notShown the number of attempts that were judged and did not show it
 * @param unknown the number of attempts that could not be judged
 */
public record Tally(int shown, int notShown, int unknown) {

    public static final Tally NONE = new Tally(0, 0, 0);

    public Tally {
        if (shown < 0 || notShown < 0 || unknown < 0) {
            throw new IllegalArgumentException("negative count: " + shown + ", " + notShown + ", " + unknown);
        }
    }

    public Tally withShown() {
        return new Tally(shown + 1, notShown, unknown);
    }

    public Tally withNotShown() {
        return new Tally(shown, notShown + 1, unknown);
    }

    public Tally withUnknown() {
        return new Tally(shown, notShown, unknown + 1);
    }

    /** Returns the attempts of both. */
    public Tally plus(Tally other) {
        return new Tally(shown + other.shown, notShown + other.notShown, unknown + other.unknown);
    }

    /** Returns the number of attempts that were judged. */
    public int judged() {
        return shown + notShown;
    }

    /** Returns the number of attempts, judged or not. */
    public int all() {
        return judged() + unknown;
    }

    /** Returns a text for people, such as {@code 3 of 15}, with the number of unknown attempts if there are any. */
    public String words() {
        return shown + " of " + judged() + (unknown == 0 ? "" : " (and " + unknown + " unknown)");
    }
}
