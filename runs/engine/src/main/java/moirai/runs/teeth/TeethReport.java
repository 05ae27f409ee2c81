package moirai.runs.teeth;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.runs.scenarios.statistics.Proportions;

/**
 * The teeth of a history as they are stored.
 *
 * @param level the label of the level that had to hold; empty if nothing was measured
 * @param note why nothing was measured; empty if it was, or if nobody asked
 * @param bugs those that the level forbids, in the order of {@link Mutation}
 */
public record TeethReport(String level, String note, List<Bug> bugs) {

    /** Nobody asked. */
    public static final TeethReport NONE = none("");

    /** How a note begins that says why nothing could be measured. */
    private static final String UNKNOWN = "teeth not measured: ";

    public TeethReport {
        bugs = List.copyOf(bugs);
    }

    /**
     * A bug that was planted.
     *
     * @param bug the label of its {@link Mutation}
     * @param planted the number of copies
     * @param noticed of these, how many break the level
     * @param low the lower bound of the 95 % interval of the share that is noticed, from 0 to 1
     * @param high the upper bound
     * @param opportunities of the transactions that were looked at, the share that could have had the bug, from 0 to 1
     * @param isDull whether it is not shown that {@link Teeth#SHARE_MIN} of such bugs would have been noticed
     */
    public record Bug(
            String bug,
            int planted,
            int noticed,
            double low,
            double high,
            double opportunities,
            @JsonProperty("dull") boolean isDull) {}

    /** Returns what was measured. */
    public static TeethReport of(Teeth teeth) {
        return new TeethReport(
                teeth.level().label(),
                "",
                Arrays.stream(Mutation.values())
                        .flatMap(mutation -> Optional.ofNullable(teeth.bites().get(mutation)).stream()
                                .map(bite -> bug(mutation, bite)))
                        .toList());
    }

    private static Bug bug(Mutation mutation, Bite bite) {
        int planted = bite.noticed().judged();
        var range = planted == 0 ? new Proportions.Range(0, 1) : Proportions.range(bite.noticed());
        int looks = bite.opportunities().judged();
        return new Bug(
                mutation.label(),
                planted,
                bite.noticed().shown(),
                range.low(),
                range.high(),
                looks == 0 ? 0 : (double) bite.opportunities().shown() / looks,
                bite.isDull(Teeth.SHARE_MIN));
    }

    /** Returns that nothing could be measured, and why: a lack of evidence. */
    public static TeethReport unknown(String why) {
        return new TeethReport("", UNKNOWN + why, List.of());
    }

    /** Returns that there was nothing to be measured, and why. */
    public static TeethReport none(String why) {
        return new TeethReport("", why, List.of());
    }

    /** Returns why the evidence does not suffice; empty if it does. */
    public Optional<String> lack() {
        return note.startsWith(UNKNOWN) ? Optional.of(note) : dull();
    }

    /** Returns the bugs that the run would hardly have noticed, in words; empty if there is none. */
    public Optional<String> dull() {
        String dull = bugs.stream()
                .filter(Bug::isDull)
                .map(bug -> bug.bug() + (bug.planted() == 0 ? " (no opportunity)" : " (" + share(bug) + ")"))
                .collect(Collectors.joining(", "));
        return dull.isEmpty() ? Optional.empty() : Optional.of("dull teeth: would hardly have noticed " + dull);
    }

    /** Returns what was measured in a few words, such as {@code 5 of 6 bugs}; the note if nothing was. */
    @JsonIgnore
    public String words() {
        long sharp = bugs.stream().filter(bug -> !bug.isDull()).count();
        return bugs.isEmpty() ? note : sharp + " of " + bugs.size() + (bugs.size() == 1 ? " bug" : " bugs");
    }

    private static String share(Bug bug) {
        return bug.noticed() + " of " + bug.planted();
    }
}
