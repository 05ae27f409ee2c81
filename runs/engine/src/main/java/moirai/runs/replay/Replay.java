package moirai.runs.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import moirai.clients.ClientException;
import moirai.history.RunHeader;
import moirai.nemesis.ClusterException;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.cases.Claim;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.StatementOrder;
import moirai.runs.report.Numbers;

/*
 * For each control, from all of it to none, until one shows the claim:
 *   1. Search: each candidate schedule is tried a few times, or, where chance has a part, many times, until an attempt
 *      shows the claim. How many attempts that takes is decided by what they show, so they give no rate.
 *   2. Measure: a fixed number of attempts more, afresh. Their count is the result.
 * A schedule that shows it in half of the attempts ends the search; otherwise the best of that control is the result.
 */
/** A replay that makes a case happen again. For one case and one thread. */
public final class Replay {

    /** The name of a schedule that uses the order of an earlier success. */
    public static final String AS_BEFORE = "as shown before";

    /**
     * The number of attempts at an exact schedule, which shows a case at once or never, except for random delays of the
     * machine.
     */
    private static final int EXACT_ATTEMPTS = 2;

    /** The maximal number of attempts at a schedule with chance, where one in some hundred may show the case. */
    private static final int LOOSE_ATTEMPTS_MAX = 3_000;

    /** The maximal number of attempts of a measurement; it distinguishes a rate of a few permille from zero. */
    private static final int MEASURED_MAX = 4_000;

    /** The number of placements of sessions on which every exact order is tried. */
    private static final int EXACT_PLACES = 2;

    /** The number of repetitions of the whole run by default. */
    private static final int WHOLE_RUNS = 2;

    private final HistoryCase found;
    private final ReplayOptions options;
    private final StopRequest stop;
    private final Consumer<String> watcher;
    private final List<Tried> tried = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();
    private String database;
    private long deadlineNanos;

    /** @param watcher receives a short description of what is being tried */
    public Replay(HistoryCase found, ReplayOptions options, StopRequest stop, Consumer<String> watcher) {
        this.found = found;
        this.options = options;
        this.stop = stop;
        this.watcher = watcher;
        this.database = found.header().database();
    }

    /**
     * Replays the case.
     *
     * @param whole the run that it comes from, on the database to replay it on
     * @param objection why the whole run cannot be repeated, in words that follow "since"; empty if it can
     * @throws moirai.clients.ClientException if the database cannot be reached or refuses
     * @throws moirai.nemesis.ClusterException if a server cannot be started
     * @throws RunException if the case cannot be replayed under the only requested control
     */
    public ReplayResult on(WholeRun whole, String objection) throws InterruptedException {
        deadlineNanos = System.nanoTime() + options.budget().toNanos();
        List<Control> held =
                options.controls().stream().filter(Control::holdsStatements).toList();
        String isolation = whole.settings().levels().isolation();
        if (!held.isEmpty()) {
            Optional<String> refused = objection(whole.target());
            if (refused.isPresent()) {
                skip(held, refused.get());
            } else {
                withStatements(held, whole, held.size() < options.controls().size() && objection.isEmpty());
            }
        }
        for (Control control : options.controls()) {
            if (!control.holdsStatements() && !isSettled()) {
                wholeRuns(control, whole, objection);
            }
        }
        if (stop.isAsked()) {
            doubts.add("it was stopped before all was tried");
        }
        if (whole.hasFaults() && tried.stream().noneMatch(one -> one.control() == Control.FAULTS)) {
            doubts.add("its run had faults, and none was repeated with them");
        }
        return new ReplayResult(tried, skipped, doubts, new Confirmation.Place(database, isolation));
    }

