package moirai.runs.metrics;

import static moirai.runs.metrics.Series.counter;
import static moirai.runs.metrics.Series.gauge;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.runs.RunProgress;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.interim.RunCounts;
import moirai.runs.latency.Distribution;
import moirai.runs.latency.Stages;

/**
 * The last figures of one run, which any thread may ask for. They are computed only on request, and only the last value
 * of each is kept: the memory does not grow with the run.
 */
public final class RunMetrics implements RunWatcher {

    private static final double MILLIS_A_SECOND = 1e3;

    private final RunSettings settings;
    private final Path history;
    private final boolean isJudged;
    private RunProgress progress = new RunProgress(Duration.ZERO, 0, 0, 0, 0, "");
    private Optional<RunCounts> counts = Optional.empty();
    private Optional<InterimVerdict> soFar = Optional.empty();
    private List<String> faults = List.of();
    private long faultEvents;
    private String verdict = "";

    /**
     * Creates the figures of a run that has not begun.
     *
     * @param history the directory with the segments, which need not exist yet
     * @param isJudged whether the history is checked while the run goes
     */
    public RunMetrics(RunSettings settings, Path history, boolean isJudged) {
        this.settings = settings;
        this.history = history;
        this.isJudged = isJudged;
    }

    @Override
    public void stage(String what) {}

    @Override
    public synchronized void progress(RunProgress now) {
        progress = now;
    }

    @Override
    public synchronized void counts(RunCounts now) {
        counts = Optional.of(now);
    }

    @Override
    public synchronized void fault(String news, List<String> active) {
        faults = List.copyOf(active);
        faultEvents++;
    }

    @Override
    public boolean wantsVerdicts() {
        return isJudged;
    }

    @Override
    public synchronized void soFar(InterimVerdict now) {
        soFar = Optional.of(now);
    }

    /**
     * Records the end of the run.
     *
     * @param word the first words of its verdict line
     */
    public synchronized void ended(String word) {
        verdict = word;
        faults = List.of();
    }

    /** Returns all figures, as they are now, in Prometheus' text format. O(segments of the history). */
    String text() {
        var bytes = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(bytes, snapshot(), EscapingScheme.UNDERSCORE_ESCAPING);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private MetricSnapshots snapshot() {
        long bytes = historyBytes();
        synchronized (this) {
            var all = new ArrayList<MetricSnapshot>();
            all.add(info());
            double seconds = progress.elapsed().toMillis() / MILLIS_A_SECOND;
            all.add(gauge("moirai_run_elapsed_seconds", "Time since the first transaction.", seconds));
            all.add(counter(
                    "moirai_transactions",
                    "Transactions that ended, by how they ended.",
                    "outcome",
                    Map.of(
                            "committed",
                            progress.committed(),
                            "aborted",
                            progress.aborted(),
                            "indeterminate",
                            progress.indeterminate())));
            all.add(gauge(
                    "moirai_sessions_waiting",
                    "Sessions that could not be opened and will be tried again.",
                    progress.waiting()));
            all.add(gauge(
                    "moirai_sessions_wanted",
                    "Sessions that are to be open at a time.",
                    settings.load().concurrency()));
            all.add(gauge("moirai_history_bytes", "Size of what is recorded.", (double) bytes));
            all.add(gauge("moirai_faults_active", "Faults that are there now.", faults.size()));
            all.add(counter(
                    "moirai_fault_events", "Steps in the life of faults: intents, injections and heals.", faultEvents));
            addArrivals(all);
            counts.ifPresent(known -> addCounts(all, known));
            soFar.ifPresent(known -> all.addAll(VerdictSeries.of(known)));
            if (!verdict.isEmpty()) {
                all.add(gauge(
                        "moirai_run_verdict",
                        "Verdict on the whole run, once it has ended.",
                        List.of(Labels.of("verdict", verdict)),
                        1));
            }
            return new MetricSnapshots(all);
        }
    }

    private MetricSnapshot info() {
        return InfoSnapshot.builder()
                .name("moirai_run")
                .help("What is run.")
                .dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder()
                        .labels(Labels.of(
                                "seed",
                                settings.seed().toString(),
                                "workload",
                                settings.workload().toString(),
                                "isolation",
                                settings.levels().isolation(),
                                "expect",
                                settings.levels().expect().label()))
                        .build())
                .build();
    }

    private void addArrivals(List<MetricSnapshot> all) {
        Stages stages = settings.load().stages();
        if (stages.isPaced()) {
            Stages.Moment now = stages.at(progress.elapsed());
            all.add(gauge("moirai_arrival_rate", "Transactions that are due in a second.", now.rate()));
            all.add(gauge("moirai_stage", "Number of the stage, from 1.", now.number()));
        }
    }

    private static void addCounts(List<MetricSnapshot> all, RunCounts known) {
        all.add(counter(
                "moirai_aborts",
                "Aborted transactions, by SQLSTATE or the database's other reason.",
                "sqlstate",
                known.aborted()));
        all.add(counter(
                "moirai_indeterminate",
                "Transactions of unknown outcome, by what was seen instead of one.",
                "cause",
                known.indeterminate()));
        all.add(counter("moirai_sessions_opened", "Sessions that were opened.", known.sessions()));
        HistogramSnapshot.Builder latency = HistogramSnapshot.builder()
                .name("moirai_transaction_duration_seconds")
                .help("How long committed transactions took: from their start, and from when they were due.");
        latency.dataPoint(histogram("start", known.fromStart()));
        if (known.fromDue().count() > 0) {
            latency.dataPoint(histogram("due", known.fromDue()));
        }
        all.add(latency.build());
    }

    private static HistogramSnapshot.HistogramDataPointSnapshot histogram(String from, Distribution spread) {
        var counts = new ArrayList<Long>();
        long before = 0;
        for (long upTo : spread.counts()) {
            counts.add(upTo - before);
            before = upTo;
        }
        return HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .labels(Labels.of("from", from))
                .classicHistogramBuckets(ClassicHistogramBuckets.of(Distribution.BOUNDS, counts))
                .sum(spread.sumSeconds())
                .build();
    }

    private long historyBytes() {
        if (!Files.isDirectory(history)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(history)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        } catch (IOException | UncheckedIOException unreadable) {
            return 0;
        }
    }
}
