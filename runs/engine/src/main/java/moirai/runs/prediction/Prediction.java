package moirai.runs.prediction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import moirai.directed.causes.Cause;
import moirai.directed.causes.CauseFinder;
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
import moirai.directed.search.OwnExecutions;
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

    /** The anomalies of a group that get readable executions: the smallest, and some more that may be smaller then. */
    private static final int READABLE_EACH = 8;

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
     * Returns the same anomalies. If they are so many that they share executions of the solver's, the first ones of
     * each group have readable executions of their own, as long as they are not shown worse by them. So do those with
     * another cause that no group is of: which of several causes an anomaly counts for is decided by its execution, and
     * a shared one must not decide that a group is not there.
     *
     * @param groups of its cases
     */
    public Prediction readable(AnomalyGroups groups) {
        if (analysis.anomalies().size() <= AnomalySearch.OWN_EXECUTIONS_MAX) {
            return this;
        }
        OwnExecutions executions =
                new AnomalySearch(translation.program(), analysis.levels(), analysis.bounds()).ownExecutions();
        var finder = new CauseFinder(translation.program(), analysis.bounds().loopMax());
        Set<Cause> known = groups.groups().stream().map(AnomalyGroup::cause).collect(Collectors.toSet());
        var anomalies = new ArrayList<Anomaly>();
        for (Anomaly anomaly : analysis.anomalies()) {
            anomalies.add(known.containsAll(finder.blamed(anomaly)) ? anomaly : executions.of(anomaly));
        }
        for (AnomalyGroup group : groups.groups()) {
            for (AnomalyGroup.Member member :
                    group.members().stream().limit(READABLE_EACH).toList()) {
                Anomaly own = executions.of(member.anomaly());
                PredictedCase asOwn = PredictedCase.of(
                        translation.program(), analysis.levels().text(), analysis.bounds(), isExactFor(own), own);
                if (AnomalyGroups.isShownAs(group.cause(), member, asOwn)) {
                    anomalies.set(member.number() - 1, own);
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
