package moirai.runs.campaign;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import moirai.history.level.Nearest;
import moirai.runs.latency.TxnKind;

/**
 * What must hold of a figure of a run, as in k6: {@code committed > 10000}, {@code aborts < 20%}, {@code p99(write) <
 * 50ms}, {@code lost == 0}.
 *
 * @param kind the kind of transactions that a latency is about; {@link Figures#ALL} if nothing else is said
 * @param limit as a number, a share from 0 to 1, a number a second, or microseconds
 */
public record Threshold(String text, Metric metric, String kind, String relation, double limit) {

    private static final Pattern WRITTEN =
            Pattern.compile("([a-z0-9-]+)(?:\\(([a-z]+)\\))?\\s*(<=|>=|==|!=|<|>)\\s*([0-9.]+)\\s*(%|/s|us|ms|s|)");

    private static final Pattern NUMBER = Pattern.compile("\\d{1,12}(\\.\\d{1,9})?");

    /** A word for transactions that write, besides that of {@link TxnKind}. */
    private static final String APPEND = "append";

    private static final String EXAMPLES =
            "such as committed > 10000, aborts < 20%, p99(write) < 50ms, lost == 0 or availability > 90%";

    /**
     * Reads a threshold.
     *
     * @throws IllegalArgumentException with what is wrong, and what would be accepted
     */
    public static Threshold parse(String text) {
        Matcher parts = WRITTEN.matcher(text.strip());
        if (!parts.matches() || !NUMBER.matcher(parts.group(4)).matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' is not a threshold: expected a figure, <, <=, >, >=, == or !=, and a limit, " + EXAMPLES);
        }
        String name = parts.group(1);
        Metric metric = Metric.named(name)
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not a figure"
                        + Nearest.hint(name, List.of(Metric.names().split(", "))) + ". Known: " + Metric.names()));
        return new Threshold(
                text.strip(),
                metric,
                kind(metric, parts.group(2) == null ? "" : parts.group(2)),
                parts.group(3),
                limit(text, metric, Double.parseDouble(parts.group(4)), parts.group(5)));
    }

    private static String kind(Metric metric, String written) {
        if (written.isEmpty()) {
            return Figures.ALL;
        }
        if (!metric.isLatency()) {
            throw new IllegalArgumentException("'" + metric.label() + "(" + written
                    + ")': only latencies are told apart by kind: expected " + metric.label());
        }
        String label = written.equals(APPEND) ? TxnKind.WRITE.label() : written;
        if (TxnKind.named(label).isEmpty()) {
            throw new IllegalArgumentException("'" + written + "' is not a kind of transactions: expected read or write"
                    + ", as in " + metric.label() + "(write)");
        }
        return label;
    }

    private static double limit(String text, Metric metric, double number, String unit) {
        double factor = switch (metric.unit() + " " + unit) {
            case "COUNT ", "PER_SECOND ", "PER_SECOND /s", "TIME us", "SHARE " -> 1;
            case "SHARE %" -> 0.01;
            case "TIME ms" -> 1_000;
            case "TIME s" -> 1_000_000;
            default ->
                throw new IllegalArgumentException("'" + text.strip() + "': " + metric.label() + " is limited by "
                        + metric.unit().expected());
        };
        if (metric.unit() == Metric.Unit.SHARE && number * factor > 1) {
            throw new IllegalArgumentException("'" + text.strip() + "': no share is greater than 100%; expected "
                    + metric.unit().expected());
        }
        return number * factor;
    }

    /** Returns whether it is about a figure that is known only of runs with faults, such as lost writes. */
    public boolean isOfFaults() {
        return metric.isOfFaults();
    }

    /**
     * Returns why the threshold does not hold, such as {@code committed > 1000 (was 532)}; empty if it holds. A figure
     * that is not known is no evidence that it holds.
     */
    public Optional<String> missed(Measured run) {
        OptionalDouble value = metric.of(run, kind);
        if (value.isEmpty()) {
            return Optional.of(text + " (not known: " + metric.unknown() + ")");
        }
        return holds(value.getAsDouble())
                ? Optional.empty()
                : Optional.of(text + " (was " + written(value.getAsDouble()) + ")");
    }

    private boolean holds(double value) {
        return switch (relation) {
            case "<" -> value < limit;
            case "<=" -> value <= limit;
            case ">" -> value > limit;
            case ">=" -> value >= limit;
            case "==" -> value == limit;
            default -> value != limit;
        };
    }

    private String written(double value) {
        return switch (metric.unit()) {
            case COUNT -> String.format(Locale.ROOT, "%.0f", value);
            case SHARE -> String.format(Locale.ROOT, "%.1f%%", 100 * value);
            case PER_SECOND -> String.format(Locale.ROOT, "%.1f/s", value);
            case TIME -> String.format(Locale.ROOT, "%.1fms", value / 1_000);
        };
    }
}
