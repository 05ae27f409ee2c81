package moirai.runs.cases;

/**
 * The result of replaying a case: how often it was shown.
 *
 * @param order the order to which the statements were held; free where control was less than exact
 * @param shown the number of attempts that showed the case
 * @param attempts the number of attempts in all
 * @param unknown the number of attempts that could not be judged; these are neither shown nor not shown
 */
public record Confirmation(Control control, StatementOrder order, int shown, int attempts, int unknown, Place place) {

    /**
     * The place of a replay.
     *
     * @param database product and version, as the database itself reports them
     * @param isolation the name of the level that sessions requested
     */
    public record Place(String database, String isolation) {}

    public Confirmation {
        if (shown < 0 || unknown < 0 || attempts < 1 || (long) shown + unknown > attempts) {
            throw new IllegalArgumentException(shown + " shown and " + unknown + " unknown of " + attempts
                    + " attempts; expected at least 1 attempt, and no more shown and unknown than attempts");
        }
    }
}
