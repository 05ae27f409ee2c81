package moirai.runs.corpus;

import java.time.Duration;
import java.util.List;
import moirai.clients.ClientException;
import moirai.nemesis.ClusterException;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.StopRequest;
import moirai.runs.cases.Case;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.replay.Outcomes;
import moirai.runs.replay.Replay;
import moirai.runs.replay.ReplayOptions;
import moirai.runs.replay.ReplayResult;
import moirai.runs.replay.Tried;
import moirai.runs.replay.WholeRun;

/**
 * Whether a database still shows a case.
 *
 * @param text how often, or why nobody knows; for people
 */
public record CorpusCheck(Word word, String text) {

    /** Of "never again" as much may be chance. */
    private static final double CHANCE_MAX = 0.05;

    private static final int TIMES = 20;

    /** What is said in one word. */
    public enum Word {
        SHOWN("SHOWN"),
        NOT_SHOWN("NOT SHOWN"),
        GONE("GONE"),
        UNKNOWN("UNKNOWN"),
        NOT_TRIED("NOT TRIED");

        private final String label;

        Word(String label) {
            this.label = label;
        }
    }

    /** Nothing was done. */
    public static CorpusCheck notTried(String reason) {
        return new CorpusCheck(Word.NOT_TRIED, reason);
    }

    /**
     * Replays a case. Whatever fails on the way is the answer, so that it does not end the other cases.
     *
     * @param whole a run on the database
     * @param objection why the whole run must not be repeated; empty if it may
     */
    public static CorpusCheck of(Case found, WholeRun whole, String objection, Duration budget, StopRequest stop)
            throws InterruptedException {
        var options = new ReplayOptions(
                TIMES,
                objection.isEmpty() ? ReplayOptions.ALL : List.of(Control.EXACT, Control.GATES, Control.TIMING),
                budget);
        try {
            return of(found, new Replay(found, options, stop, progress -> {}).on(whole, objection));
        } catch (ClientException | ClusterException | RunException failed) {
            return notTried(String.valueOf(failed.getMessage()));
        }
    }

    private static CorpusCheck of(Case found, ReplayResult result) {
        if (result.confirmation().isPresent()) {
            Confirmation shown = result.confirmation().get();
            return new CorpusCheck(Word.SHOWN, shown.shown() + " of " + shown.attempts());
        }
        if (result.tried().isEmpty()) {
            return notTried(String.join("; ", result.skipped()));
        }
        long attempts = result.tried().stream()
                .mapToLong(one -> one.search().attempts())
                .sum();
        String text = "0 of " + attempts + " by " + result.tried().size() + " schedules";
        if (result.exitCode() == ExitCode.UNKNOWN) {
            return new CorpusCheck(Word.UNKNOWN, text);
        }
        return new CorpusCheck(isGone(found, result) ? Word.GONE : Word.NOT_SHOWN, text);
    }

    /**
     * Whether the schedule that had shown it at this level now shows it significantly less often, by Fisher's exact
     * test (R. A. Fisher, "On the Interpretation of χ² from Contingency Tables", 1922), times the number of schedules.
     */
    private static boolean isGone(Case found, ReplayResult result) {
        for (Confirmation before : found.confirmations()) {
            for (Tried now : result.tried()) {
                boolean isSame = before.control() == now.control()
                        && before.order().equals(now.order())
                        && before.place().isolation().equals(result.place().isolation());
                Outcomes search = now.search();
                double chance = isSame
                        ? chanceOfNone(
                                before.shown(),
                                before.attempts() - before.unknown(),
                                search.attempts() - search.unknown())
                        : 1;
                if (chance * result.tried().size() <= CHANCE_MAX) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The chance that all of {@code shown} fall among the first {@code before} of all attempts. O(now). */
    static double chanceOfNone(int shown, int before, int now) {
        double chance = 1;
        for (int i = 0; i < now; i++) {
            chance *= (double) (before + now - shown - i) / (before + now - i);
        }
        return chance;
    }

    /** {@code SHOWN 19 of 20}. */
    @Override
    public String toString() {
        return word.label + " " + text;
    }
}
