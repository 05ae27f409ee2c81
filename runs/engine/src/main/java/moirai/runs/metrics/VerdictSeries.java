package moirai.runs.metrics;

import static moirai.runs.metrics.Series.counter;
import static moirai.runs.metrics.Series.gauge;

import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import moirai.analysis.streaming.StreamProgress;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.history.level.IsolationLevel;
import moirai.runs.interim.InterimVerdict;

/**
 * The figures about the verdict so far. A figure that the verdict does not have is left out, as a 0 would be read as
 * good news.
 */
final class VerdictSeries {

    private static final double NANOS_A_SECOND = 1e9;

    private VerdictSeries() {}

    static List<MetricSnapshot> of(InterimVerdict known) {
        var all = new ArrayList<MetricSnapshot>();
        all.add(gauge("moirai_checked_transactions", "Transactions that the verdict so far reaches over.", (double)
                known.txns()));
        if (known.txns() > 0) {
            all.add(gauge(
                    "moirai_invalid_so_far",
                    "1 if something was seen that the expected level forbids.",
                    known.isInvalid() ? 1 : 0));
        }
        if (!known.sightings().isEmpty()) {
            addSightings(all, known.sightings());
        }
        if (!known.progress().equals(StreamProgress.NONE)) {
            addProgress(all, known.progress());
        }
        return all;
    }

    private static void addSightings(List<MetricSnapshot> all, List<InterimVerdict.Sighting> sightings) {
        all.add(gauge(
                "moirai_anomaly_seen",
                "1 for each shape of anomaly that was seen so far.",
                sightings.stream()
                        .map(one -> Labels.of("shape", one.shape(), "forbidden", String.valueOf(one.isForbidden())))
                        .toList(),
                1));
        var counts = new LinkedHashMap<Labels, Long>();
        for (InterimVerdict.Sighting one : sightings) {
            counts.put(
                    Labels.of(
                            "shape",
                            one.shape(),
                            "phenomenon",
                            one.phenomenon().label(),
                            "forbidden",
                            String.valueOf(one.isForbidden())),
                    one.count());
        }
        all.add(counter("moirai_anomalies", "Anomalies that were found, by shape.", counts));
    }

    private static void addProgress(List<MetricSnapshot> all, StreamProgress progress) {
        all.add(gauge(
                "moirai_proven_seconds",
                "Time of the run up to which every transaction is judged.",
                progress.provenNanos() / NANOS_A_SECOND));
        all.add(gauge(
                "moirai_watermark_lag_seconds",
                "Time of the run between what is judged and the last transaction that was read.",
                progress.lagNanos() / NANOS_A_SECOND));
        StreamProgress.Work work = progress.work();
        all.add(gauge(
                "moirai_transactions_held", "Transactions in memory, not judged to the end.", (double) work.held()));
        all.add(counter("moirai_transactions_released", "Transactions judged to the end.", work.released()));
        all.add(counter("moirai_transactions_forgotten", "Transactions no longer in memory.", work.forgotten()));
        all.add(gauge("moirai_keys_live", "Keys of which appends are in memory.", (double) work.keysLive()));
        all.add(counter("moirai_sweeps", "How often a part of the history was read again.", work.sweeps()));
        if (!progress.levels().isEmpty()) {
            all.add(gauge(
                    "moirai_level_state", "1 for what is known of each level, else 0.", states(progress.levels())));
        }
    }

    private static Map<Labels, Double> states(Map<IsolationLevel, Standing> levels) {
        var states = new LinkedHashMap<Labels, Double>();
        levels.forEach((level, standing) -> {
            for (Standing each : Standing.values()) {
                states.put(
                        Labels.of("level", level.label(), "state", each.name().toLowerCase(Locale.ROOT)),
                        each == standing ? 1.0 : 0.0);
            }
        });
        return states;
    }
}
