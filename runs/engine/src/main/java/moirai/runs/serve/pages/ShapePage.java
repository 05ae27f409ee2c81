package moirai.runs.serve.pages;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.runs.report.Numbers;
import moirai.runs.store.StoredShape;

/**
 * The history of one shape: the runs that could have shown it, because an earlier or later run of the same database,
 * level and workload did.
 */
final class ShapePage {

    /** The maximal number of runs that are listed. */
    private static final int RUNS_MAX = 300;

    private static final String NOT_SEEN = "not seen";
    private static final String CANNOT_TELL = "cannot tell";

    private final String fingerprint;
    private final Map<Path, List<StoredShape>> shapes;

    private ShapePage(String fingerprint, Map<Path, List<StoredShape>> shapes) {
        this.fingerprint = fingerprint;
        this.shapes = shapes;
    }

    /** The runs that are alike enough to expect the same shapes of. */
    private record Kind(GroupTable.Group group, String workload) {

        static Kind of(Row row) {
            return new Kind(GroupTable.Group.of(row), row.cell(Row.Column.WORKLOAD));
        }
    }

    /** Returns the page; empty if no run showed the shape. */
    static Optional<String> of(String fingerprint, List<Row> rows, Map<Path, List<StoredShape>> shapes) {
        var page = new ShapePage(fingerprint, shapes);
        List<Row> seen = ShapesPage.newestFirst(rows).stream()
                .filter(row -> page.shape(row).isPresent())
                .toList();
        return seen.isEmpty() ? Optional.empty() : Optional.of(Frame.of(fingerprint, page.main(rows, seen)));
    }

    private Optional<StoredShape> shape(Row row) {
        return shapes.getOrDefault(row.directory(), List.of()).stream()
                .filter(shape -> shape.fingerprint().equals(fingerprint))
                .findFirst();
    }

    private String main(List<Row> rows, List<Row> seen) {
        StoredShape shape = shape(seen.getFirst()).orElseThrow();
        List<Kind> kinds = seen.stream().map(Kind::of).distinct().toList();
        List<Row> alike = ShapesPage.newestFirst(rows).stream()
                .filter(Row::hasEnded)
                .filter(row -> kinds.contains(Kind.of(row)))
                .toList();
        var text = new StringBuilder("<h1>" + Frame.escaped(shape.name()) + "</h1>\n<p><code>"
                + Frame.escaped(fingerprint) + "</code>, a shape of " + Frame.escaped(shape.phenomenon())
                + ". Seen first " + seen.getLast().timeLink() + ", last "
                + seen.getFirst().timeLink() + ".</p>\n");
        text.append(Frame.table(
                "groups", "database", "asked for", "workload", "seen", "last runs, the newest on the right"));
        kinds.forEach(kind -> text.append(row(
                kind, alike.stream().filter(row -> Kind.of(row).equals(kind)).toList())));
        text.append("</tbody></table>\n<h2>Run by run</h2>\n")
                .append(Frame.table("shape-runs", "run", "shape", "verdict", "database", "workload"));
        alike.stream().limit(RUNS_MAX).forEach(row -> text.append(run(row)));
        text.append("</tbody></table>\n");
        if (alike.size() > RUNS_MAX) {
            text.append("<p>").append(Numbers.count(alike.size() - RUNS_MAX)).append(" older runs are left out.</p>\n");
        }
        return text.toString();
    }

    private String row(Kind kind, List<Row> newestFirst) {
        long seen = newestFirst.stream().filter(row -> shape(row).isPresent()).count();
        List<Strip.Mark> marks = newestFirst.stream().map(this::mark).toList();
        String share = "in " + Numbers.count(seen) + " of " + Numbers.counted(newestFirst.size(), "run");
        return "<tr>" + Frame.cell("database", Frame.escaped(kind.group().name()))
                + Frame.cell("asked for", Frame.escaped(kind.group().isolation()))
                + Frame.cell("workload", Frame.escaped(kind.workload()))
                + Frame.cell("seen", share)
                + Frame.cell("last runs", Strip.of(marks)) + "</tr>";
    }

    private Strip.Mark mark(Row row) {
        String words = shape(row).map(shape -> "seen").orElse(row.standing().isTelling() ? NOT_SEEN : CANNOT_TELL);
        String time = row.cell(Row.Column.STARTED);
        return switch (words) {
            case NOT_SEEN -> new Strip.Mark("○", "valid", words, time);
            case CANNOT_TELL -> new Strip.Mark("–", "not-ended", words, time);
            default -> new Strip.Mark("●", "seen", words, time);
        };
    }

    private String run(Row row) {
        Strip.Mark mark = mark(row);
        String count = shape(row).map(shape -> " " + ShapesPage.count(shape)).orElse("");
        return "<tr>" + Frame.cell("run", row.timeLink() + Frame.small(row.cell(Row.Column.NAME)))
                + Frame.cell(
                        "shape",
                        "<span class=\"badge " + mark.style() + "\"><b aria-hidden=\"true\">" + mark.sign() + "</b> "
                                + mark.words() + count + "</span>")
                + Frame.cell("verdict", row.badge())
                + Frame.cell(
                        "database",
                        Frame.escaped(row.cell(Row.Column.DATABASE))
                                + Frame.small("asked for " + row.cell(Row.Column.ISOLATION)))
                + Frame.cell("workload", Frame.escaped(row.cell(Row.Column.WORKLOAD))) + "</tr>\n";
    }
}
