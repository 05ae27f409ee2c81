package moirai.cli.corpus;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import moirai.history.HistoryFormatException;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.StopRequest;
import moirai.runs.cases.Claim;
import moirai.runs.cases.HistoryCase;
import moirai.runs.corpus.Corpus;
import moirai.runs.corpus.CorpusCheck;
import moirai.runs.emission.CaseFiles;
import moirai.runs.replay.WholeRun;
import moirai.runs.report.Wrapping;

/**
 * The promoted cases of a product that are replayed on the database of a run before the run starts. Only cases of the
 * same database and level as the run's are replayed.
 */
public final class FirstCases {

    private static final Duration BUDGET = Duration.ofMinutes(1);
    private static final String OBJECTION = "the run itself comes next";

    private FirstCases() {}

    /**
     * Replays the cases, prints a line for each that is not gone, and returns invalid if any was shown. A case whose
     * anomaly the run allows is not replayed. One minute after the start no further schedule begins; without cases,
     * nothing is done or printed.
     *
     * @param product as {@code --db} names it
     */
    public static ExitCode replay(Corpus corpus, String product, WholeRun run, PrintWriter out, StopRequest stop)
            throws InterruptedException {
        List<Corpus.Entry> promoted =
                corpus.entries().stream().filter(Corpus.Entry::isPromoted).toList();
        long deadline = System.nanoTime() + BUDGET.toNanos();
        ExitCode code = ExitCode.VALID;
        for (Corpus.Entry entry : promoted) {
            try {
                HistoryCase found = CaseFiles.readHistory(entry.folder());
                if (!found.origin().product().equals(product)) {
                    continue;
                }
                if (isAllowed(found.claim(), run.settings().levels().expect())) {
                    out.print(Wrapping.message("corpus     " + entry.name() + ": not asked, as "
                            + run.settings().levels().expect().label() + ", which is expected here, allows it"));
                    continue;
                }
                Duration left = Duration.ofNanos(deadline - System.nanoTime());
                CorpusCheck check = left.isPositive() && !stop.isAsked()
                        ? CorpusCheck.of(found, run.withoutFaults(), OBJECTION, left, stop)
                        : CorpusCheck.notTried("the time for promoted cases was over");
                // A case that is gone is what everyone expects, and not news before each run.
                if (check.word() != CorpusCheck.Word.GONE) {
                    out.print(Wrapping.message("corpus     " + entry.name() + ": " + check));
                }
                if (check.word() == CorpusCheck.Word.SHOWN) {
                    code = ExitCode.INVALID;
                }
            } catch (HistoryFormatException broken) {
                out.print(Wrapping.message("corpus     " + entry.name() + ": "
                        + CorpusCheck.notTried(String.valueOf(broken.getMessage()))));
            }
            out.flush();
        }
        return code;
    }

    /** Returns whether a run that expects the level would accept this anomaly. */
    private static boolean isAllowed(Claim.OfHistory claim, IsolationLevel expected) {
        return switch (claim) {
            case Claim.Forbidden forbidden -> !expected.forbidden().contains(forbidden.phenomenon());
            case Claim.Lost lost -> false;
        };
    }
}
