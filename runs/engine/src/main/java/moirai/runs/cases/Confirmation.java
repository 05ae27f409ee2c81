package moirai.runs.cases;

/**
 * How often a case was shown when it was replayed.
 *
 * @param order what the statements were held to; free where control was less than exact
 * @param shown how many attempts showed it
 * @param attempts how many there were, all together
 * @param unknown how many of them could not be judged; these are neither shown nor not shown
 */
public record Confirmation(Control control, StatementOrder order, int shown, int attempts, int unknown, Place place) {

    /**
     * Where it was replayed.
     *
     * @param database product and version, as the database itself gives them
     * @param isolation what sessions asked for, by its name
     */
    public record Place(String database, String isolation) {}

    public Confirmation {
        if (shown < 0 || unknown < 0 || attempts < 1 || (long) shown + unknown > attempts) {
            throw new IllegalArgumentException(shown + " shown and " + unknown + " unknown of " + attempts
                    + " attempts; expected at least 1 attempt, and no more shown and unknown than attempts");
        }
    }
}
