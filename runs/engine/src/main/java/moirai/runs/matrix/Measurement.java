package moirai.runs.matrix;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.Evidence;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.generators.Workload;
import moirai.history.DataModel;
import moirai.history.files.HistoryReader;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.RunResult;
import moirai.runs.interim.HeapNeed;
import moirai.runs.products.Promise;
import moirai.runs.report.ShellLine;
import moirai.runs.store.RunDirectory;

/**
 * One run of a row.
 *
 * @param views the findings that say whether views are monotonic, which the findings of the run may leave open
 */
public record Measurement(RunResult run, Workload workload, Findings views) {

    private static final IsolationLevel VIEWS = IsolationLevel.MONOTONIC_ATOMIC_VIEW;

    /**
     * Returns the measurement of a run that has ended. Cycles do not always decide monotonic atomic view. Where they do
     * not, the stored history is examined once more, at that level, as {@code moirai check} does.
     */
    public static Measurement of(RunResult run, Workload workload, Checker checker) {
        Findings findings = run.judgement().findings();
        Path history = new RunDirectory(run.directory()).history();
        boolean isOpen = findings.at(VIEWS) instanceof Verdict.Undecided
                && workload.structure().model() == DataModel.LIST_APPEND
                && HeapNeed.of(history).fits();
        return new Measurement(
                run,
                workload,
                isOpen ? checker.analyze(HistoryReader.read(history).history(), VIEWS) : findings);
    }

    /** Returns the level that the database documents for the level that was asked for; empty if it is unknown. */
    Optional<IsolationLevel> promise() {
        return Promise.of(run.header().database(), run.header().isolation());
    }

    /** Returns the phenomena that were seen although the documented level forbids them. */
    Set<Phenomenon> broken() {
        var broken = EnumSet.noneOf(Phenomenon.class);
        promise().ifPresent(level -> {
            broken.addAll(run.judgement().findings().brokenBy(level));
            broken.addAll(views.brokenBy(level));
        });
        return broken;
    }

    long committed() {
        return evidence().committed();
    }

    private Evidence evidence() {
        return run.judgement().evidence();
    }

    Cell cell(Column column) {
        Findings findings = column == Column.OTV ? views : run.judgement().findings();
        List<Anomaly> witnesses = findings.anomalies().stream()
                .filter(anomaly -> column.counted().contains(anomaly.phenomenon()))
                .toList();
        if (!witnesses.isEmpty()) {
            return shown(column, witnesses);
        }
        String lack = column.lack(workload);
        if (!lack.isEmpty()) {
            return new Cell.NotLookedFor(lack);
        }
        return column == Column.OTV ? ofViews() : notShown(column, findings);
    }

    private Cell notShown(Column column, Findings findings) {
        String doubts = findings.reasons(column.counted());
        if (!doubts.isEmpty()) {
            String name = column.label() + ": ";
            return new Cell.Undecided(doubts.startsWith(name) ? doubts.substring(name.length()) : doubts);
        }
        String lack = run.judgement().lack();
        if (lack.isEmpty() && column == Column.G1A && evidence().aborted() == 0) {
            lack = "no transaction was aborted";
        }
        return lack.isEmpty() ? new Cell.NotSeen(committed()) : new Cell.Insufficient(lack);
    }

    private Cell ofViews() {
        return switch (views.at(VIEWS)) {
            case Verdict.Pass pass -> notShown(Column.OTV, views);
            case Verdict.Undecided(String reason) -> new Cell.Undecided(reason);
            case Verdict.Fail fail ->
                new Cell.NotLookedFor("what views show is no question where read committed is broken already");
        };
    }

    private Cell shown(Column column, List<Anomaly> witnesses) {
        Phenomenon first = witnesses.getFirst().phenomenon();
        // The axioms of views find one instance, and count no others.
        long count = column == Column.OTV
                ? 0
                : run.judgement().findings().counts().entrySet().stream()
                        .filter(each -> column.counted().contains(each.getKey()))
                        .mapToLong(each -> each.getValue())
                        .sum();
        boolean isForbidden = broken().stream().anyMatch(column.counted()::contains);
        return new Cell.Shown(count, Math.max(1, committed()), isForbidden, shownBy(column, first));
    }

    private String shownBy(Column column, Phenomenon first) {
        if (column == Column.OTV) {
            return ShellLine.here(List.of("explain", run.directory().toString(), "--expect", VIEWS.label()));
        }
        return run.beside().cases().stream()
                .filter(small -> small.name().startsWith(first.label() + " "))
                .map(small -> small.folder().toString())
                .findFirst()
                .orElseGet(() -> new RunDirectory(run.directory())
                        .anomalies()
                        .resolve(first.label() + "-1")
                        .toString());
    }
}
