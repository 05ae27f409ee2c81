package moirai.cli.replaying;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import moirai.runs.cases.Case;

/**
 * The command of the run that a case comes from, with what is asked for now in place of what it says.
 *
 * @param argv what follows {@code moirai run}
 */
record ReplayedRun(List<String> argv) {

    private static final Set<String> PLACES = Set.of("--db", "--url", "--user");
    private static final String FAULTS = "--nemesis";

    ReplayedRun {
        argv = List.copyOf(argv);
    }

    /**
     * That command.
     *
     * @param given what is asked for now
     * @param isElsewhere whether a database is named now, so that the one of the run does not count
     */
    static ReplayedRun of(Case found, List<String> given, boolean isElsewhere) {
        List<String> own = found.origin().argv().isEmpty()
                ? described(found)
                : withoutName(found.origin().argv());
        return new ReplayedRun(Stream.concat(
                        (isElsewhere ? without(own, PLACES::contains) : own).stream(), given.stream())
                .toList());
    }

    /** The same without faults, for attempts that inject none. */
    ReplayedRun withoutFaults() {
        return new ReplayedRun(without(argv, option -> option.startsWith(FAULTS)));
    }

    /** What a case says of its run beside the command. */
    private static List<String> described(Case found) {
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
            argv.addAll(List.of(option, value));
        }
    }

    private static List<String> withoutName(List<String> argv) {
        int first = argv.indexOf("run");
        return argv.subList(first + 1, argv.size());
    }

    private static List<String> without(List<String> argv, Predicate<String> isDropped) {
        var kept = new ArrayList<String>();
        for (int i = 0; i < argv.size(); i++) {
            String option = argv.get(i).split("=", 2)[0];
            if (!isDropped.test(option)) {
                kept.add(argv.get(i));
            } else if (!argv.get(i).contains("=")) {
                // All of these have a value.
                i++;
            }
        }
        return kept;
    }
}
