package moirai.runs.store;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import moirai.history.RunHeader;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.RunTotals;
import moirai.runs.logs.LogSearch;
import moirai.runs.measures.KeptTerms;
import moirai.runs.measures.Measures;
import moirai.runs.measures.RunTerms;

/** The measurement of one run beside its verdict, and its comparison with the terms of the user. */
final class Measuring {

    private final StoredRun.Place place;
    private RunTerms terms = RunTerms.NONE;
    private Measures measures = Measures.NONE;
    private boolean isWithoutLogs;

    Measuring(StoredRun.Place place) {
        this.place = place;
    }

    /** Notes that not all logs of the servers could be kept. */
    void withoutLogs() {
        isWithoutLogs = true;
    }

    void under(RunTerms asked) {
        terms = asked;
    }

    Measures measures() {
        return measures;
    }

    /** Measures a run that was judged and whose servers have ended. */
    void measure(Judged judged, RunHeader header, RunTotals totals) {
        // The sessions of earlier parts are not among those that are known by their nodes.
        SortedMap<String, List<Integer>> sessions = place.part().isResumed()
                ? Collections.emptySortedMap()
                : totals.sessions().byNode();
        LogSearch logs = LogSearch.of(place.directory().path(), header, terms.logPatterns());
        measures = new Measures(
                judged.uptime(),
                judged.uptimeByNode(sessions),
                logs.findings(),
                // A part that was killed has kept no logs.
                logs.isWhole() && !isWithoutLogs && !place.part().isResumed(),
                KeptTerms.NONE);
    }

    /** Compares the stored run with its terms, and returns whether there is anything to be told of them. */
    boolean compare() {
        measures = measures.with(terms.of(place.directory().path()));
        return !measures.terms().equals(KeptTerms.NONE);
    }

    /**
     * Returns the exit code of a judgement under the terms.
     *
     * @param besides the exit code of what went wrong beside the verdict
     */
    ExitCode code(Judgement judgement, ExitCode besides) {
        ExitCode judged = measures.terms().acceptsAll() ? judgement.codeBesidesViolations() : judgement.exitCode();
        ExitCode kept = measures.terms().missed().isEmpty() ? ExitCode.VALID : ExitCode.INVALID;
        return judged.and(besides).and(kept);
    }
}
