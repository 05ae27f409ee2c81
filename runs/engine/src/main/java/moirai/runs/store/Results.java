package moirai.runs.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.analysis.Anomaly;
import moirai.analysis.AnomalyShape;
import moirai.analysis.Attribution;
import moirai.analysis.Attributions;
import moirai.analysis.CyclePattern;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.history.History;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.Judgement;
import moirai.runs.interim.AnomalyKind;

/** The findings in the shape of a Jepsen test's results, with Elle's keys. */
final class Results {

    private Results() {}

    static Map<String, Object> of(History history, Judgement judgement) {
        Findings findings = judgement.findings();
        var results = new LinkedHashMap<String, Object>();
        results.put("valid?", validity(judgement));
        results.put("expect", new Keyword(judgement.expect().label()));
        results.put(
                "anomaly-types",
                findings.phenomena().stream()
                        .map(phenomenon -> new Keyword(phenomenon.label()))
                        .toList());
        results.put("anomaly-counts", counts(findings.counts()));
        results.put("fingerprints", fingerprints(history, judgement));
        results.put("anomalies", anomalies(history, findings.anomalies()));
        results.put("not", keywords(findings.weakestBroken()));
        results.put("also-not", keywords(findings.alsoBroken()));
        results.put("holds", keywords(findings.strongestHolding()));
        if (judgement.durability().isKnown()) {
            results.put("lost-count", judgement.durability().lostCount());
        }
        return results;
    }

    /**
     * Returns Jepsen's value for the judgement; lost appends are a violation, and a pass without evidence is not known
     * to be valid.
     */
    private static Object validity(Judgement judgement) {
        if (judgement.durability().isBroken()) {
            return false;
        }
        return switch (judgement.verdict()) {
            case Verdict.Fail fail -> false;
            case Verdict.Undecided undecided -> new Keyword("unknown");
            case Verdict.Pass pass -> judgement.lack().isEmpty() ? true : new Keyword("unknown");
        };
    }

    private static Set<Keyword> keywords(List<IsolationLevel> levels) {
        return levels.stream()
                .map(level -> new Keyword(level.label()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Map<String, Object> counts(Map<Phenomenon, Integer> counts) {
        var byLabel = new LinkedHashMap<String, Object>();
        counts.forEach((phenomenon, count) -> byLabel.put(phenomenon.label(), count));
        return byLabel;
    }

    private static Map<String, Object> fingerprints(History history, Judgement judgement) {
        var byFingerprint = new LinkedHashMap<String, Object>();
        judgement.findings().sightings().values().stream().flatMap(List::stream).forEach(sighting -> {
            var seen = new LinkedHashMap<String, Object>();
            seen.put("phenomenon", sighting.shape().phenomenon().label());
            seen.put("count", sighting.count());
            seen.put("at-least?", sighting.isAtLeast());
            seen.put("first-nanos", sighting.firstNanos());
            seen.put("last-nanos", sighting.lastNanos());
            seen.put("faults", new LinkedHashMap<String, Object>(sighting.faults()));
            byFingerprint.put(sighting.shape().fingerprint(), seen);
        });
        if (judgement.durability().isBroken()) {
            AnomalyKind lost = FoundKinds.lost(history, judgement.durability());
            var seen = new LinkedHashMap<String, Object>();
            seen.put("phenomenon", lost.phenomenon());
            seen.put("count", lost.count());
            seen.put("at-least?", false);
            seen.put("first-nanos", lost.times().firstNanos());
            seen.put("last-nanos", lost.times().lastNanos());
            seen.put("faults", Map.of());
            byFingerprint.put(lost.shape(), seen);
        }
        return byFingerprint;
    }

    private static Map<String, Object> anomalies(History history, List<Anomaly> anomalies) {
        var byLabel = new LinkedHashMap<String, List<Object>>();
        for (Anomaly anomaly : anomalies) {
            byLabel.computeIfAbsent(anomaly.phenomenon().label(), label -> new ArrayList<>())
                    .add(witness(history, anomaly));
        }
        return new LinkedHashMap<>(byLabel);
    }

    private static Map<String, Object> witness(History history, Anomaly anomaly) {
        var witness = new LinkedHashMap<String, Object>();
        witness.put("fingerprint", AnomalyShape.of(history, anomaly).fingerprint());
        witness.put("txns", anomaly.txns());
        if (anomaly instanceof Anomaly.Cycle cycle) {
            witness.put(
                    "edges",
                    cycle.dependencies().stream()
                            .map(dependency -> new Keyword(dependency.label()))
                            .toList());
            cycle.pattern().ifPresent(pattern -> witness.put("pattern", new Keyword(keyword(pattern))));
        }
        if (anomaly instanceof Anomaly.NoCommitOrder found) {
            witness.put("axiom", new Keyword(found.refutation().level().toString()));
            witness.put("minimal?", found.refutation().witness().minimal());
            putAttributions(found.attributions(), witness);
        }
        return witness;
    }

    /** Adds which writes the proof supposes that reads returned, if several transactions wrote their values. */
    private static void putAttributions(Attributions attributions, Map<String, Object> witness) {
        if (!attributions.equals(Attributions.NONE)) {
            witness.put(
                    "supposed",
                    attributions.supposed().stream().map(Results::supposed).toList());
            witness.put("refuted-suppositions", attributions.refuted());
        }
    }

    private static Map<String, Object> supposed(Attribution attribution) {
        var supposed = new LinkedHashMap<String, Object>();
        supposed.put("reader", attribution.reader());
        supposed.put("read-from", attribution.writer());
        supposed.put("writers", attribution.writers());
        return supposed;
    }

    private static String keyword(CyclePattern pattern) {
        return pattern.words().replace(' ', '-');
    }
}
