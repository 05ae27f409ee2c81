package moirai.runs.serve;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.runs.store.RunSummary;

/**
 * A run in the table.
 *
 * @param cells by the columns' order, as shown
 * @param numbers by the columns' order, for sorting; {@code NaN} where the cell is sorted as text
 */
record Row(Path directory, List<String> cells, List<Double> numbers) {

    /** In place of a verdict. */
    static final String NOT_ENDED = "DID NOT END";

    private static final List<Column> COLUMNS = List.of(Column.values());

    private static final Pattern TIME = Pattern.compile("(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d).*");

    /** A column; the order of declaration is that of the table. */
    enum Column {
        STARTED("started"),
        NAME("name"),
        VERDICT("verdict"),
        FOUND("found"),
        EXPECT("expected"),
        DATABASE("database"),
        ISOLATION("asked for"),
        WORKLOAD("workload"),
        COMMITTED("committed"),
        SECONDS("seconds"),
        P99("p99 ms"),
        SEED("seed");

        private final String title;

        Column(String title) {
            this.title = title;
        }

        private String cell(RunSummary run) {
            return switch (this) {
                case STARTED -> time(run.directory());
                case NAME ->
                    String.valueOf(run.directory().getName(run.directory().getNameCount() - 2));
                case VERDICT -> run.ending().verdict();
                case FOUND -> found(run);
                case EXPECT -> run.ending().expect();
                case DATABASE -> run.setup().database();
                case ISOLATION -> run.setup().isolation();
                case WORKLOAD -> run.setup().workload().split(" ", 2)[0];
                case COMMITTED -> String.valueOf(run.seen().committed());
                case SECONDS -> tenths(run.seen().seconds());
                case P99 -> tenths(run.seen().p99Micros() / 1e3);
                case SEED -> run.setup().seed();
            };
        }

        String title() {
            return title;
        }

        /** As a query names it. */
        String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isNumber() {
            return switch (this) {
                case COMMITTED, SECONDS, P99 -> true;
                case STARTED, NAME, VERDICT, FOUND, EXPECT, DATABASE, ISOLATION, WORKLOAD, SEED -> false;
            };
        }

        private int place() {
            return COLUMNS.indexOf(this);
        }
    }

    static Row of(RunSummary run) {
        return row(run.directory(), column -> column.cell(run));
    }

    /** A run of which there is nothing to read. */
    static Row open(Path directory, String verdict) {
        return row(directory, column -> switch (column) {
            case STARTED -> time(directory);
            case NAME -> String.valueOf(directory.getName(directory.getNameCount() - 2));
            case VERDICT -> verdict;
            case FOUND, EXPECT, DATABASE, ISOLATION, WORKLOAD, COMMITTED, SECONDS, P99, SEED -> "";
        });
    }

    private static Row row(Path directory, Function<Column, String> cell) {
        List<String> cells = COLUMNS.stream().map(cell).toList();
        List<Double> numbers = COLUMNS.stream()
                .map(column -> number(column, cells.get(column.place())))
                .toList();
        return new Row(directory, cells, numbers);
    }

    private static double number(Column column, String cell) {
        return column.isNumber() && !cell.isEmpty() ? Double.parseDouble(cell) : Double.NaN;
    }

    String cell(Column column) {
        return cells.get(column.place());
    }

    double number(Column column) {
        return numbers.get(column.place());
    }

    /** Of a number that is not negative, with one place after the point; formatting took half of a first look. */
    private static String tenths(double number) {
        long tenths = Math.round(number * 10);
        return tenths / 10 + "." + tenths % 10;
    }

    /** Lost appends are no anomaly of isolation, but a run that has no other would look as if nothing was found. */
    private static String found(RunSummary run) {
        var found = new TreeMap<>(run.found().anomalies());
        if (run.found().durability().lost() > 0) {
            found.put("lost-append", run.found().durability().lost());
        }
        return found.entrySet().stream()
                .map(count -> count.getKey() + " ×" + count.getValue())
                .collect(Collectors.joining(", "));
    }

    /** To the second, by the directory's name: a run on a virtual clock began in 1970 otherwise. */
    private static String time(Path directory) {
        return TIME.matcher(String.valueOf(directory.getFileName())).replaceFirst("$1-$2-$3 $4:$5:$6");
    }
}
