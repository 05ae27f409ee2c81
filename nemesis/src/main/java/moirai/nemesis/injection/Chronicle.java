package moirai.nemesis.injection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import moirai.history.FaultEvent;
import moirai.nemesis.PrimaryMove;
import moirai.nemesis.faults.FaultJournal;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.FaultNews;
import moirai.nemesis.faults.FaultStep;
import moirai.nemesis.faults.ProcessMark;

/** Tells what the lanes of a nemesis do, one step after the other: to the journal first, then to the listener. */
final class Chronicle {

    private final FaultJournal journal;
    private final LongSupplier clock;
    private final Consumer<FaultNews> listener;
    private final List<FaultNews> unhealed = new ArrayList<>();
    private Optional<Throwable> failure = Optional.empty();
    private int faults;

    Chronicle(FaultJournal journal, LongSupplier clock, Consumer<FaultNews> listener) {
        this.journal = journal;
        this.clock = clock;
        this.listener = listener;
    }

    /** Returns the nanoseconds since the run began. */
    long now() {
        return clock.getAsLong();
    }

    /** Returns the number for the next fault. */
    synchronized int number() {
        return ++faults;
    }

    /** Records the fault that is about to be injected and its processes. */
    synchronized void intent(Active fault) {
        List<ProcessMark> processes =
                fault.injection().pids().stream().map(ProcessMark::of).toList();
        journal.write(news(fault, FaultStep.INTENT, ""), processes);
    }

    synchronized void tell(Active fault, FaultStep step, String why) {
        tell(news(fault, step, why));
    }

    /**
     * Tells that a fault was undone, and that its nodes are ready again if they had to start: the fault ended when its
     * undoing began, and what came after that is the database's own time.
     *
     * @param beganNanos when the attempt to undo it began that succeeded
     */
    synchronized void tellHealed(Active fault, long beganNanos) {
        afterHeal(fault, beganNanos).forEach(this::tell);
    }

    /** Tells the same at the end of a run. */
    synchronized void tellHealedAtLast(Active fault, long beganNanos) {
        afterHeal(fault, beganNanos).forEach(this::tellAtLast);
    }

    private List<FaultNews> afterHeal(Active fault, long beganNanos) {
        Optional<String> remainder = fault.injection().remainder();
        if (remainder.isPresent()) {
            return List.of(news(fault, FaultStep.STAYS, remainder.get()));
        }
        FaultNews ready = news(fault, FaultStep.READY, "");
        var healed =
                new FaultNews(ready.id(), FaultStep.HEALED, beganNanos, ready.fault(), ready.target(), ready.why());
        return fault.injection().isRestart() ? List.of(healed, ready) : List.of(healed);
    }

    /** Tells a step at the end of a run, when a full disk must not keep anything from being healed. */
    synchronized void tellAtLast(Active fault, FaultStep step, String why) {
        tellAtLast(news(fault, step, why));
    }

    /** Tells a change of the primary that the cluster made by itself; the change is over when it is noticed. */
    synchronized void tellMove(PrimaryMove move) {
        int id = number();
        long nanos = now() - (System.nanoTime() - move.nanoTime());
        String target = "from " + move.from() + " to " + move.to() + FaultEvent.BY_ITSELF;
        for (FaultStep step : List.of(FaultStep.INJECTED, FaultStep.HEALED)) {
            tell(new FaultNews(id, step, nanos, FaultKind.FAILOVER.label(), target, ""));
        }
    }

    /** Tells that the cluster does not work although every fault is healed. */
    synchronized void tellBrokenCluster(String why) {
        tellAtLast(new FaultNews(0, FaultStep.NOT_HEALED, now(), "cluster", "as a whole", why));
    }

    private void tellAtLast(FaultNews news) {
        if (news.step() == FaultStep.NOT_HEALED) {
            unhealed.add(news);
        }
        try {
            tell(news);
        } catch (RuntimeException untold) {
            fail(untold);
        }
    }

    private void tell(FaultNews news) {
        journal.write(news, List.of());
        listener.accept(news);
    }

    private FaultNews news(Active fault, FaultStep step, String why) {
        return new FaultNews(
                fault.id(), step, now(), fault.kind().label(), fault.injection().target(), why);
    }

    /** Keeps the first error that ended a lane early. */
    synchronized void fail(Throwable broken) {
        failure = failure.isPresent() ? failure : Optional.of(broken);
    }

    synchronized Optional<Throwable> failure() {
        return failure;
    }

    synchronized List<String> unhealed() {
        return unhealed.stream().map(FaultNews::describe).toList();
    }

    /** Returns the reason in one line. */
    static String reason(RuntimeException failed) {
        return String.valueOf(failed.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
