package moirai.cli.replaying;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.runs.cases.HistoryCase;

/**
 * The command of the run that a case comes from, with the options of this replay in place of its own. A case is
 * untrusted input: of its command only the options are used that say what sessions do and what is asked of the
 * database. A command with any other option is refused, unless the user gives that option by hand.
 *
 * @param argv what follows {@code moirai run}, each option with its value behind an equals sign
 */
public record ReplayedRun(List<String> argv) {

    /** The options that locate the database of the run. */
    private static final Set<String> PLACES =
            Set.of("--db", "--server-version", "--upgrade-to", "--url", "--nodes", "--datacenter", "--user");

    /** The options that say what sessions do, and what is asked of the database. */
    private static final Set<String> TAKEN = Set.of(
            "--isolation",
            "--expect",
            "--workload",
            "--max-txn-length",
            "--key-count",
            "--key-dist",
            "--max-writes-per-key",
            "--read-share",
            "--scan-share",
            "--scan-width",
            "--tables",
            "--list-as",
            "--list-key",
            "--list-write",
            "--read-lock",
            "--replication",
            "--reads-at",
            "--cql-mode",
            "--consistency",
            "--concurrency",
            "--time-limit",
            "--rate",
            "--stages",
            "--txn-count",
            "--min-committed",
            "--seed",
            "--nemesis",
            "--nemesis-interval",
            "--nemesis-duration",
            "--nemesis-targets",
            "--nemesis-only");

    /**
     * The options about storing and watching the run. A replay ignores them, as it keeps and shows in its own way. It
     * must not run a command that a case brings along.
     */
    private static final Set<String> IDLE = Set.of(
            "--store",
            "--keep",
            "--name",
            "--quiet",
            "--metrics",
            "--no-live-check",
            "--stop-on",
            "--on-anomaly",
            "--on-anomaly-url");

    /**
     * The option with server settings. They name programs that servers start, so the user has to give them by hand.
     */
    private static final String SETTING = "--server-setting";

    private static final String FAULTS = "--nemesis";

    /** Copies the list. */
    public ReplayedRun {
        argv = List.copyOf(argv);
    }

    /**
     * The options of this replay.
     *
     * @param options as they were typed, by their longest names
     */
    public record Given(Map<String, List<String>> options) {

        /** No options. */
        public static final Given NOTHING = new Given(Map.of());

        /** Copies the options, in their order. */
        public Given {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }

        /** Returns whether a database is named, so that the one of the run does not count. */
        boolean isElsewhere() {
            return options.keySet().stream().anyMatch(Set.of("--db", "--url", "--nodes", "--datacenter")::contains);
        }
    }

    /**
     * Returns the command of the run that the case comes from, with the given options.
     *
     * @throws IllegalArgumentException if it has an option that no case may bring, in words for the user
     * @throws picocli.CommandLine.ParameterException if it is no command of a run
     */
    public static ReplayedRun of(HistoryCase found, Given given, RunCommands runs) {
        List<String> own = found.origin().argv().isEmpty()
                ? described(found)
                : withoutName(found.origin().argv());
        var argv = new ArrayList<String>();
        runs.options(own).forEach((option, values) -> {
            if (isTaken(option, values, found, given)) {
                values.forEach(value -> argv.add(option + "=" + value));
            }
        });
        given.options().forEach((option, values) -> values.forEach(value -> argv.add(option + "=" + value)));
        return new ReplayedRun(argv);
    }

    private static boolean isTaken(String option, List<String> values, HistoryCase found, Given given) {
        if (given.options().containsKey(option) || IDLE.contains(option)) {
            return false;
        }
        if (PLACES.contains(option)) {
            return !given.isElsewhere();
        }
        if (TAKEN.contains(option)) {
            return true;
        }
        if (option.equals(SETTING) && given.isElsewhere()) {
            return false;
        }
        String value = String.join(" ", values);
        throw new IllegalArgumentException("its run's command has " + option + " '" + value
                + "', which no case brings along"
                + (option.equals(SETTING)
                        ? ", since settings of servers name programs: expected " + option + " '" + value
                                + "' given by hand as well, or --db "
                                + found.origin().product() + " to go without it"
                        : ": expected it given by hand as well"));
    }

    /** Returns the same command without faults, for attempts that inject none. */
    ReplayedRun withoutFaults() {
        return new ReplayedRun(
                argv.stream().filter(option -> !option.startsWith(FAULTS)).toList());
    }

    /** Returns the lines by which a case describes its run beside the command. */
    private static List<String> described(HistoryCase found) {
        var argv = new ArrayList<String>();
        add(argv, "--db", found.origin().product());
        add(
                argv,
                "--isolation",
                found.header().isolation().equals("default")
                        ? ""
                        : found.header().isolation());
        add(argv, "--expect", found.header().expect());
        add(argv, "--workload", found.header().workload());
        add(argv, "--seed", found.header().seed().toString());
        return argv;
    }

    private static void add(List<String> argv, String option, String value) {
        if (!value.isEmpty()) {
            argv.add(option + "=" + value);
        }
    }

    private static List<String> withoutName(List<String> argv) {
        int first = argv.indexOf("run");
        return argv.subList(first + 1, argv.size());
    }
}
