package moirai.studies.repaired;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import moirai.directed.causes.Cause;
import moirai.directed.repairs.Fix;
import moirai.directed.repairs.VersionFix;
import moirai.runs.cases.groups.AnomalyGroup;
import org.jspecify.annotations.Nullable;

/**
 * What came of a repair of a group, or of the repairs of all groups together.
 *
 * @param fixes none if the analysis names no repair
 * @param result null if it was not applied
 * @param reason why it was not applied; empty if it was, or there is none
 */
record RepairTrial(Of of, List<Fix> fixes, @Nullable Result result, String reason) {

    /** The columns of the table. */
    static final String HEAD = String.format(
            Locale.ROOT,
            "%3s %-11s %-19s %-11s %5s %4s | %s",
            "",
            "kind",
            "cause",
            "repair",
            "anom.",
            "live",
            "left new live other");

    RepairTrial {
        fixes = List.copyOf(fixes);
    }

    /**
     * What the repair is for.
     *
     * @param number of the group; 0 for several groups
     * @param isClaimed whether the anomalies have to be gone then
     * @param live how its anomalies came out of the sources as they are
     */
    record Of(int number, boolean isClaimed, String kind, String cause, int anomalies, LiveServer.Counts live) {

        static Of group(int number, AnomalyGroup group, LiveServer.Counts live) {
            String read = group.cause() instanceof Cause.StaleRead stale ? "." + stale.read() : "";
            return new Of(
                    number,
                    true,
                    group.kind().label(),
                    group.cause().txn() + read,
                    group.members().size(),
                    live);
        }

        /** Returns all groups with a repair, with all repairs. */
        static Of all(int anomalies, LiveServer.Counts live) {
            return new Of(0, true, "all of them", "", anomalies, live);
        }

        /** Returns all groups without a repair, with all repairs of the others. */
        static Of rest(int anomalies, LiveServer.Counts live) {
            return new Of(0, false, "the others", "", anomalies, live);
        }
    }

    /**
     * What came of a repair that was applied.
     *
     * @param left the number of anomalies of the group that the analysis of the changed sources finds
     * @param added the number of anomalies that it finds and the analysis of the unchanged ones did not
     * @param lost what the analysis loses of the changed sources alone
     * @param sharers the statements that execute a changed SELECT as well
     * @param live how the anomalies came out of the changed sources
     */
    record Result(int left, int added, List<String> lost, List<String> sharers, Live live) {

        Result {
            lost = lost.stream().sorted().toList();
            sharers = sharers.stream().sorted().toList();
        }
    }

    /**
     * How anomalies came out of the changed sources.
     *
     * @param others the number of those that may be anomalies of other groups, which the analysis still finds
     */
    record Live(LiveServer.Counts counts, int others) {}

    RepairTrial(Of of, List<Fix> fixes, Result result) {
        this(of, fixes, result, "");
    }

    static RepairTrial none(Of of) {
        return new RepairTrial(of, List.of(), null, "");
    }

    static RepairTrial notApplied(Of of, List<Fix> fixes, String reason) {
        return new RepairTrial(of, fixes, null, reason);
    }

    /** Returns a line that counts these trials. */
    static String totals(List<RepairTrial> trials) {
        List<RepairTrial> repairs = trials.stream()
                .filter(trial -> !trial.fixes.isEmpty() && trial.of.number > 0)
                .toList();
        return "repairs    " + repairs.size() + ", applied "
                + repairs.stream().filter(RepairTrial::isApplied).count() + ", contradicted "
                + repairs.stream().filter(RepairTrial::isContradicted).count() + "; groups without a repair "
                + trials.stream().filter(trial -> trial.fixes.isEmpty()).count();
    }

    boolean isApplied() {
        return result != null;
    }

    /** Returns whether the analysis or the database contradicts what the search showed of the repair. */
    boolean isContradicted() {
        return result != null
                && of.isClaimed
                && (result.left > 0
                        || result.added > 0
                        || !result.lost.isEmpty()
                        || result.live.counts().anomalous() > result.live.others());
    }

    /** Returns the line of the table. */
    String line() {
        String after = result == null
                ? fixes.isEmpty() ? "none" : "not applied"
                : String.format(
                        Locale.ROOT,
                        "%4d %3d %4d %5d",
                        result.left,
                        result.added,
                        result.live.counts().anomalous(),
                        result.live.others());
        return String.format(
                        Locale.ROOT,
                        "%3s %-11s %-19s %-11s %5d %4d | %s",
                        of.number == 0 ? "" : of.number,
                        of.kind,
                        of.cause,
                        fixes.isEmpty()
                                ? "-"
                                : word(fixes.getFirst()) + (fixes.size() > 1 ? " +" + (fixes.size() - 1) : ""),
                        of.anomalies,
                        of.live.anomalous(),
                        after)
                .stripTrailing();
    }

    private static String word(Fix fix) {
        return switch (fix) {
            case Fix.Lock lock -> "lock";
            case VersionFix version -> "version";
            case Fix.Unique unique -> "unique";
            case Fix.Keys keys -> "keys";
            case Fix.Level level -> "at " + level.level().name().replace("postgres-", "");
        };
    }

    /** Returns the lines below the table: the changes, and what is to be said of them. */
    String notes() {
        var text = new StringBuilder();
        text.append(of.number == 0 ? of.kind : String.valueOf(of.number)).append("  ");
        if (fixes.isEmpty()) {
            text.append("no repair is shown");
        } else {
            text.append(
                    of.isClaimed
                            ? fixes.stream().map(RepairTrial::text).collect(Collectors.joining("; "))
                            : "with the same repairs");
        }
        if (result == null) {
            return text.append(reason.isEmpty() ? "" : "; not applied: " + reason)
                    .toString();
        }
        if (!result.sharers.isEmpty()) {
            text.append("; the text is also executed as ").append(String.join(", ", result.sharers));
        }
        if (!result.lost.isEmpty()) {
            text.append("; lost: ").append(String.join(", ", result.lost));
        }
        if (result.live.counts().notRun() > 0) {
            text.append("; not replayed: ").append(result.live.counts().notRun());
        }
        return text.toString();
    }

    private static String text(Fix fix) {
        return switch (fix) {
            case Fix.Lock lock -> "lock " + lock.txn() + "." + String.join(", ", lock.selects());
            case VersionFix version ->
                "version of " + version.table() + " from "
                        + version.checks().stream()
                                .map(check -> version.txn() + "." + check.read() + " to " + check.write())
                                .collect(Collectors.joining(", "));
            case Fix.Unique unique -> "UNIQUE (" + String.join(", ", unique.fields()) + ") in " + unique.table();
            case Fix.Keys keys -> "keys of " + keys.table() + " checked";
            case Fix.Level level ->
                String.join(", ", level.txns()) + " at " + level.level().name();
        };
    }
}
