package moirai.runs.metrics;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The makers of gauges and counters. */
final class Series {

    private Series() {}

    static MetricSnapshot gauge(String name, String help, double value) {
        return gauge(name, help, List.of(Labels.EMPTY), value);
    }

    /** Returns a gauge that has the same value under each of the labels. */
    static MetricSnapshot gauge(String name, String help, List<Labels> labels, double value) {
        return gauge(name, help, labels.stream().collect(Collectors.toMap(each -> each, each -> value)));
    }

    static MetricSnapshot gauge(String name, String help, Map<Labels, Double> values) {
        GaugeSnapshot.Builder all = GaugeSnapshot.builder().name(name).help(help);
        values.forEach((labels, value) -> all.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                .labels(labels)
                .value(value)
                .build()));
        return all.build();
    }

    static MetricSnapshot counter(String name, String help, long value) {
        return counter(name, help, Map.of(Labels.EMPTY, value));
    }

    static MetricSnapshot counter(String name, String help, String label, Map<String, Long> values) {
        var labelled = new HashMap<Labels, Long>();
        values.forEach((key, value) -> labelled.put(Labels.of(label, key), value));
        return counter(name, help, labelled);
    }

    static MetricSnapshot counter(String name, String help, Map<Labels, Long> values) {
        CounterSnapshot.Builder all = CounterSnapshot.builder().name(name).help(help);
        values.forEach((labels, value) -> all.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(labels)
                .value((double) value)
                .build()));
        return all.build();
    }
}
