package moirai.runs.corpus;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import moirai.clients.ClientException;
import moirai.nemesis.ClusterException;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.StopRequest;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.replay.Outcomes;
import moirai.runs.replay.Replay;
import moirai.runs.replay.ReplayOptions;
import moirai.runs.replay.ReplayResult;
import moirai.runs.replay.Tried;
import moirai.runs.replay.WholeRun;
import moirai.runs.report.Numbers;
import moirai.runs.scenarios.statistics.Proportions;
import moirai.runs.scenarios.statistics.Tally;

/**
 * The answer to the question whether a database still shows a case.
 *
 * @param text how often, or why the answer is unknown; for people
 */
public record CorpusCheck(Word word, String text) {

    /** The significance level: the probability of chance at which a case still counts as GONE. */
    private static final double CHANCE_MAX = 0.05;

    private static final int TIMES = 20;

    /** The answer in one word. */
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

    /** Returns the answer that the case was shown, and how often. */
    public static CorpusCheck shown(String text) {
        return new CorpusCheck(Word.SHOWN, text);
    }

    /** Returns the answer that the case was not shown, and how often that was tried. */
    public static CorpusCheck notShown(String text) {
        return new CorpusCheck(Word.NOT_SHOWN, text);
    }

    /** Returns the answer that it is unknown, and why. */
    public static CorpusCheck unknown(String reason) {
        return new CorpusCheck(Word.UNKNOWN, reason);
    }

    /** Returns the exit code of a command that asked for one case alone. */
    public ExitCode exitCode() {
        return switch (word) {
            case SHOWN -> ExitCode.INVALID;
            case NOT_SHOWN, GONE -> ExitCode.VALID;
            case UNKNOWN, NOT_TRIED -> ExitCode.UNKNOWN;
        };
    }

    /** Returns the answer that no replay was made. */
    public static CorpusCheck notTried(String reason) {
        return new CorpusCheck(Word.NOT_TRIED, reason);
    }

    /**
     * Replays a case: first as it was shown before, which takes seconds and may suffice; then in every way. A failure
     * on the way becomes the answer, so that the other cases are still checked.
     *
     * @param whole a run on the database
     * @param objection why the whole run must not be repeated; empty if it may
     */
    public static CorpusCheck of(HistoryCase found, WholeRun whole, String objection, Duration budget, StopRequest stop)
            throws InterruptedException {
        long deadline = System.nanoTime() + budget.toNanos();
        var again = new Again(found, whole, objection, stop);
        List<Control> held = List.of(Control.EXACT, Control.GATES, Control.TIMING);
        try {
            boolean isHeld = !whole.target().isSimulated();
            if (isHeld && found.confirmedOrder().isPresent()) {
                CorpusCheck asBefore = again.under(List.of(Control.EXACT), budget);
                if (asBefore.word == Word.SHOWN || asBefore.word == Word.GONE) {
                    return asBefore;
                }
            }
            Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
            return again.under(objection.isEmpty() ? ReplayOptions.ALL : held, left);
        } catch (ClientException | ClusterException | RunException failed) {
            return notTried(String.valueOf(failed.getMessage()));
        }
    }

    /** A replay that is to be made: the case, the database and the limits. */
    private record Again(HistoryCase found, WholeRun whole, String objection, StopRequest stop) {

        CorpusCheck under(List<Control> controls, Duration budget) throws InterruptedException {
            var options = new ReplayOptions(TIMES, controls, budget);
            return CorpusCheck.of(found, new Replay(found, options, stop, progress -> {}).on(whole, objection));
        }
    }

    /** Returns the answer that a replay gives about a case. */
    static CorpusCheck of(HistoryCase found, ReplayResult result) {
        if (result.confirmation().isPresent()) {
            Confirmation shown = result.confirmation().get();
            return new CorpusCheck(Word.SHOWN, shown.shown() + " of " + shown.attempts());
        }
        if (result.best().isPresent()) {
            // Once is enough to know that the database still does it, though not how often.
            Outcomes search = result.best().get().search();
            return new CorpusCheck(
                    Word.SHOWN,
                    "by " + search.shown() + " of the " + Numbers.counted(search.attempts(), "attempt")
                            + " of a search: at what rate is not known");
        }
        if (result.tried().isEmpty()) {
            return notTried(String.join("; ", result.skipped()));
        }
        long attempts = result.tried().stream()
                .mapToLong(one -> one.search().attempts())
                .sum();
        String text =
                "0 of " + attempts + " by " + Numbers.counted(result.tried().size(), "schedule");
        Optional<Confirmation> gone = gone(found, result);
        if (gone.isPresent()) {
            return new CorpusCheck(Word.GONE, text + goneFrom(gone.get(), result));
        }
        return new CorpusCheck(result.exitCode() == ExitCode.UNKNOWN ? Word.UNKNOWN : Word.NOT_SHOWN, text);
    }

    /**
     * Returns the end of the sentence about a case that is gone. A raised isolation level fixes the application, not
     * the database, so the text says if the level differs.
     */
    private static String goneFrom(Confirmation before, ReplayResult result) {
        String then = before.place().isolation();
        String now = result.place().isolation();
        return ", with that which had shown it " + before.shown() + " of " + before.attempts()
                + (then.equals(now) ? "" : " at " + then + ": gone at " + now);
    }

    /**
     * Returns the earlier replay whose schedule now shows the case significantly less often, by Fisher's exact test (R.
     * A. Fisher, "On the Interpretation of χ² from Contingency Tables", 1922), times the number of earlier replays;
     * empty if there is none. Other schedules are not counted: a failure to show the case says little about it, and a
     * success would show it in another way. Replays on another product are not counted either, since this database
     * never gave those answers.
     */
    private static Optional<Confirmation> gone(HistoryCase found, ReplayResult result) {
        List<Confirmation> here = found.confirmations().stream()
                .filter(before -> product(before.place()).equals(product(result.place())))
                .toList();
        for (Confirmation before : here) {
            for (Tried now : result.tried()) {
                Outcomes search = now.search();
                double chance = isSame(before, now)
                        ? Proportions.moreOften(
                                new Tally(
                                        before.shown(),
                                        before.attempts() - before.unknown() - before.shown(),
                                        before.unknown()),
                                new Tally(0, search.attempts() - search.unknown(), search.unknown()))
                        : 1;
                if (chance * here.size() <= CHANCE_MAX) {
                    return Optional.of(before);
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the part of a database's own name that precedes the version, which all versions share. */
    private static String product(Confirmation.Place place) {
        return place.database().split(" ", 2)[0];
    }

    /**
     * Returns whether an earlier replay and a present one used the same schedule. A schedule that repeats the earlier
     * order counts as the same even if other statements are refused now, so that another order ran, or none.
     */
    private static boolean isSame(Confirmation before, Tried now) {
        return before.control() == now.control()
                && (before.order().equals(now.order())
                        || (now.control() == Control.EXACT && now.name().startsWith(Replay.AS_BEFORE)));
    }

    /** Returns a text such as {@code SHOWN 19 of 20}. */
    @Override
    public String toString() {
        return word.label + " " + text;
    }
}
