package moirai.runs.scenarios.statistics;

/**
 * What became of some attempts at the same thing.
 *
 * @param shown how often the failure was shown
 * @param notShown how often an attempt was judged and did not show it
 * @param unknown how often nobody can say: neither of these
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

    /** Attempts that say something. */
    public int judged() {
        return shown + notShown;
    }

    /** For people: {@code 3 of 15}, and how many are unknown if any are. */
    public String words() {
        return shown + " of " + judged() + (unknown == 0 ? "" : " (and " + unknown + " unknown)");
    }
}
