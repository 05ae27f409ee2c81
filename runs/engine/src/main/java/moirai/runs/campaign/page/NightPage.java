package moirai.runs.campaign.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.ExitCode;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightText;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.campaign.changes.NightChangesText;
import moirai.runs.files.BundledText;
import moirai.runs.html.Page;
import moirai.runs.latency.Latency;
import moirai.runs.report.Numbers;
import moirai.runs.report.OwnCommand;
import moirai.runs.store.StoredShape;
import moirai.runs.teeth.TeethReport;

/** A night as one page without scripts and without a network: what changed, the cells as a map, and their figures. */
public final class NightPage {

    private static final String TEMPLATE = BundledText.of(NightPage.class, "night.html");

    /** The way from the directory of a night to the store. */
    private static final String STORE = "../../../";

    /** The row or column of the cells that have no value on its axis. */
    private static final String OTHERS = "others";

    private static final int NIGHTS_MAX = 30;
    private static final int SHAPES_MAX = 3;

    private final Night night;
    private final AssessedNight assessed;
    private final KnownFailures known;

    /** The cells but for the canaries. */
    private final List<Cell> matrix;

    private NightPage(AssessedNight assessed) {
        this.assessed = assessed;
        this.night = assessed.night();
        this.known = assessed.known();
        this.matrix = night.cells().stream().filter(cell -> !cell.isCanary()).toList();
    }

    /** Returns the whole text of the page. */
    public static String of(AssessedNight assessed) {
        return new NightPage(assessed).text();
    }

    private String text() {
        ExitCode code = assessed.code();
        Map<CellState, Long> counts = counts(assessed);
        String summary = summary(counts);
        String style = code == ExitCode.VALID ? "good" : code == ExitCode.INSUFFICIENT_EVIDENCE ? "open" : "bad";
        return TEMPLATE.replace(
                        "{title}",
                        escaped(night.identity().campaign() + ", "
                                + night.identity().begun()))
                .replace("{class}", style)
                .replace("{verdict}", escaped("exit " + code.code() + " (" + code.words() + ")"))
                .replace(
                        "{summary}",
                        escaped(summary + " of " + Numbers.counted(night.cells().size(), "cell")))
                .replace("{identity}", identity(night.identity()))
                .replace("{changes}", changes())
                .replace("{legend}", legend(counts.keySet()))
                .replace("{map}", canaries() + map())
                .replace("{rows}", rows())
                .replace("{again}", escaped(OwnCommand.line("campaign run")));
    }

    /** Returns what the night was made with, so that the page can be told from another one when it stands alone. */
    private static String identity(Night.Identity identity) {
        return "Began " + escaped(identity.begun()) + ", "
                + (identity.shard().isEmpty() ? "all cells" : "shard " + escaped(identity.shard()))
                + ". Moirai " + escaped(identity.moirai())
                + ". SHA-256 of the campaign file: <code>" + escaped(identity.digest()) + "</code>";
    }

    /** Returns how many cells there are of each state. */
    static Map<CellState, Long> counts(AssessedNight assessed) {
        return assessed.night().results().stream()
                .collect(Collectors.groupingBy(
                        result -> CellState.of(result, assessed.known()), LinkedHashMap::new, Collectors.counting()));
    }

    /** Returns the counts in words. */
    static String summary(Map<CellState, Long> counts) {
        return counts.entrySet().stream()
                .map(count ->
                        Numbers.count(count.getValue()) + " " + count.getKey().words())
                .collect(Collectors.joining(", "));
    }

    private String changes() {
        Map<Boolean, List<String>> lines = NightChangesText.unwrapped(assessed.changes(), known)
                .lines()
                .collect(Collectors.partitioningBy(NightChangesText::isOld));
        List<String> old = lines.getOrDefault(true, List.of());
        List<String> told = new ArrayList<>(lines.getOrDefault(false, List.of()));
        NightText.caseLines(assessed.cases()).forEach(told::add);
        return list(told)
                + (old.isEmpty()
                        ? ""
                        : "<details><summary>" + Numbers.counted(old.size(), "kind")
                                + " of anomaly that were there before</summary>\n" + list(old) + "</details>\n");
    }

