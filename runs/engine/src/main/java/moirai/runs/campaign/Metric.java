package moirai.runs.campaign;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import moirai.runs.latency.Latency;

/** A figure of a run that a threshold can be about. */
enum Metric {
    COMMITTED("committed", Unit.COUNT, figures -> figures.counts().committed()),
    ABORTED("aborted", Unit.COUNT, figures -> figures.counts().aborted()),
    INDETERMINATE("indeterminate", Unit.COUNT, figures -> figures.counts().indeterminate()),
    ABORTS("aborts", Unit.SHARE, Figures::abortShare),
    RATE("rate", Unit.PER_SECOND, Figures::committedPerSecond),
    LOST("lost", Unit.COUNT, figures -> figures.durability().lost()),
    ACKNOWLEDGED("acknowledged", Unit.COUNT, figures -> figures.durability().acknowledged()),
    OVERLAP("overlap", Unit.SHARE, figures -> figures.evidence().overlap()),
    VERSIONS_READ("versions-read", Unit.COUNT, figures -> figures.evidence().versionsRead()),
    KEYS_CONTENDED("keys-contended", Unit.COUNT, figures -> figures.evidence().keysContended()),
    P50("p50", Latency::p50),
    P99("p99", Latency::p99),
    MAX("max", Latency::max);

    /** The unit of a figure. */
    enum Unit {
        COUNT("a number, such as 1000"),
        SHARE("a share, such as 20%"),
        PER_SECOND("a number a second, such as 500/s"),
        TIME("a time, such as 50ms, 800us or 2s");

        private final String expected;

        Unit(String expected) {
            this.expected = expected;
        }

        String expected() {
            return expected;
        }
    }

    private final String label;
    private final Unit unit;
    private final ToDoubleFunction<Figures> ofFigures;
    private final ToDoubleFunction<Latency> ofLatency;

    Metric(String label, Unit unit, ToDoubleFunction<Figures> ofFigures) {
        this.label = label;
        this.unit = unit;
        this.ofFigures = ofFigures;
        this.ofLatency = latency -> 0;
    }

    Metric(String label, ToDoubleFunction<Latency> ofLatency) {
        this.label = label;
        this.unit = Unit.TIME;
        this.ofFigures = figures -> 0;
        this.ofLatency = ofLatency;
    }

    String label() {
        return label;
    }

    Unit unit() {
        return unit;
    }

    static Optional<Metric> named(String label) {
        return Arrays.stream(values())
                .filter(metric -> metric.label.equals(label))
                .findFirst();
    }

    static String names() {
        return Arrays.stream(values()).map(Metric::label).collect(Collectors.joining(", "));
    }

    /**
     * Returns the figure; empty if the run does not know it.
     *
     * @param kind the kind of transactions, for a latency
     */
    OptionalDouble of(Figures figures, String kind) {
        boolean isOfDurability = this == LOST || this == ACKNOWLEDGED;
        if (isOfDurability && !figures.durability().known()) {
            return OptionalDouble.empty();
        }
        if (unit != Unit.TIME) {
            return OptionalDouble.of(ofFigures.applyAsDouble(figures));
        }
        Latency latency = figures.latencyMicros().get(kind);
        return latency == null ? OptionalDouble.empty() : OptionalDouble.of(ofLatency.applyAsDouble(latency));
    }
}
