package moirai.runs.serve.pages;

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
 * @param cells the displayed texts in the order of the columns
 * @param numbers the sort keys in the order of the columns; {@code NaN} where the cell is sorted as text
 */
record Row(Path directory, Standing standing, List<String> cells, List<Double> numbers) {

    /** The text in place of a verdict for a run that did not end. */
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
                case VERDICT -> Standing.words(run.ending());
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

        /** Returns the name in a query. */
        String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean isNumber() {
            return switch (this) {
                case COMMITTED, SECONDS, P99 -> true;
                case STARTED, NAME, VERDICT, FOUND, EXPECT, DATABASE, ISOLATION, WORKLOAD, SEED -> false;
            };
        }

        /** Returns whether the order that a reader asks for first has the largest on top. */
        boolean isLargestFirst() {
            return isNumber() || this == STARTED;
        }

        private int place() {
            return COLUMNS.indexOf(this);
        }
    }

    static Row of(RunSummary run) {
        return row(run.directory(), Standing.of(run.ending()), column -> column.cell(run));
    }

    /** Returns the row of a run without readable results. */
    static Row open(Path directory, String verdict) {
        return row(directory, Standing.NOT_ENDED, column -> switch (column) {
            case STARTED -> time(directory);
            case NAME -> String.valueOf(directory.getName(directory.getNameCount() - 2));
            case VERDICT -> verdict;
            case FOUND, EXPECT, DATABASE, ISOLATION, WORKLOAD, COMMITTED, SECONDS, P99, SEED -> "";
        });
    }

    private static Row row(Path directory, Standing standing, Function<Column, String> cell) {
        List<String> cells = COLUMNS.stream().map(cell).toList();
        List<Double> numbers = COLUMNS.stream()
                .map(column -> number(column, cells.get(column.place())))
                .toList();
        return new Row(directory, standing, cells, numbers);
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

    /** Returns whether the run ended, so that it has results. */
    boolean hasEnded() {
        return !cell(Column.VERDICT).equals(NOT_ENDED);
    }

    /** Returns the verdict with its sign. */
    String badge() {
        return standing.badge(cell(Column.VERDICT));
    }

    /** Returns the time of its begin, as a link to its report if it has one. */
    String timeLink() {
        String time = cell(Column.STARTED);
        return hasEnded() ? Frame.link(Frame.address(directory) + "/report.html", time) : Frame.escaped(time);
    }

    /**
     * Returns a number that is not negative with one decimal place. {@code String.format} took half of the time of a
     * first listing.
     */
    private static String tenths(double number) {
        long tenths = Math.round(number * 10);
        return tenths / 10 + "." + tenths % 10;
    }

    /**
     * Returns the findings of a run, lost writes included. These are no anomalies of isolation, but without them a run
     * with no other findings would seem to have none.
     */
    private static String found(RunSummary run) {
        var found = new TreeMap<>(run.found().anomalies());
        if (run.found().durability().lost() > 0) {
            found.put(run.writes().lostLabel(), run.found().durability().lost());
        }
        return found.entrySet().stream()
                .map(count -> count.getKey() + " ×" + count.getValue())
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns the time to the second from the directory's name, because a run on a virtual clock began in 1970 by its
     * own clock.
     */
    static String time(Path directory) {
        return TIME.matcher(String.valueOf(directory.getFileName())).replaceFirst("$1-$2-$3 $4:$5:$6");
    }
}