    private Optional<String> objection(Target target) {
        if (found.claim() instanceof Claim.Lost lost) {
            return Optional.of("only what is read when all faults are over shows that an "
                    + lost.kind().noun() + " is lost");
        }
        Optional<String> ofTarget = Stage.objection(target);
        if (ofTarget.isPresent()) {
            return ofTarget;
        }
        try {
            Script.of(found.history());
            return Optional.empty();
        } catch (IllegalArgumentException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
    }

    private void skip(List<Control> controls, String reason) {
        for (Control control : controls) {
            if (options.controls().size() == 1) {
                throw new RunException(
                        "control " + control.label() + " is not possible, since " + reason + "; expected "
                                + Control.FAULTS.label() + " or " + Control.NONE.label(),
                        ExitCode.BAD_ARGUMENTS,
                        new IllegalArgumentException(reason));
            }
            skipped.add(control.label() + " was not tried, since " + reason);
        }
    }

    /**
     * Returns whether the case was shown at a measured rate. A case that only a search has shown is also tried under
     * less control.
     */
    private boolean isSettled() {
        return tried.stream().anyMatch(Tried::isMeasured);
    }

    private boolean isOver() {
        return stop.isAsked() || System.nanoTime() - deadlineNanos >= 0;
    }

    /** @param sharesTime whether whole runs may follow, for which half of the time is reserved */
    private void withStatements(List<Control> controls, WholeRun whole, boolean sharesTime)
            throws InterruptedException {
        Script script = Script.of(found.history());
        watcher.accept("making the database");
        // Sessions at several nodes have slots of their own, twice as many at most.
        try (Stage stage = Stage.of(
                whole.target(), 2 * script.sessionCount() + 2, found.header().seed())) {
            try (Stage.Scene scene = stage.scene(0)) {
                database = scene.source().databaseVersion();
            }
            var header = new RunHeader(
                    found.header().seed(),
                    found.header().workload(),
                    whole.settings().levels().isolation(),
                    found.header().expect(),
                    database,
                    found.header().started());
            long allNanos = deadlineNanos;
            long endNanos = sharesTime ? allNanos - (allNanos - System.nanoTime()) / 2 : allNanos;
            for (int i = 0; i < controls.size() && !isSettled(); i++) {
                // What is left is shared by those that are left.
                long now = System.nanoTime();
                deadlineNanos = now + (endNanos - now) / (controls.size() - i);
                Control control = controls.get(i);
                attempted(control, () -> withStatements(control, stage, script, header));
            }
            deadlineNanos = allNanos;
        }
    }

    /** A trial that may fail without discarding the results of earlier trials. */
    @FunctionalInterface
    private interface Trial {
        void run() throws InterruptedException;
    }

    private void attempted(Control control, Trial trial) throws InterruptedException {
        try {
            trial.run();
        } catch (ClientException | ClusterException failed) {
            if (tried.isEmpty()) {
                throw failed;
            }
            String reason = control.label() + " ended early: " + failed.getMessage();
            skipped.add(reason);
            doubts.add(reason);
        }
    }

    private void withStatements(Control control, Stage stage, Script script, RunHeader header)
            throws InterruptedException {
        List<Candidate> candidates = new Candidates(script, found).of(control);
        List<Placement> places = stage.placements(script).stream()
                .limit(control == Control.EXACT ? EXACT_PLACES : Integer.MAX_VALUE)
                .toList();
        int left = candidates.size() * places.size();
        for (Candidate candidate : candidates) {
            for (Placement place : places) {
                if (isOver()) {
                    untried(control, left + " schedules were not tried");
                    return;
                }
                String name = candidate.name() + (place.name().isEmpty() ? "" : ", " + place.name());
                watcher.accept(control.label() + ": " + name);
                long share = Math.max(1, (deadlineNanos - System.nanoTime()) / Math.max(1, left--));
                try (var attempts = new Attempts(found, script, stage, place, header)) {
                    Tried one = of(candidate, name, attempts, share);
                    tried.add(one);
                    if (one.isReliable() || (control != Control.EXACT && one.isMeasured())) {
                        return;
                    }
                }
            }
        }
    }

    private void untried(Control control, String what) {
        String reason = control.label() + ": " + what + ": "
                + (stop.isAsked() ? "it was stopped" : "the time was over, which --budget sets");
        skipped.add(reason);
        doubts.add(reason);
    }

    private Tried of(Candidate candidate, String name, Attempts attempts, long nanos) throws InterruptedException {
        long began = System.nanoTime();
        var random = new SplittableRandom(found.header().seed().value());
        int most = candidate.control() == Control.EXACT ? EXACT_ATTEMPTS : LOOSE_ATTEMPTS_MAX;
        Outcomes search = Outcomes.NONE;
        StatementOrder order = StatementOrder.FREE;
        while (search.shown() == 0
                && search.attempts() < most
                && !stop.isAsked()
                && (search.attempts() == 0 || System.nanoTime() - began < nanos)) {
            Attempt attempt = next(candidate, attempts, random);
            search = search.with(attempt.sight(), attempt.isSame());
            order = order(candidate, attempts, attempt, order);
        }
        if (search.shown() == 0 && search.attempts() < Math.min(most, options.times())) {
            untried(candidate.control(), name + " had only " + Numbers.counted(search.attempts(), "attempt"));
        }
        long each = Math.max(1, (System.nanoTime() - began) / Math.max(1, search.attempts()));
        int count = search.shown() == 0 ? 0 : measured(search.attempts(), each);
        Outcomes measured = Outcomes.NONE;
        while (measured.attempts() < count && !stop.isAsked()) {
            Attempt attempt = next(candidate, attempts, random);
            measured = measured.with(attempt.sight(), attempt.isSame());
            order = order(candidate, attempts, attempt, order);
        }
        // Of a number that was not fixed no rate is made.
        Outcomes counted = measured.attempts() == count ? measured : Outcomes.NONE;
        return new Tried(candidate.control(), name, order, search, counted);
    }

    /** Returns the order to record: that of an exact attempt if it showed the claim, otherwise the one before. */
    private static StatementOrder order(
            Candidate candidate, Attempts attempts, Attempt attempt, StatementOrder before) {
        boolean isExact = candidate.control() == Control.EXACT && attempt.sight() == Sight.SHOWN;
        return isExact ? attempts.order(attempt) : before;
    }

    private static Attempt next(Candidate candidate, Attempts attempts, SplittableRandom random)
            throws InterruptedException {
        return attempts.next(candidate.schedules().apply(random), candidate.rounds());
    }

    /**
     * Returns the number of attempts that measure a rate of about one in {@code searched}, if time is left for as many.
     */
    private int measured(int searched, long nanosEach) {
        long wanted = Math.min(MEASURED_MAX, (long) options.times() * searched);
        long affordable = Math.max(0, deadlineNanos - System.nanoTime()) / nanosEach;
        return (int) Math.max(options.times(), Math.min(wanted, affordable));
    }

    private void wholeRuns(Control control, WholeRun whole, String objection) throws InterruptedException {
        boolean isAskedFor = options.controls().size() == 1;
        if (!objection.isEmpty()) {
            skip(List.of(control), objection);
            return;
        }
        if (control == Control.FAULTS && !whole.hasFaults()) {
            skip(List.of(control), "its run had no faults");
            return;
        }
        if (control == Control.NONE && whole.hasFaults() && !isAskedFor) {
            skipped.add("none was not tried, since the run by its seed has its faults");
            return;
        }
        int count = isAskedFor ? options.times() : Math.min(WHOLE_RUNS, options.times());
        attempted(control, () -> wholeRuns(control, whole, count));
    }

    private void wholeRuns(Control control, WholeRun whole, int count) throws InterruptedException {
        Outcomes outcomes = Outcomes.NONE;
        while (outcomes.attempts() < count && !isOver()) {
            watcher.accept(control.label() + ": the whole run, " + (outcomes.attempts() + 1) + " of " + count);
            WholeRun.Repetition repetition = whole.again(found, stop);
            database = repetition.database();
            outcomes = outcomes.with(repetition.sight(), false);
        }
        boolean isWhole = outcomes.attempts() == count;
        if (!isWhole) {
            untried(control, (count - outcomes.attempts()) + " of " + count + " whole runs were not begun");
        }
        if (outcomes.attempts() > 0) {
            tried.add(new Tried(
                    control,
                    "the whole run by its seed",
                    StatementOrder.FREE,
                    isWhole ? Outcomes.NONE : outcomes,
                    isWhole ? outcomes : Outcomes.NONE));
        }
    }
}
