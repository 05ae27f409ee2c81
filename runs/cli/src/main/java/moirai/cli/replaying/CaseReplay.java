package moirai.cli.replaying;

import java.nio.file.Path;
import java.util.List;
import moirai.cli.exploring.ReplayedCase;
import moirai.cli.predicting.ReplayReport;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.ExitCode;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.StatementOrder;
import moirai.runs.corpus.CorpusCheck;

/**
 * The result of replaying a case that has no history.
 *
 * @param text for people
 * @param check whether it was shown, in one word
 * @param confirmations one, if it was shown; otherwise none
 */
public record CaseReplay(String text, CorpusCheck check, List<Confirmation> confirmations) {

    /** The name of the store that programs are steered on. */
    private static final String MOCK = "mock store";

    /** Copies the list. */
    public CaseReplay {
        confirmations = List.copyOf(confirmations);
    }

    /**
     * Runs the program again, steered to the execution.
     *
     * @param classpath where classes are looked for
     * @throws IllegalArgumentException if there is no such program, or it makes other calls
     */
    public static CaseReplay of(ExploredCase found, List<Path> classpath) {
        ReplayedCase.requireNamed(found, classpath);
        ReplayedCase replayed = ReplayedCase.of(found, classpath);
        String text = "replayed   " + MOCK + " at " + found.claim().level() + "\n\n" + replayed.text();
        return replayed.isShown()
                ? shown(
                        text,
                        1,
                        1,
                        0,
                        new Confirmation.Place(MOCK, found.claim().level()))
                : new CaseReplay(
                        text,
                        CorpusCheck.unknown(replayed.said().lines().findFirst().orElse("")),
                        List.of());
    }

    /**
     * Replays an anomaly.
     *
     * @param isolation as sessions ask for it
     * @param times the number of attempts
     */
    public static CaseReplay of(PredictedCase found, DirectedDatabase database, String isolation, int times)
            throws InterruptedException {
        DirectedCase wanted = found.directed();
        var text = new StringBuilder("replayed   " + database.describe() + "\n");
        int shown = 0;
        int unknown = 0;
        for (int attempt = 1; attempt <= times; attempt++) {
            ReplayOutcome outcome = database.replay(wanted);
            if (!found.isExact()) {
                outcome = outcome.ofModel("its statements were not taken over exactly");
            }
            ExitCode code = ReplayReport.code(outcome);
            shown += code == ExitCode.INVALID ? 1 : 0;
            unknown += code == ExitCode.UNKNOWN ? 1 : 0;
            if (attempt == 1 || attempt == times) {
                text.append("attempt ").append(attempt).append("  ").append(outcome.label());
                text.append("\n           ").append(outcome.sentence()).append('\n');
            }
        }
        if (shown > 0) {
            String name = database.describe().split(" at ", 2)[0];
            return shown(text.toString(), shown, times, unknown, new Confirmation.Place(name, isolation));
        }
        return new CaseReplay(
                text.toString(),
                unknown > 0
                        ? CorpusCheck.unknown(unknown + " of " + times + " could not be judged")
                        : CorpusCheck.notShown("0 of " + times),
                List.of());
    }

    private static CaseReplay shown(String text, int shown, int attempts, int unknown, Confirmation.Place place) {
        return new CaseReplay(
                text,
                CorpusCheck.shown(shown + " of " + attempts),
                List.of(new Confirmation(Control.EXACT, StatementOrder.FREE, shown, attempts, unknown, place)));
    }
}