    /** Returns lines that begin with a word and two spaces as a list. */
    private static String list(List<String> lines) {
        return lines.stream()
                .map(line -> {
                    String[] parts = line.split(" {2}", 2);
                    return parts.length == 1
                            ? "<li><span>" + escaped(line) + "</span></li>\n"
                            : "<li><b>" + escaped(parts[0]) + "</b> <span>" + escaped(parts[1]) + "</span></li>\n";
                })
                .collect(Collectors.joining("", "<ul class=\"changes\">\n", "</ul>\n"));
    }

    private static String legend(Set<CellState> states) {
        return states.stream()
                .map(state ->
                        "<span class=\"box " + state.style() + "\">" + state.sign() + " " + state.words() + "</span>")
                .collect(Collectors.joining(" "));
    }

    /** Returns the canaries in a line, for they are no part of the matrix; empty if there are none. */
    private String canaries() {
        String boxes = night.cells().stream()
                .filter(Cell::isCanary)
                .map(cell -> box(cell, Set.of()))
                .collect(Collectors.joining(" "));
        return boxes.isEmpty() ? "" : "<p>Canaries, which must find their bug: " + boxes + "</p>\n";
    }

    /** Returns the cells as a table of the two axes with the most values; boxes tell the other axes. */
    private String map() {
        List<String> axes = matrix.stream()
                .flatMap(cell -> cell.values().keySet().stream())
                .distinct()
                .sorted(Comparator.comparingInt((String axis) -> -values(axis).size()))
                .toList();
        if (axes.isEmpty()) {
            return "";
        }
        String down = axes.getFirst();
        String across = axes.size() > 1 ? axes.get(1) : "";
        var text = new StringBuilder("<table>\n<thead><tr><th scope=\"col\">" + escaped(down) + "</th>");
        List<String> columns = across.isEmpty() ? List.of("") : List.copyOf(values(across));
        columns.forEach(value -> text.append("<th scope=\"col\">")
                .append(escaped(heading(across, value)))
                .append("</th>"));
        text.append("</tr></thead>\n<tbody>\n");
        for (String row : values(down)) {
            text.append("<tr><th scope=\"row\">")
                    .append(escaped(row.isEmpty() ? OTHERS : row))
                    .append("</th>");
            for (String column : columns) {
                text.append("<td data-column=\"")
                        .append(escaped(label(across, column)))
                        .append("\">");
                for (Cell cell : matrix) {
                    if (is(cell, down, row) && (across.isEmpty() || is(cell, across, column))) {
                        text.append(box(cell, Set.of(down, across)));
                    }
                }
                text.append("</td>");
            }
            text.append("</tr>\n");
        }
        return text.append("</tbody>\n</table>\n").toString();
    }

    /** Returns the heading of a column, which names the axis. */
    private static String heading(String axis, String value) {
        return axis.isEmpty() || value.isEmpty() ? label(axis, value) : axis + " " + value;
    }

    /** Returns the name of a column where each of its boxes has a line of its own. */
    private static String label(String axis, String value) {
        if (axis.isEmpty()) {
            return "run";
        }
        return value.isEmpty() ? OTHERS : value;
    }

    private Set<String> values(String axis) {
        var values = new LinkedHashSet<String>();
        matrix.forEach(cell -> values.add(cell.values().getOrDefault(axis, "")));
        return values;
    }

    private static boolean is(Cell cell, String axis, String value) {
        return cell.values().getOrDefault(axis, "").equals(value);
    }

