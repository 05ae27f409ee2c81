package moirai.studies.exploration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import moirai.exploration.ExplorationOptions;
import moirai.history.level.IsolationLevel;
import moirai.programs.explored.Applications;
import moirai.programs.explored.ClientProgram;

/** The paper's experiments as tables of text, each line of which appears as soon as it is measured. */
public final class ExplorationFigures {

    private static final int SIZE_MAX = 5;

    private final double secondsMax;
    private final Consumer<String> out;

    /**
     * Creates experiments.
     *
     * @param secondsMax the time limit of each search; a search that exceeds it is marked with {@code >}
     * @param out receives each line
     */
    public ExplorationFigures(double secondsMax, Consumer<String> out) {
        this.secondsMax = secondsMax;
        this.out = out;
    }

    /**
     * Measures figure 14: seconds and complete histories of each client program with each algorithm, and then totals.
     * The programs have three sessions of three transactions.
     *
     * @param clients of {@link Applications#clients}
     * @param plots the folders of the cactus plots {@code time.svg}, {@code memory.svg} and {@code end-states.svg}
     */
    public void applications(List<String> clients, List<Path> plots) {
        var byVariant = new LinkedHashMap<String, List<Measurement>>();
        out.accept(line("program", Variant.ALL, Variant::name));
        for (String name : clients) {
            ClientProgram client = Applications.client(name);
            var row = new ArrayList<Measurement>();
            for (Variant variant : Variant.ALL) {
                Measurement measured = Measurement.of(name, client.program(), variant.options(), secondsMax);
                byVariant
                        .computeIfAbsent(variant.name(), first -> new ArrayList<>())
                        .add(measured);
                row.add(measured);
            }
            out.accept(line(name, row, ExplorationFigures::cell));
        }
        totals(byVariant);
        plots.forEach(directory -> plot(directory, byVariant));
    }

    private void totals(Map<String, List<Measurement>> byVariant) {
        List<List<Measurement>> columns = List.copyOf(byVariant.values());
        List<Measurement> first = columns.getFirst();
        out.accept(line(
                "finished",
                columns,
                column -> column.stream().filter(Measurement::isFinished).count() + "/" + column.size()));
        out.accept(line("mean seconds", columns, column -> number("%.3f", mean(column, Measurement::seconds))));
        out.accept(line("median x CC", columns, column -> number("%.2f", medianRatio(column, first))));
        out.accept(line("heap peak MB", columns, column -> number("%.0f", max(column, Measurement::heapMegabytes))));
        out.accept(line("places open", columns, column -> number("%.0f", max(column, Measurement::openMax))));
        out.accept(line("histories/s", columns, column -> number("%,.0f", rate(column))));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static double mean(List<Measurement> column, Function<Measurement, Double> cost) {
        return column.stream().mapToDouble(cost::apply).average().orElse(0);
    }

    private static double max(List<Measurement> column, Function<Measurement, ? extends Number> cost) {
        return column.stream()
                .mapToDouble(measurement -> cost.apply(measurement).doubleValue())
                .max()
                .orElse(0);
    }

    private static double rate(List<Measurement> column) {
        double ends = column.stream()
                .mapToDouble(measurement -> measurement.result().ends())
                .sum();
        return ends / column.stream().mapToDouble(Measurement::seconds).sum();
    }

    /** Returns the median ratio of times, over the programs that finished in both columns. */
    private static double medianRatio(List<Measurement> column, List<Measurement> base) {
        var ratios = new ArrayList<Double>();
        for (int index = 0; index < column.size(); index++) {
            if (column.get(index).isFinished() && base.get(index).isFinished()) {
                ratios.add(column.get(index).seconds() / base.get(index).seconds());
            }
        }
        ratios.sort(null);
        return ratios.isEmpty() ? Double.NaN : ratios.get(ratios.size() / 2);
    }

    private static void plot(Path directory, Map<String, List<Measurement>> byVariant) {
        try {
            Files.createDirectories(directory);
            CactusPlot.write(directory.resolve("time.svg"), "seconds", byVariant, Measurement::seconds);
            CactusPlot.write(directory.resolve("memory.svg"), "heap, MB", byVariant, Measurement::heapMegabytes);
            CactusPlot.write(
                    directory.resolve("end-states.svg"),
                    "complete histories",
                    byVariant,
                    measurement -> measurement.result().ends());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Measures figure 15, left: 1 to 5 sessions of three transactions, at causal. */
    public void sessions() {
        scaling("sessions", Applications.sessionScaling(), ExplorationFigures::firstSessions);
    }

    /** Measures figure 15, right: three sessions of 1 to 5 transactions, at causal. */
    public void txns() {
        scaling("transactions", Applications.txnScaling(), ExplorationFigures::firstTxns);
    }

    /** Returns the program with its first sessions only. */
    static ClientProgram firstSessions(ClientProgram whole, int count) {
        return new ClientProgram(
                whole.application(), whole.rows(), whole.sessions().subList(0, count));
    }

    /** Returns the program with the first transactions of each session only. */
    static ClientProgram firstTxns(ClientProgram whole, int count) {
        return new ClientProgram(
                whole.application(),
                whole.rows(),
                whole.sessions().stream()
                        .map(session -> session.subList(0, count))
                        .toList());
    }

    /** A way to make a program smaller. */
    private interface Scale {
        ClientProgram to(ClientProgram whole, int size);
    }

    private void scaling(String what, List<String> names, Scale scale) {
        out.accept("causal, by explore-ce; %s: histories in seconds (heap peak MB, places open)".formatted(what));
        List<Integer> sizes = List.of(1, 2, 3, 4, SIZE_MAX);
        out.accept(line("program", sizes, size -> size + " " + what));
        for (String name : names) {
            ClientProgram whole = Applications.client(name);
            List<Measurement> row = sizes.stream()
                    .map(size -> Measurement.of(
                            name,
                            scale.to(whole, size).program(),
                            ExplorationOptions.at(IsolationLevel.CAUSAL),
                            secondsMax))
                    .toList();
            out.accept(line(
                    name,
                    row,
                    measured -> cell(measured)
                            + String.format(Locale.ROOT, " (%.0f, %d)", measured.heapMegabytes(), measured.openMax())));
        }
    }

    private static String cell(Measurement measured) {
        return String.format(
                Locale.ROOT,
                "%s%,d in %.2f",
                measured.isFinished() ? "" : ">",
                measured.result().histories(),
                measured.seconds());
    }

    private static <T> String line(String name, List<T> cells, Function<T, String> text) {
        var line = new StringBuilder("%-22s".formatted(name));
        cells.forEach(cell -> line.append("%30s".formatted(text.apply(cell))));
        return line.toString();
    }
}
