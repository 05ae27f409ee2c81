package moirai.runs.campaign;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import moirai.runs.latency.Latency;
import moirai.runs.summary.Availability;

/** A figure of a run that a threshold can be about. */
enum Metric {
    COMMITTED("committed", Unit.COUNT),
    ABORTED("aborted", Unit.COUNT),
    INDETERMINATE("indeterminate", Unit.COUNT),
    ABORTS("aborts", Unit.SHARE),
    RATE("rate", Unit.PER_SECOND),
    LOST("lost", Unit.COUNT),
    ACKNOWLEDGED("acknowledged", Unit.COUNT),
    OVERLAP("overlap", Unit.SHARE),
    VERSIONS_READ("versions-read", Unit.COUNT),
    KEYS_CONTENDED("keys-contended", Unit.COUNT),
    P50("p50", Unit.TIME),
    P99("p99", Unit.TIME),
    MAX("max", Unit.TIME),
    AVAILABILITY("availability", Unit.SHARE),
    LONGEST_GAP("longest-gap", Unit.TIME),
    RECOVERY("recovery", Unit.TIME),
    RECOVERY_MAX("recovery-max", Unit.TIME),
    LOG_FINDINGS("log-findings", Unit.COUNT);

    /** The unit of a figure. */
    enum Unit {
        COUNT("a number, such as 1000"),
        SHARE("a share, such as 20% or 0.2"),
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

    Metric(String label, Unit unit) {
        this.label = label;
        this.unit = unit;
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
    OptionalDouble of(Measured run, String kind) {
        Figures figures = run.figures();
        Availability uptime = run.beside().uptime();
        Optional<Latency> latency = Optional.ofNullable(figures.latencyMicros().get(kind));
        return switch (this) {
            case COMMITTED -> whole(figures.counts().committed());
            case ABORTED -> whole(figures.counts().aborted());
            case INDETERMINATE -> whole(figures.counts().indeterminate());
            case ABORTS -> OptionalDouble.of(figures.abortShare());
            case RATE -> OptionalDouble.of(figures.committedPerSecond());
            case LOST -> ofDurability(figures, figures.durability().lost());
            case ACKNOWLEDGED -> ofDurability(figures, figures.durability().acknowledged());
            case OVERLAP -> OptionalDouble.of(figures.evidence().overlap());
            case VERSIONS_READ -> whole(figures.evidence().versionsRead());
            case KEYS_CONTENDED -> whole(figures.evidence().keysContended());
            case P50 -> ofLatency(latency.map(Latency::p50));
            case P99 -> ofLatency(latency.map(Latency::p99));
            case MAX -> ofLatency(latency.map(Latency::max));
            case AVAILABILITY -> ofUptime(uptime, uptime.share());
            case LONGEST_GAP -> ofUptime(uptime, micros(uptime.gapNanos()));
            case RECOVERY -> ofRecovery(uptime.recovery(), uptime.recovery().medianNanos());
            case RECOVERY_MAX -> ofRecovery(uptime.recovery(), uptime.recovery().maxNanos());
            case LOG_FINDINGS ->
                run.beside().hasWholeLogs() ? whole(run.beside().logCount()) : OptionalDouble.empty();
        };
    }

    private static OptionalDouble whole(long number) {
        return OptionalDouble.of((double) number);
    }

    private static OptionalDouble ofDurability(Figures figures, long value) {
        return figures.durability().known() ? whole(value) : OptionalDouble.empty();
    }

    private static double micros(long nanos) {
        return nanos / 1e3;
    }

    private static OptionalDouble ofUptime(Availability uptime, double value) {
        return uptime.isKnown() ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** Returns a time of recovery; it is not known if the database never recovered, or had nothing to recover from. */
    private static OptionalDouble ofRecovery(Availability.Recovery recovery, long nanos) {
        return recovery.count() > 0 && recovery.withoutCommit() == 0
                ? OptionalDouble.of(micros(nanos))
                : OptionalDouble.empty();
    }

    /** Returns whether the figure is known only of runs with faults. */
    boolean isOfFaults() {
        return switch (this) {
            case LOST, ACKNOWLEDGED, AVAILABILITY, LONGEST_GAP, RECOVERY, RECOVERY_MAX -> true;
            case COMMITTED,
                    ABORTED,
                    INDETERMINATE,
                    ABORTS,
                    RATE,
                    OVERLAP,
                    VERSIONS_READ,
                    KEYS_CONTENDED,
                    P50,
                    P99,
                    MAX,
                    LOG_FINDINGS -> false;
        };
    }

    /** Returns whether the figure is the latency of transactions, which have kinds. */
    boolean isLatency() {
        return this == P50 || this == P99 || this == MAX;
    }

    /** Returns why the figure may not be known. */
    String unknown() {
        return switch (this) {
            case P50, P99, MAX -> "no such transaction committed, or a virtual clock";
            case LOST, ACKNOWLEDGED -> "the run has no final reads";
            case RECOVERY, RECOVERY_MAX -> "no fault was healed, or nothing committed after a heal";
            case AVAILABILITY, LONGEST_GAP -> "no faults, or a virtual clock";
            case LOG_FINDINGS ->
                "the run has kept no logs of servers, or not all of them, or knows no words of the product";
            case COMMITTED, ABORTED, INDETERMINATE, ABORTS, RATE, OVERLAP, VERSIONS_READ, KEYS_CONTENDED ->
                "the run has no figures";
        };
    }

    private static OptionalDouble ofLatency(Optional<Long> micros) {
        return micros.map(Metric::whole).orElse(OptionalDouble.empty());
    }
}
