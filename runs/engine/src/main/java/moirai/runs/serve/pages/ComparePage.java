package moirai.runs.serve.pages;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import moirai.history.level.IsolationLevel;
import moirai.runs.report.ShellLine;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredShape;

/** The page of two runs side by side: the older one on the left. */
final class ComparePage {

    private static final String SAME = "same";
    private static final String DIFFERS = "<b>≠ differs</b>";
    private static final String UNKNOWN = "not known";

    private final ComparedRun older;
    private final ComparedRun newer;

    private ComparePage(ComparedRun older, ComparedRun newer) {
        this.older = older;
        this.newer = newer;
    }

    static String of(ComparedRun older, ComparedRun newer) {
        return Frame.of("two runs", new ComparePage(older, newer).main());
    }

    private String main() {
        return "<h1>Two runs side by side</h1>\n<p>The older run is on the left.</p>\n<h2>What they are</h2>\n"
                + table("what") + identity() + "</tbody></table>\n<h2>Figures</h2>\n" + table("figure") + figures()
                + "</tbody></table>\n<h2>Shapes of anomalies</h2>\n" + shapes() + "<h2>Levels</h2>\n" + table("level")
                + levels() + "</tbody></table>\n";
    }

    private String table(String first) {
        return Frame.table(
                "pair",
                first,
                "older: " + older.row().cell(Row.Column.STARTED),
                "newer: " + newer.row().cell(Row.Column.STARTED),
                "difference");
    }

    /** Returns a row, whose texts are markup. */
    private static String row(String name, String left, String right, String difference) {
        return "<tr><th scope=\"row\">" + name + "</th>" + Frame.cell("older", left) + Frame.cell("newer", right)
                + Frame.cell("difference", difference) + "</tr>\n";
    }

    private String identity() {
        return row("run", run(older), run(newer), "")
                + row("verdict", older.row().badge(), newer.row().badge(), difference(row(Row.Column.VERDICT)))
                + text("meaning", run -> run.summary().ending().meaning())
                + text("lack of evidence", run -> run.summary().ending().lack())
                + text("expected", row(Row.Column.EXPECT))
                + text("database", row(Row.Column.DATABASE))
                + text("asked for", row(Row.Column.ISOLATION))
                + text("workload", run -> run.summary().setup().workload())
                + text("seed", row(Row.Column.SEED))
                + text("Moirai", run -> run.summary().seen().moirai())
                + text(
                        "command",
                        run -> ShellLine.of("moirai", run.summary().setup().argv()));
    }

    private static Function<ComparedRun, String> row(Row.Column column) {
        return run -> run.row().cell(column);
    }

    private static String run(ComparedRun run) {
        return run.row().timeLink() + Frame.small(run.row().cell(Row.Column.NAME));
    }

    private String difference(Function<ComparedRun, String> text) {
        return text.apply(older).equals(text.apply(newer)) ? SAME : DIFFERS;
    }

    private String text(String name, Function<ComparedRun, String> text) {
        String left = text.apply(older);
        String right = text.apply(newer);
        return left.isEmpty() && right.isEmpty()
                ? ""
                : row(name, Frame.escaped(dash(left)), Frame.escaped(dash(right)), difference(text));
    }

    private static String dash(String text) {
        return text.isEmpty() ? "–" : text;
    }

    private String figures() {
        return number("committed/s", 1, ComparedRun::rate)
                + number("committed", 0, run -> run.summary().seen().committed())
                + points("aborted, % of all", ComparedRun::abortPercent)
                + number("aborted", 0, run -> run.summary().seen().aborted())
                + number("indeterminate", 0, run -> run.summary().seen().indeterminate())
                + number("latency p50, ms", 2, run -> run.latency().p50Micros() / 1e3)
                + number("latency p99, ms", 2, run -> run.latency().p99Micros() / 1e3)
                + number("seconds", 1, run -> run.summary().seen().seconds())
                + number("lost writes", 0, ComparePage::lost);
    }

    private static double lost(ComparedRun run) {
        RunSummary.Durability durability = run.summary().found().durability();
        return durability.isKnown() ? durability.lost() : Double.NaN;
    }

    private String number(String name, int decimals, ToDoubleFunction<ComparedRun> value) {
        double left = value.applyAsDouble(older);
        double right = value.applyAsDouble(newer);
        return Double.isNaN(left) && Double.isNaN(right)
                ? ""
                : row(name, number(left, decimals), number(right, decimals), change(left, right));
    }

    /** Returns the row of a share, whose difference is in points: a percentage of a percentage misleads. */
    private String points(String name, ToDoubleFunction<ComparedRun> percent) {
        double left = percent.applyAsDouble(older);
        double right = percent.applyAsDouble(newer);
        if (Double.isNaN(left - right)) {
            return number(name, 2, percent);
        }
        String difference = left == right ? SAME : String.format(Locale.ROOT, "%+.2f points", right - left);
        return row(name, number(left, 2), number(right, 2), difference);
    }

    private static String number(double value, int decimals) {
        return Double.isNaN(value) ? UNKNOWN : String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }

    private static String change(double left, double right) {
        if (left == right) {
            return SAME;
        }
        return left == 0 || Double.isNaN(left - right)
                ? DIFFERS
                : String.format(Locale.ROOT, "%+.1f %%", 100 * (right - left) / left);
    }

    private String shapes() {
        Map<String, StoredShape> left = older.shapes();
        Map<String, StoredShape> right = newer.shapes();
        if (!older.hasShapes() || !newer.hasShapes()) {
            return "<p>The results.json of one of the runs cannot be read, so its shapes are not known.</p>\n";
        }
        var all = new TreeSet<>(left.keySet());
        all.addAll(right.keySet());
        if (all.isEmpty()) {
            return "<p>Neither run found an anomaly.</p>\n";
        }
        var table = new StringBuilder(table("shape"));
        for (String fingerprint : all) {
            Optional<StoredShape> one = Optional.ofNullable(left.get(fingerprint));
            Optional<StoredShape> other = Optional.ofNullable(right.get(fingerprint));
            StoredShape known = one.or(() -> other).orElseThrow();
            String name = ShapesPage.link(fingerprint) + Frame.small(known.name());
            String place = one.isEmpty() ? "<b>only in the newer</b>" : "<b>only in the older</b>";
            table.append(row(
                    name,
                    Frame.escaped(one.map(ComparePage::count).orElse("not seen")),
                    Frame.escaped(other.map(ComparePage::count).orElse("not seen")),
                    one.isPresent() && other.isPresent() ? "in both" : place));
        }
        return table.append("</tbody></table>\n").toString();
    }

    private static String count(StoredShape shape) {
        return ShapesPage.count(shape) + (shape.isForbidden() ? ", forbidden" : ", allowed");
    }

    private String levels() {
        var rows = new StringBuilder();
        for (IsolationLevel level : List.of(IsolationLevel.values()).reversed()) {
            ComparedRun.Standpoint left = older.at(level);
            ComparedRun.Standpoint right = newer.at(level);
            rows.append(row(level.label(), standpoint(left), standpoint(right), left == right ? SAME : DIFFERS));
        }
        return rows.toString();
    }

    private static String standpoint(ComparedRun.Standpoint standpoint) {
        return "<span class=\"level " + standpoint.style() + "\">" + standpoint.words() + "</span>";
    }
}
