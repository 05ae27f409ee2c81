package moirai.runs.campaign;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.ExitCode;
import moirai.runs.report.Numbers;
import moirai.runs.report.ShellLine;
import moirai.runs.report.Wrapping;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;

/** A night for people, within 80 columns. */
public final class NightText {

    /** The word of a cell whose level holds, while another promise of it does not. */
    private static final String MISSED = "threshold missed";

    /** The word of a canary that did what it must. */
    private static final String FOUND = "found its bug";

    private static final int SHAPES_MAX = 3;
    private static final String INDENT = "  ";
    private static final String DEEPER = "      ";

    private static final String KNOWN = "known";

    private final Night night;
    private final Path store;
    private final Function<CellResult, Optional<String>> accepted;

    private NightText(Night night, Path store, Function<CellResult, Optional<String>> accepted) {
        this.night = night;
        this.store = store;
        this.accepted = accepted;
    }

    /** Returns the word that a result is counted under, such as {@code valid} or {@code out of memory}. */
    public static String word(CellResult result) {
        CellResult.Ending ending = result.ending();
        if (ending.end() != End.JUDGED) {
            return ending.end().words();
        }
        return word(
                result.cell(), result.code(), ending.verdict(), !ending.missed().isEmpty());
    }

    /**
     * Returns the same for a cell that was judged.
     *
     * @param verdict the name of its verdict, as it is stored
     * @param hasMissed whether a threshold was missed
     */
    public static String word(String cell, ExitCode code, String verdict, boolean hasMissed) {
        if (CellResult.isCanary(cell) && code == ExitCode.VALID) {
            return FOUND;
        }
        return hasMissed && !verdict.equals(ExitCode.INVALID.name()) ? MISSED : code.words();
    }

    /** Returns what became of new failures, with the commands for what is left to people; empty if there were none. */
    public static String cases(List<KeptCase> cases) {
        var text = new StringBuilder();
        for (KeptCase kept : tried(cases)) {
            text.append(Wrapping.wrap(
                    "case" + INDENT + kept.cell() + INDENT + kept.fingerprint() + ": " + kept.outcome(),
                    "",
                    Wrapping.width()));
            if (!kept.folder().isEmpty()) {
                text.append(DEEPER)
                        .append(kept.isShown() ? "kept in " : "")
                        .append(kept.folder())
                        .append('\n');
            }
            if (kept.isShown()) {
                text.append(DEEPER)
                        .append("git bisect run ")
                        .append(ShellLine.here(
                                List.of("bisect", "step", "--case", kept.folder(), "--", "./build-and-test.sh")))
                        .append('\n');
            }
        }
        rest(cases).forEach(line -> text.append(Wrapping.wrap(line, "", Wrapping.width())));
        cases.stream()
                .filter(kept ->
                        kept.outcome().equals(KeptCase.SPENT) && !kept.folder().isEmpty())
                .limit(SHAPES_MAX)
                .forEach(kept -> text.append(DEEPER)
                        .append(ShellLine.here(List.of("replay", kept.folder())))
                        .append('\n'));
        return text.toString();
    }

    private static List<KeptCase> tried(List<KeptCase> cases) {
        return cases.stream()
                .filter(kept -> !kept.outcome().equals(KeptCase.SPENT))
                .toList();
    }

    /** Returns a line about those for which there was no time; none if there were none. */
    private static Stream<String> rest(List<KeptCase> cases) {
        int left = cases.size() - tried(cases).size();
        return left == 0
                ? Stream.empty()
                : Stream.of("case" + INDENT + Numbers.counted(left, "new failure")
                        + " not replayed: the time for replays was spent");
    }

    /** Returns the same as lines that are not broken: a word, two blanks, and what is to be said. */
    public static Stream<String> caseLines(List<KeptCase> cases) {
        return Stream.concat(
                tried(cases).stream()
                        .map(kept -> "case" + INDENT + kept.cell() + ": " + kept.fingerprint() + ": " + kept.outcome()
                                + (kept.folder().isEmpty() ? "" : "; " + kept.folder())),
                rest(cases));
    }

    /**
     * Returns what shows that the cells could notice a bug: how sharp the teeth are of those that hold, and whether a
     * canary was among them.
     */
    private String sharpness() {
        List<TeethReport> asked = night.results().stream()
                .map(CellResult::teeth)
                .filter(teeth -> !teeth.equals(TeethReport.NONE))
                .toList();
        long unknown = asked.stream().filter(teeth -> teeth.bugs().isEmpty()).count();
        long dull = asked.stream().filter(teeth -> teeth.dull().isPresent()).count();
        var words = new ArrayList<String>();
        words.add(asked.size() - unknown - dull + " sharp");
        words.add(dull == 0 ? "" : dull + " dull");
        words.add(unknown == 0 ? "" : unknown + " not measured");
        words.removeIf(String::isEmpty);
        String teeth = asked.isEmpty() ? "" : "teeth: " + String.join(", ", words);
        boolean hasCanary = night.cells().stream().anyMatch(Cell::isCanary);
        String canary = hasCanary ? "" : "no canary: no cell had a bug to find";
        return Stream.of(teeth, canary).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }

