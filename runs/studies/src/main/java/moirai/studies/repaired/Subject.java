package moirai.studies.repaired;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.TxnType;
import moirai.directed.proof.Unreachable;
import moirai.directed.repairs.Fix;
import moirai.directed.repairs.ProgramAtLevels;
import moirai.directed.search.Analysis;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.reenactment.DirectedCase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.PredictedCases;
import moirai.runs.cases.groups.AnomalyGroups;
import moirai.sources.JavaSources;
import moirai.sources.SourceCode;
import moirai.sources.SourceOptions;
import moirai.sources.diagnostic.Diagnostic;
import moirai.studies.patterns.Unprotected;

/** Sources that were analysed at the levels of their transactions. */
record Subject(SourceCode code, Levels levels, Analysis analysis) {

    static final Bounds BOUNDS = Bounds.SMALL;

    /**
     * Analyses the sources of a folder.
     *
     * @param txns the methods that are transactions; empty for all that a connection reaches
     * @param levels the levels of the transactions of the program that is found
     */
    static Subject of(Path folder, List<String> txns, Levels levels) {
        SourceCode code = read(folder, txns);
        Program program = code.translation().program();
        return new Subject(code, levels, new AnomalySearch(program, levels, BOUNDS).find());
    }

    /** Reads the sources of a folder. */
    static SourceCode read(Path folder, List<String> txns) {
        return JavaSources.read(new SourceOptions(List.of(folder), List.of(), txns, BOUNDS.loopMax()));
    }

    Program program() {
        return code.translation().program();
    }

    ProgramAtLevels atLevels() {
        return new ProgramAtLevels(program(), levels);
    }

    /** Returns the groups of the anomalies, the gravest first. */
    AnomalyGroups groups() {
        List<PredictedCase> cases = analysis.anomalies().stream()
                .map(anomaly -> PredictedCase.of(program(), levels.text(), BOUNDS, true, anomaly))
                .toList();
        return AnomalyGroups.of(new PredictedCases(
                program().name(), levels.text(), BOUNDS, true, cases, List.of(), PredictedCases.Sources.UNKNOWN));
    }

    Set<String> keys() {
        return analysis.anomalies().stream().map(Anomaly::key).collect(Collectors.toSet());
    }

    /** Returns what the analysis lost of the source, and the statements that never meet a row within the bounds. */
    Set<String> losses() {
        Set<String> names = program().txns().stream().map(TxnType::name).collect(Collectors.toSet());
        return Stream.concat(
                        code.translation().diagnostics().stream()
                                .filter(Diagnostic::isLoss)
                                .map(Diagnostic::text),
                        Unreachable.of(program(), names, levels, BOUNDS).stream()
                                .map(found -> found.txn().name() + "."
                                        + found.statement().label()
                                        + (found.isAlways() ? " always runs" : " never meets a row")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the levels with these repairs. A transaction that two of them concern gets the stronger one. */
    Levels levels(List<Fix> fixes) {
        Levels changed = levels;
        for (Fix fix : fixes) {
            Levels before = changed;
            boolean isWeaker = fix instanceof Fix.Level(List<String> txns, Promises level)
                    && txns.stream().allMatch(txn -> level.isAtMost(before.of(txn)));
            changed = isWeaker
                    ? before
                    : fix.of(new ProgramAtLevels(program(), before)).levels();
        }
        return changed;
    }

    /** Returns anomalies of this program as tests. */
    List<DirectedCase> cases(List<Anomaly> anomalies) {
        return anomalies.stream()
                .map(anomaly -> new DirectedCase(program(), BOUNDS.loopMax(), anomaly))
                .toList();
    }

    /**
     * Returns the anomalies with these keys that the program has without its locks and rollbacks at these levels: the
     * orders of statements in which locks and rollbacks matter.
     */
    List<DirectedCase> unprotected(Set<String> keys, Levels usual) {
        Program bare = Unprotected.of(program());
        return new AnomalySearch(bare, usual, BOUNDS)
                .find().anomalies().stream()
                        .filter(anomaly -> keys.contains(anomaly.key()))
                        .map(anomaly -> new DirectedCase(bare, BOUNDS.loopMax(), anomaly))
                        .toList();
    }
}
