package moirai.studies.refutation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.studies.refutation.programs.TestedLevel;

/** Counts what became of programs, by level, and why programs were not taken over exactly. */
final class Tally {

    private static final int LOSSES_SHOWN = 12;

    private static final Pattern NUMBER = Pattern.compile("-?\\d+");

    /** What is counted, in the order in which it is shown. */
    enum What {
        PROGRAMS("programs"),
        EXACT("taken over exactly"),
        MORE("without a loss, with more"),
        LOSS("with a loss"),
        REFUSED("refused"),
        PROVEN("proven"),
        PROVEN_TESTED("proven, ran at once"),
        PROVEN_REFUTED("proven, refuted"),
        FOUND("an anomaly found"),
        NOT_FOUND("no proof, nothing found"),
        NOT_FOUND_TESTED("nothing found, ran at once"),
        MISSING("nothing found, one observed"),
        EXECUTIONS("executions of calls at once"),
        NOT_COMPILED("does not compile");

        private final String words;

        What(String words) {
            this.words = words;
        }
    }

    private final Map<What, Map<TestedLevel, Integer>> counts = new EnumMap<>(What.class);
    private final Map<String, Integer> losses = new HashMap<>();
    private final Map<String, Integer> lossesAlone = new HashMap<>();

    /** Counts one more. */
    void note(TestedLevel level, What what) {
        note(level, what, 1);
    }

    /** Counts so many more. */
    void note(TestedLevel level, What what, int more) {
        counts.computeIfAbsent(what, absent -> new EnumMap<>(TestedLevel.class)).merge(level, more, Integer::sum);
    }

    /** Counts the reasons why one program was not taken over exactly. */
    void noteLosses(Set<String> reasons) {
        Set<String> kinds = reasons.stream()
                .map(reason -> NUMBER.matcher(reason).replaceAll("9"))
                .collect(Collectors.toSet());
        kinds.forEach(kind -> losses.merge(kind, 1, Integer::sum));
        if (kinds.size() == 1) {
            lossesAlone.merge(kinds.iterator().next(), 1, Integer::sum);
        }
    }

    /** Returns the counts as a table with a column for each level. */
    String table() {
        var lines = new ArrayList<String>();
        lines.add(line(
                "",
                List.of(TestedLevel.values()).stream().map(TestedLevel::title).toList(),
                "all"));
        for (What what : What.values()) {
            Map<TestedLevel, Integer> row = counts.getOrDefault(what, Map.of());
            lines.add(line(
                    what.words,
                    List.of(TestedLevel.values()).stream()
                            .map(level -> String.valueOf(row.getOrDefault(level, 0)))
                            .toList(),
                    String.valueOf(of(what))));
        }
        return String.join("\n", lines)
                + String.format(
                        Locale.ROOT,
                        "%n%.1f %% of the programs are taken over exactly%n",
                        100.0 * of(What.EXACT) / Math.max(1, of(What.PROGRAMS)));
    }

    private int of(What what) {
        return counts.getOrDefault(what, Map.of()).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    private static String line(String head, List<String> columns, String all) {
        return String.format(Locale.ROOT, "%-28s", head)
                + columns.stream()
                        .map(column -> String.format(Locale.ROOT, "%14s", column))
                        .collect(Collectors.joining())
                + String.format(Locale.ROOT, "%10s", all);
    }

    /** Returns the commonest losses: how many programs have one, how many nothing else, and what it is. */
    String commonLosses() {
        return losses.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(LOSSES_SHOWN)
                .map(loss -> String.format(
                        Locale.ROOT,
                        "%6d%6d  %s%n",
                        loss.getValue(),
                        lossesAlone.getOrDefault(loss.getKey(), 0),
                        loss.getKey()))
                .collect(Collectors.joining("", "  with  only  loss\n", ""));
    }
}
