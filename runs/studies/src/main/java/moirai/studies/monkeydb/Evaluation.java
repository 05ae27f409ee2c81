package moirai.studies.monkeydb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.programs.sql.MockTarget;
import moirai.programs.sql.ProgramResults;
import moirai.programs.sql.ServerTarget;

/**
 * Figures 14 and 15 of the paper (Biswas et al. 2021), measured here: the share of runs that break each assertion, at
 * each level with each number of sessions, beside the results that MonkeyDB's authors published.
 */
public final class Evaluation {

    /** The assertions of Figure 15, whose geometric mean the paper gives. */
    private static final List<String> FIGURE_15 = List.of("A13", "A14", "A15", "A16", "A17");

    private final Map<Setting, List<ProgramResults>> settings = new LinkedHashMap<>();

    /** The setting of a column of the table. */
    private record Setting(IsolationLevel level, int sessions) {}

    /**
     * Creates an evaluation with a column for each setting, in the order of the results.
     *
     * @throws IllegalArgumentException if a result is of a server, with which the paper's results cannot be compared
     */
    public Evaluation(List<ProgramResults> results) {
        for (ProgramResults result : results) {
            IsolationLevel level = switch (result.target()) {
                case MockTarget mock -> mock.level();
                case ServerTarget server ->
                    throw new IllegalArgumentException("only runs on the mock store can be compared, not " + server);
            };
            settings.computeIfAbsent(new Setting(level, result.options().sessions()), setting -> new ArrayList<>())
                    .add(result);
        }
    }

    /** Returns a table with a row for each assertion and a column for each level and number of sessions. */
    public String table() {
        var text = new StringBuilder("percent of runs that break the assertion [95 % interval], MonkeyDB's sample\n");
        text.append(String.format(Locale.ROOT, "%-5s", ""));
        settings.keySet()
                .forEach(setting ->
                        text.append(cell(StoreLevels.NAMES.label(setting.level()) + " " + setting.sessions())));
        text.append('\n');
        for (String assertion : assertions()) {
            text.append(String.format(Locale.ROOT, "%-5s", assertion));
            settings.forEach((setting, results) -> text.append(cell(share(setting, results, assertion))));
            text.append('\n');
        }
        text.append(String.format(Locale.ROOT, "%-5s", "mean"));
        settings.forEach((setting, results) -> text.append(cell(mean(setting, results))));
        text.append("\nmean: the geometric mean of A13 to A17, beside that of Figure 15\n");
        return text.toString().lines().map(line -> line.stripTrailing() + "\n").collect(Collectors.joining());
    }

    private static String cell(String content) {
        return String.format(Locale.ROOT, " %-22s", content);
    }

    private List<String> assertions() {
        return settings.values().stream()
                .flatMap(List::stream)
                .flatMap(result -> result.assertions().stream())
                .map(assertion -> assertion.id())
                .distinct()
                .toList();
    }

    private static String share(Setting setting, List<ProgramResults> results, String assertion) {
        for (ProgramResults result : results) {
            if (result.assertions().stream()
                    .anyMatch(candidate -> candidate.id().equals(assertion))) {
                var share = result.broken(assertion);
                return String.format(
                                Locale.ROOT,
                                "%3.0f [%.0f, %.0f]",
                                100 * share.fraction(),
                                100 * share.low(),
                                100 * share.high())
                        + beside(PaperSample.percent(setting.level(), setting.sessions(), assertion), "%.0f");
            }
        }
        return "-";
    }

    private static String mean(Setting setting, List<ProgramResults> results) {
        double logarithms = 0;
        for (String assertion : FIGURE_15) {
            var found = results.stream()
                    .filter(result -> result.assertions().stream()
                            .anyMatch(candidate -> candidate.id().equals(assertion)))
                    .findFirst();
            if (found.isEmpty()) {
                return "-";
            }
            logarithms += Math.log(found.get().broken(assertion).fraction());
        }
        return String.format(Locale.ROOT, "%5.1f", 100 * Math.exp(logarithms / FIGURE_15.size()))
                + beside(PaperSample.geometricMean(setting.level(), setting.sessions()), "%.1f");
    }

    private static String beside(OptionalDouble paper, String format) {
        return paper.isPresent() ? ", " + String.format(Locale.ROOT, format, paper.getAsDouble()) : "";
    }
}
