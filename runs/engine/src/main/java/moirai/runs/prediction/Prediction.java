package moirai.runs.prediction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import moirai.directed.encoding.Bounds;
import moirai.directed.encoding.Scenario;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.proof.Claim;
import moirai.directed.proof.Proof;
import moirai.directed.proof.Prover;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.directed.search.Progress;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.groups.AnomalyGroup;
import moirai.runs.cases.groups.AnomalyGroups;
import moirai.sources.Translation;
import moirai.sources.diagnostic.Diagnostic;

/**
 * What a search found of an application's transactions, and what it does not say.
 *
 * @param translation of the sources, for the bounds of the search
 * @param byRows the transactions that are on no cycle unless statements take their rows one by one
 */
public record Prediction(Translation translation, Analysis analysis, List<List<String>> byRows) {

    public Prediction {
        byRows = byRows.stream().map(List::copyOf).toList();
    }

    /**
     * Searches within the bounds. If nothing is there, and two calls could form a ring with rows or numbers beyond
     * them, it searches within larger ones, unless bounds were named.
     *
     * @param isOver asked between combinations of transactions; once it holds, the search ends with what it has
     */
    public static Prediction search(
            FittedSources sources, Levels levels, RaisedBounds asked, BooleanSupplier isOver, Progress progress) {
        Program program = sources.translation().program();
        Analysis analysis = searched(program, levels, sources.bounds(), isOver, progress);
        boolean isDoubtful = analysis.anomalies().isEmpty()
                && analysis.extent().isWhole()
                && new AnomalySearch(program, levels, sources.bounds()).isCyclicBeyondBounds();
        for (Bounds next : isDoubtful ? asked.larger(sources.bounds()) : List.<Bounds>of()) {
            Analysis again = searched(program, levels, next, isOver, progress);
            if (!again.anomalies().isEmpty()) {
                analysis = again;
                break;
            }
        }
        Translation translation =
                sources.translation().forRows(analysis.bounds().rows());
        List<List<String>> byRows = analysis.extent().isWhole()
                ? analysis.withoutFound(new AnomalySearch(program, levels, analysis.bounds()).byRows())
                : List.of();
        return new Prediction(translation, analysis, byRows);
    }

    private static Analysis searched(
            Program program, Levels levels, Bounds bounds, BooleanSupplier isOver, Progress progress) {
        return new AnomalySearch(program, levels, bounds)
                .until(isOver)
                .telling(progress)
                .find();
    }

    /**
     * Returns the same anomalies, in which those that stand for their groups have readable executions of their own, if
     * they shared one of the solver's before and the groups stay the same.
     *
     * @param groups of its cases
     */
    public Prediction readable(AnomalyGroups groups) {
        var search = new AnomalySearch(translation.program(), analysis.levels(), analysis.bounds());
        var anomalies = new ArrayList<>(analysis.anomalies());
        Map<Scenario, Integer> uses = new IdentityHashMap<>();
        anomalies.forEach(anomaly -> uses.merge(anomaly.scenario(), 1, Integer::sum));
        for (AnomalyGroup group : groups.groups()) {
            Anomaly shown = group.smallest().anomaly();
            if (uses.getOrDefault(shown.scenario(), 0) > 1) {
                Anomaly own = search.readable(shown);
                PredictedCase asOwn = PredictedCase.of(
                        translation.program(), analysis.levels().text(), analysis.bounds(), isExactFor(own), own);
                if (!own.equals(shown) && AnomalyGroups.isShownAs(group, asOwn)) {
                    anomalies.set(group.smallest().number() - 1, own);
                }
            }
        }
        return new Prediction(translation, analysis.with(anomalies), byRows);
    }

    /**
     * Returns the anomalies as cases.
     *
     * @param sources the files that were analysed
     */
    public PredictedCases cases(PredictedCases.Sources sources) {
        String levels = analysis.levels().text();
        Program program = translation.program();
        Map<Set<String>, Program> called = new HashMap<>();
        return new PredictedCases(
                program.name(),
                levels,
                analysis.bounds(),
                analysis.extent().isWhole() && translation.isExact(),
                analysis.anomalies().stream()
                        .map(anomaly -> new PredictedCase(
                                called.computeIfAbsent(txns(anomaly), program::only),
                                levels,
                                analysis.bounds(),
                                isExactFor(anomaly),
                                anomaly,
                                List.of()))
                        .toList(),
                translation.diagnostics().stream().map(this::remark).toList(),
                sources);
    }

    private static Set<String> txns(Anomaly anomaly) {
        return anomaly.scenario().calls().stream().map(Scenario.Call::txn).collect(Collectors.toSet());
    }

    private boolean isExactFor(Anomaly anomaly) {
        return translation.isExactFor(
                anomaly.hops().stream().map(Anomaly.Hop::txn).toList());
    }

    private PredictedCases.Remark remark(Diagnostic found) {
        return new PredictedCases.Remark(
                found.origin().text(),
                found.kind().word(),
                found.what(),
                found.taken(),
                translation.program().txns().stream()
                        .map(TxnType::name)
                        .filter(txn -> found.touches(List.of(txn)))
                        .toList());
    }

    /** Returns the places at which the source may do what the analysis never does. */
    public List<PredictedCases.Remark> losses() {
        return translation.diagnostics().stream()
                .filter(Diagnostic::isLoss)
                .map(this::remark)
                .toList();
    }

    /**
     * Returns an attempt to prove that the program is serializable, in executions of any length; rows, numbers and
     * loops remain bounded. It says as much of the source if the translation {@linkplain Translation#isExact() is
     * exact}.
     */
    public Proof proof() {
        return Prover.prove(Claim.of(translation.program(), analysis.levels(), analysis.bounds()));
    }
}