    private String box(Cell cell, Set<String> told) {
        String others = cell.values().entrySet().stream()
                .filter(value -> !told.contains(value.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.joining(" "));
        Optional<CellResult> result = night.result(cell.name());
        CellState state = result.map(one -> CellState.of(one, known)).orElse(CellState.NOT_RUN);
        String words = state.sign() + (others.isEmpty() ? " " + state.words() : " " + others);
        String link = result.map(CellResult::run).orElse("");
        String title = " title=\"" + escaped(cell.name() + ": " + state.words()) + "\"";
        return link.isEmpty()
                ? "<span class=\"box " + state.style() + "\"" + title + ">" + escaped(words) + "</span>"
                : "<a class=\"box " + state.style() + "\"" + title + " href=\"" + escaped(STORE + link)
                        + "/report.html\">" + escaped(words) + "</a>";
    }

    private String rows() {
        var text = new StringBuilder();
        for (CellResult result : CellState.worstFirst(assessed)) {
            CellState state = CellState.of(result, known);
            Figures figures = result.figures();
            Latency all = figures.latencyMicros().get(Figures.ALL);
            text.append("<tr><th scope=\"row\">")
                    .append(breakable(result.cell()))
                    .append("</th>");
            column(text, "verdict", "<span class=\"box " + state.style() + "\">" + escaped(state.words()) + "</span>");
            number(
                    text,
                    "committed/s",
                    figures.seconds() > 0 ? Numbers.rate(Math.rint(figures.committedPerSecond())) : "");
            number(text, "aborts", figures.seconds() > 0 ? Numbers.percent(figures.abortShare()) : "");
            number(text, "p99 (all)", all == null ? "" : Numbers.millis(all.p99()));
            column(text, "teeth", escaped(teeth(result.teeth())));
            column(text, "nights", "<span class=\"nights\">" + escaped(nights(assessed, result.cell())) + "</span>");
            column(text, "found", escaped(joined(found(result), unasked(result.teeth()))));
            text.append("</tr>\n");
        }
        return text.toString();
    }

    /** Returns the name of a cell, which may be broken behind a sign rather than within a word. */
    private static String breakable(String name) {
        return escaped(name).replaceAll("([/,:])(?=\\S)", "$1<wbr>");
    }

    /** Returns why there was nothing to be measured; what failed is among the reasons of a result already. */
    private static String unasked(TeethReport teeth) {
        return teeth.lack().isEmpty() ? teeth.note() : "";
    }

    /** Returns the teeth in few words: their column is narrow. */
    private static String teeth(TeethReport teeth) {
        return teeth.note().isEmpty() ? teeth.words() : "not measured";
    }

    private static String joined(String... parts) {
        return Stream.of(parts).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    }

    private static void column(StringBuilder text, String name, String html) {
        text.append("<td data-column=\"")
                .append(name)
                .append("\">")
                .append(html)
                .append("</td>");
    }

    private static void number(StringBuilder text, String name, String value) {
        text.append("<td class=\"n\" data-column=\"")
                .append(name)
                .append("\">")
                .append(escaped(value))
                .append("</td>");
    }

    /** Returns the signs of a cell in the last nights, this one at the end. */
    static String nights(AssessedNight assessed, String cell) {
        List<Night> earlier = assessed.earlier();
        List<Night> all = new ArrayList<>(earlier.subList(Math.max(0, earlier.size() - NIGHTS_MAX), earlier.size()));
        all.add(assessed.night());
        return all.stream()
                .map(one -> one.result(cell)
                        .map(result -> CellState.of(result, assessed.known()))
                        .orElse(CellState.NOT_RUN))
                .map(state -> String.valueOf(state.sign()))
                .collect(Collectors.joining());
    }

    /** Returns what is to be said of a cell beside its figures; empty if that is nothing. */
    static String found(CellResult result) {
        var found = new ArrayList<String>();
        Map<Boolean, List<StoredShape>> shapes =
                result.anomalies().stream().collect(Collectors.partitioningBy(StoredShape::isForbidden));
        List<StoredShape> forbidden = shapes.getOrDefault(true, List.of());
        forbidden.stream()
                .limit(SHAPES_MAX)
                .forEach(shape -> found.add(shape.phenomenon() + " (" + shape.name() + ", " + shape.fingerprint()
                        + ") ×" + Numbers.count(shape.count())));
        if (forbidden.size() > SHAPES_MAX) {
            found.add(Numbers.counted(forbidden.size() - SHAPES_MAX, "more shape"));
        }
        found.addAll(result.ending().reasons());
        found.add(result.ending().detail());
        int allowed = shapes.getOrDefault(false, List.of()).size();
        found.add(allowed == 0 ? "" : Numbers.counted(allowed, "shape") + " that its level allows");
        return joined(found.toArray(String[]::new));
    }

    /** Returns a text escaped for HTML and for the template, whose places have braces. */
    private static String escaped(String text) {
        return Page.escaped(text).replace("{", "&#123;");
    }
}
