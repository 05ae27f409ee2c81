package moirai.runs.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import moirai.history.RunHeader;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.cases.Case;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.StatementOrder;

/*
 * For each control, from all of it to none, until one shows the claim:
 *   1. Search: each candidate schedule is tried a few times, or, where chance has a part, many times, until an attempt
 *      shows the claim. How many attempts that takes is decided by what they show, so they give no rate.
 *   2. Measure: a fixed number of attempts more, afresh. Their count is the result.
 * A schedule that shows it in half of the attempts ends the search; otherwise the best of that control is the result.
 */
/** Makes a case happen again. For one case and one thread. */
public final class Replay {

    /** What is exact shows at once or never, but for the machine's moods. */
    private static final int EXACT_ATTEMPTS = 2;

    /** Where chance has a part, one of some hundred may show. */
    private static final int LOOSE_ATTEMPTS_MAX = 3_000;

    /** A rate of a few permille is told well enough from none. */
    private static final int MEASURED_MAX = 4_000;

    /** How many ways to place sessions are worth every exact order. */
    private static final int EXACT_PLACES = 2;

    /** As often as the whole run is repeated without being asked to. */
    private static final int WHOLE_RUNS = 2;

    private final Case found;
    private final ReplayOptions options;
    private final StopRequest stop;
    private final Consumer<String> watcher;
    private final List<Tried> tried = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();
    private long deadlineNanos;

    /** @param watcher told in a few words what is being tried */
    public Replay(Case found, ReplayOptions options, StopRequest stop, Consumer<String> watcher) {
        this.found = found;
        this.options = options;
        this.stop = stop;
        this.watcher = watcher;
    }

    /**
     * Replays the case.
     *
     * @param whole the run that it comes from, on the database to replay it on
     * @param objection why the whole run cannot be repeated, in words that follow "since"; empty if it can
     * @throws moirai.clients.ClientException if the database cannot be reached or refuses
     * @throws moirai.nemesis.ClusterException if a server cannot be started
     * @throws RunException if the case cannot be replayed under the only control that is asked for
     */
    public ReplayResult on(WholeRun whole, String objection) throws InterruptedException {
        deadlineNanos = System.nanoTime() + options.budget().toNanos();
        String database = found.header().database();
        List<Control> held =
                options.controls().stream().filter(Replay::holdsStatements).toList();
        String isolation = whole.settings().levels().isolation();
        if (!held.isEmpty()) {
            Optional<String> refused = objection(whole.target());
            if (refused.isPresent()) {
                skip(held, refused.get());
            } else {
                database = withStatements(held, whole, isolation);
            }
        }
        for (Control control : options.controls()) {
            if (!holdsStatements(control) && !isShown()) {
                wholeRun(control, whole, objection);
            }
        }
        return new ReplayResult(tried, skipped, new Confirmation.Place(database, isolation));
    }

    private static boolean holdsStatements(Control control) {
        return switch (control) {
            case EXACT, GATES, TIMING -> true;
            case FAULTS, NONE -> false;
        };
    }

    private Optional<String> objection(Target target) {
        Optional<String> ofTarget = Stages.objection(target);
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

    private boolean isShown() {
        return tried.stream().anyMatch(Tried::isShown);
    }

    private boolean isOver() {
        return stop.isAsked() || System.nanoTime() - deadlineNanos >= 0;
    }

    /** Returns the database's version. */
    private String withStatements(List<Control> controls, WholeRun whole, String isolation)
            throws InterruptedException {
        Script script = Script.of(found.history());
        watcher.accept("making the database");
        // Sessions at several nodes have slots of their own, twice as many at most.
        try (Stage stage = Stages.of(
                whole.target(), 2 * script.sessionCount() + 2, found.header().seed())) {
            String version;
            try (Stage.Scene scene = Rehearsal.scene(stage, 0)) {
                version = scene.source().databaseVersion();
            }
            var header = new RunHeader(
                    found.header().seed(),
                    found.header().workload(),
                    isolation,
                    found.header().expect(),
                    version,
                    found.header().started());
            long endNanos = deadlineNanos;
            for (int i = 0; i < controls.size() && !isShown(); i++) {
                // What is left is shared by those that are left.
                long now = System.nanoTime();
                deadlineNanos = now + (endNanos - now) / (controls.size() - i);
                withStatements(controls.get(i), stage, script, header);
            }
            deadlineNanos = endNanos;
            return version;
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
                    skipped.add(control.label() + ": " + left + " schedules were not tried: the time was over");
                    return;
                }
                String name = candidate.name() + (place.name().isEmpty() ? "" : ", " + place.name());
                watcher.accept(control.label() + ": " + name);
                long share = Math.max(1, (deadlineNanos - System.nanoTime()) / Math.max(1, left--));
                try (var rehearsal = new Rehearsal(found, script, stage, place, header)) {
                    Tried one = of(candidate, name, rehearsal, share);
                    tried.add(one);
                    if (one.isReliable() || (control != Control.EXACT && one.isShown())) {
                        return;
                    }
                }
            }
        }
    }

    private Tried of(Candidate candidate, String name, Rehearsal rehearsal, long nanos) throws InterruptedException {
        long began = System.nanoTime();
        var random = new SplittableRandom(found.header().seed().value());
        int most = candidate.control() == Control.EXACT ? EXACT_ATTEMPTS : LOOSE_ATTEMPTS_MAX;
        Outcomes search = Outcomes.NONE;
        while (search.shown() == 0
                && search.attempts() < most
                && !stop.isAsked()
                && (search.attempts() == 0 || System.nanoTime() - began < nanos)) {
            search = next(search, candidate, rehearsal, random);
        }
        long each = Math.max(1, (System.nanoTime() - began) / Math.max(1, search.attempts()));
        int count = search.shown() == 0 ? 0 : measured(search.attempts(), each);
        Outcomes measured = Outcomes.NONE;
        while (measured.attempts() < count && !stop.isAsked()) {
            measured = next(measured, candidate, rehearsal, random);
        }
        return new Tried(candidate.control(), name, candidate.order(), search, measured);
    }

    private static Outcomes next(Outcomes before, Candidate candidate, Rehearsal rehearsal, SplittableRandom random)
            throws InterruptedException {
        Attempt attempt = rehearsal.next(candidate.schedules().apply(random), candidate.rounds());
        return before.with(attempt.sight(), attempt.isSame());
    }

    /** How many attempts measure a rate of about one of {@code searched}, if time is left for as many. */
    private int measured(int searched, long nanosEach) {
        long wanted = Math.min(MEASURED_MAX, (long) options.times() * searched);
        long affordable = Math.max(0, deadlineNanos - System.nanoTime()) / nanosEach;
        return (int) Math.max(options.times(), Math.min(wanted, affordable));
    }

    private void wholeRun(Control control, WholeRun whole, String objection) throws InterruptedException {
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
        Outcomes outcomes = Outcomes.NONE;
        while (outcomes.attempts() < count && !stop.isAsked() && (outcomes.attempts() == 0 || !isOver())) {
            watcher.accept(control.label() + ": the whole run, " + (outcomes.attempts() + 1) + " of " + count);
            outcomes = outcomes.with(whole.again(found, stop), false);
        }
        tried.add(new Tried(control, "the whole run by its seed", StatementOrder.FREE, outcomes, Outcomes.NONE));
    }
}
