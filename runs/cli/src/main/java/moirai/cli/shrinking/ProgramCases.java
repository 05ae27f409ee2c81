package moirai.cli.shrinking;

import java.nio.file.Path;
import java.util.List;
import moirai.cli.exploring.ReplayedCase;
import moirai.cli.exploring.ShrunkCase;
import moirai.runs.cases.Case;
import moirai.runs.cases.CaseText;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.Minimality;
import moirai.runs.cases.PredictedCase;

/**
 * The result of {@code moirai shrink} for a case that has no history.
 *
 * @param text for people
 * @param smallest the smallest case; none if the case is no longer shown
 */
record ProgramCases(String text, List<Case> smallest) {

    ProgramCases {
        smallest = List.copyOf(smallest);
    }

    /**
     * Leaves out calls of the program, and explores the remaining program.
     *
     * @param classpath where classes are looked for
     * @throws IllegalArgumentException if there is no such program, or it makes other calls
     */
    static ProgramCases of(ExploredCase found, List<Path> classpath) {
        ReplayedCase.requireNamed(found, classpath);
        ReplayedCase replayed = ReplayedCase.of(found, classpath);
        if (!replayed.isShown()) {
            return new ProgramCases(replayed.text(), List.of());
        }
        ExploredCase smallest = ShrunkCase.of(found, classpath);
        return new ProgramCases(
                heading(
                                found.claim().label(),
                                smallest.source().callCount(),
                                found.source().callCount(),
                                smallest.minimality().text()
                                        + (smallest.minimality() == Minimality.MINIMAL ? ", in any execution" : ""))
                        + CaseText.what(smallest),
                List.of(smallest));
    }

    /** Explains why a predicted case cannot shrink: a call that is on the cycle cannot be left out. */
    static ProgramCases of(PredictedCase found) {
        int calls = found.anomaly().scenario().calls().size();
        String minimality = found.minimality() == Minimality.MINIMAL
                ? "each call is on the cycle, which occurs in this scenario"
                : "perhaps not: not every call is on the cycle";
        return new ProgramCases(
                heading(found.claim().label() + " of " + found.txns(), calls, calls, minimality) + CaseText.what(found),
                List.of(found));
    }

    private static String heading(String claim, int left, int calls, String minimality) {
        return "shrunk     " + claim + ": " + left + " of " + calls + " calls are left\n" + "minimal    " + minimality
                + "\n\n";
    }
}
