package moirai.history;

import java.time.Instant;

/**
 * The origin of a history.
 *
 * @param workload the printable recipe of the plans
 * @param isolation the level asked of the database, by its name, or {@code default}
 * @param expect the level that must hold
 * @param database product and version, as the database itself gives them
 * @param started when the run began; nanosecond times in the history count from here
 */
public record RunHeader(Seed seed, String workload, String isolation, String expect, String database, Instant started) {

    /** The header of histories that were written by hand or made by a test: all is unknown. */
    public static final RunHeader NONE = new RunHeader(new Seed(0), "", "", "", "", Instant.EPOCH);

    /**
     * Returns the header for a history whose operations were found, or said, to have this model. The recipe begins with
     * that word, as those of runs do, so that no later reader mistakes balances for sums.
     */
    public RunHeader meaning(String model) {
        if (workload.equals(model) || workload.startsWith(model + " ")) {
            return this;
        }
        String recipe = workload.isEmpty() ? model : model + " " + workload;
        return new RunHeader(seed, recipe, isolation, expect, database, started);
    }

    /** Returns the header for a history of which another checker expects this level. */
    public RunHeader expecting(String level) {
        return new RunHeader(seed, workload, isolation, level, database, started);
    }

    /** Returns whether the header has more than what a file of another checker may say, as that of a run does. */
    public boolean isOfRun() {
        return !equals(new RunHeader(NONE.seed, workload, NONE.isolation, expect, NONE.database, NONE.started));
    }
}
