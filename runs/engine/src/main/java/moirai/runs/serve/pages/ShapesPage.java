package moirai.runs.serve.pages;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import moirai.runs.report.Numbers;
import moirai.runs.store.StoredShape;

/** The page of all shapes of anomalies that runs of the store found. */
final class ShapesPage {

    /** The maximal number of shapes; those that were seen last the longest ago are left out. */
    private static final int SHAPES_MAX = 500;

    private static final int DATABASES_MAX = 4;

    private ShapesPage() {}

    /** A run that showed a shape. */
    record Seen(Row row, StoredShape shape) {}

    /**
     * Returns the page.
     *
     * @param filter leaves out runs; its words are also looked for in the fingerprint and the name of a shape
     */
    static String of(List<Row> rows, Map<Path, List<StoredShape>> shapes, Filter filter) {
        Map<String, List<Seen>> byFingerprint = new LinkedHashMap<>();
        for (Row row : newestFirst(rows)) {
            for (StoredShape shape : shapes.getOrDefault(row.directory(), List.of())) {
                if (filter.test(shape.fingerprint() + "\n" + shape.name()).test(row)) {
                    byFingerprint
                            .computeIfAbsent(shape.fingerprint(), fingerprint -> new ArrayList<>())
                            .add(new Seen(row, shape));
                }
            }
        }
        String about = "<h1>Shapes of anomalies</h1>\n<p>Anomalies of one shape have the same fingerprint in each run."
                + " A shape leads to its history.</p>\n<form class=\"filter\" action=\"/shapes\" method=\"get\">"
                + RunsPage.fields(rows, filter) + "<button>Show</button></form>\n"
                + (filter.isEmpty() ? "" : "<p>" + Frame.link("/shapes", "Show all") + ".</p>\n");
        if (byFingerprint.isEmpty()) {
            String what = filter.isEmpty() ? "No run in this store found an anomaly." : "No shape is left.";
            return Frame.of("shapes", about + "<p>" + what + "</p>");
        }
        var table = new StringBuilder(Frame.table("shapes", "shape", "seen at", "in runs", "seen first", "seen last"));
        byFingerprint.values().stream().limit(SHAPES_MAX).forEach(seen -> table.append(row(seen)));
        table.append("</tbody></table>\n");
        if (byFingerprint.size() > SHAPES_MAX) {
            table.append("<p>")
                    .append(Numbers.count(byFingerprint.size() - SHAPES_MAX))
                    .append(" more were seen last before these.</p>\n");
        }
        return Frame.of("shapes", about + table);
    }

    static List<Row> newestFirst(List<Row> rows) {
        return rows.stream()
                .sorted(Comparator.comparing((Row row) -> row.cell(Row.Column.STARTED))
                        .reversed())
                .toList();
    }

    private static String row(List<Seen> newestFirst) {
        StoredShape shape = newestFirst.getFirst().shape();
        return "<tr>" + Frame.cell("shape", link(shape.fingerprint()) + Frame.small(shape.name()))
                + Frame.cell("seen at", Frame.escaped(places(newestFirst)))
                + Frame.cell("in runs", Numbers.count(newestFirst.size()))
                + Frame.cell("seen first", newestFirst.getLast().row().timeLink())
                + Frame.cell("seen last", newestFirst.getFirst().row().timeLink()) + "</tr>\n";
    }

    private static String places(List<Seen> seen) {
        List<String> places = seen.stream()
                .map(one -> GroupTable.Group.of(one.row()))
                .map(group -> group.name() + " " + group.isolation())
                .distinct()
                .toList();
        String more = places.size() > DATABASES_MAX ? ", and " + (places.size() - DATABASES_MAX) + " more" : "";
        return places.stream().limit(DATABASES_MAX).collect(Collectors.joining(", ")) + more;
    }

    /** Returns a link to the history of a shape. */
    static String link(String fingerprint) {
        // A path has no plus sign for a blank.
        String name = URLEncoder.encode(fingerprint, StandardCharsets.UTF_8).replace("+", "%20");
        return Frame.link("/shapes/" + name, fingerprint);
    }

    /** Returns a text such as {@code ×12}, or {@code ×12 or more}. */
    static String count(StoredShape shape) {
        return "×" + Numbers.count(shape.count()) + (shape.isAtLeast() ? " or more" : "");
    }
}
