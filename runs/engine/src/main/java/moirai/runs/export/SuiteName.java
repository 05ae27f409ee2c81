package moirai.runs.export;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.generators.Structure;
import moirai.generators.Workload;
import moirai.runs.cases.Origin;
import moirai.runs.store.RunSummary;

/**
 * The name of the checks of a run: the same for runs that ask the same question, whatever their seeds, and another one
 * for others. A CI server tells by it which check failed before.
 *
 * @param database without minor versions, so that an update of the database does not begin another row of results
 * @param workload the structure, and the parameters that are not its defaults
 * @param faults their kinds; empty if there were none
 */
record SuiteName(String database, String isolation, String workload, String faults) {

    private static final Pattern VERSION = Pattern.compile("(\\d+)(?:\\.\\d+)+");

    static SuiteName of(RunSummary.Setup setup) {
        return new SuiteName(
                VERSION.matcher(setup.database()).replaceAll("$1"),
                setup.isolation(),
                workload(setup.workload()),
                Origin.value(setup.argv(), "--nemesis").stream()
                        .flatMap(kinds -> Stream.of(kinds.split(",", -1)))
                        .map(String::strip)
                        .filter(kind -> !kind.isEmpty() && !kind.equals("none"))
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(",")));
    }

    /** Leaves out what every workload of this structure has. */
    private static String workload(String recipe) {
        List<String> words = List.of(recipe.split(" ", -1));
        List<String> defaults = Arrays.stream(Structure.values())
                .filter(structure -> structure.label().equals(words.getFirst()))
                .findFirst()
                .map(structure -> List.of(Workload.of(structure).toString().split(" ", -1)))
                .orElse(List.of());
        return words.stream()
                .filter(word -> word.equals(words.getFirst()) || !defaults.contains(word))
                .collect(Collectors.joining(" "));
    }

    /** Returns the name as that of a class of Java, without the part for faults if there were none. */
    String classname() {
        return Stream.of("moirai", database, isolation, workload, faults)
                .map(part -> part.replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^_|_$", ""))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("."));
    }
}