    /**
     * Returns the summary: each cell that is not green with its reason, and how many there are of each end.
     *
     * @param store where the runs are
     * @param accepted returns why a failure is known and does not count; empty if it counts, or if there is none
     */
    public static String summary(Night night, Path store, Function<CellResult, Optional<String>> accepted) {
        return new NightText(night, store, accepted).summary();
    }

    private String summary() {
        var text = new StringBuilder();
        List<CellResult> bad = night.results().stream()
                .filter(result -> !result.isGood())
                .sorted(Comparator.comparing(CellResult::code))
                .toList();
        bad.stream()
                .filter(result -> result.ending().end() != End.NOT_STARTED)
                .forEach(result -> text.append(bad(result)));
        bad.stream()
                .filter(result -> result.ending().end() == End.NOT_STARTED)
                .collect(Collectors.groupingBy(
                        result -> result.ending().detail(), LinkedHashMap::new, Collectors.toList()))
                .forEach((reason, cells) -> text.append(notStarted(reason, cells)));
        if (!text.isEmpty()) {
            text.append('\n');
        }
        String sharpness = sharpness();
        return text
                + Wrapping.wrap(counts(), "", Wrapping.width())
                + (sharpness.isEmpty() ? "" : Wrapping.wrap(sharpness, "", Wrapping.width()));
    }

    private String wordOf(CellResult result) {
        return accepted.apply(result).isPresent() ? KNOWN : word(result);
    }

    private String counts() {
        Map<String, Long> counts = night.results().stream()
                .collect(Collectors.groupingBy(this::wordOf, TreeMap::new, Collectors.counting()));
        List<String> words = new ArrayList<>();
        String good = ExitCode.VALID.words();
        if (counts.containsKey(good)) {
            words.add(counts.remove(good) + " " + good);
        }
        counts.forEach((word, count) -> words.add(count + " " + word));
        if (!night.isEnded()) {
            words.add(night.missing().size() + " missing");
        }
        double seconds = night.results().stream()
                .mapToDouble(result -> result.took().seconds())
                .sum();
        return Numbers.counted(night.cells().size(), "cell") + ": " + String.join(", ", words) + "; "
                + Numbers.seconds(Duration.ofMillis((long) (seconds * 1e3))) + " of runs";
    }

    /** Returns one entry for all cells that were not started for one reason: a budget may leave out many. */
    private static String notStarted(String reason, List<CellResult> cells) {
        String first = cells.getFirst().cell();
        String more = cells.size() == 1 ? "" : " and " + Numbers.counted(cells.size() - 1, "more cell");
        return Wrapping.wrap(End.NOT_STARTED.words() + INDENT + first + more, INDENT, Wrapping.width())
                + Wrapping.wrap(reason, DEEPER, Wrapping.width());
    }

    private String bad(CellResult result) {
        var text = new StringBuilder(Wrapping.wrap(wordOf(result) + INDENT + result.cell(), INDENT, Wrapping.width()));
        Stream.concat(reasons(result), accepted.apply(result).stream())
                .forEach(reason -> text.append(Wrapping.wrap(reason, DEEPER, Wrapping.width())));
        if (result.code() == ExitCode.INVALID && !result.run().isEmpty()) {
            // A command stays on one line, however long it is, so that it can be copied.
            text.append(DEEPER)
                    .append(ShellLine.here(List.of(
                            "explain", store.resolve(result.run()).normalize().toString())))
                    .append('\n');
        }
        return text.toString();
    }

    private static Stream<String> reasons(CellResult result) {
        List<StoredShape> forbidden =
                result.anomalies().stream().filter(StoredShape::isForbidden).toList();
        String shapes = forbidden.stream()
                .limit(SHAPES_MAX)
                .map(shape -> shape.count() + " × " + shape.name() + " (" + shape.fingerprint() + ")")
                .collect(Collectors.joining(", "));
        String more = forbidden.size() > SHAPES_MAX ? ", " + (forbidden.size() - SHAPES_MAX) + " more shapes" : "";
        return Stream.concat(Stream.of(shapes + more, result.ending().detail()), result.ending().reasons().stream())
                .filter(reason -> !reason.isEmpty());
    }
}
