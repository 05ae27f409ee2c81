package moirai.runs.alarms;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.runs.RunResult;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.interim.AnomalyKind;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.report.PlainWords;

/**
 * A watcher that raises alarms, and stops the run, when anomalies are found. It tells each kind of anomaly once. It
 * tells a kind again if the level allowed the first anomaly of the kind and forbids a later one. When the run has been
 * judged, it tells the kinds that were not seen before, and then all kinds together.
 */
public final class AnomalyWatch implements RunWatcher, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(65);

    /** The time after which a person is told what the command waits for. */
    private static final Duration SILENCE = Duration.ofSeconds(1);

    private final AlarmPlan plan;
    private final Place place;
    private final StopRequest stop;
    private final List<AlarmQueue> queues;
    private final Set<Kind> told = new HashSet<>();
    private AnomalyNotice notice;
    private boolean isOver;

    /**
     * The surroundings of the run.
     *
     * @param directory the directory of the run
     * @param expect the level that must hold
     * @param isJudged whether the history is checked while the run goes
     * @param aside receives a line for the person who watches
     */
    public record Place(Path directory, IsolationLevel expect, boolean isJudged, Consumer<String> aside) {}

    private record Kind(String shape, boolean isForbidden) {}

    public AnomalyWatch(AlarmPlan plan, Place place, StopRequest stop) {
        this.plan = plan;
        this.place = place;
        this.stop = stop;
        this.notice = new AnomalyNotice(place.directory().toAbsolutePath().normalize(), RunHeader.NONE);
        this.queues = plan.alarms(place.directory()).stream()
                .map(alarm -> new AlarmQueue(alarm, PATIENCE))
                .toList();
    }

    @Override
    public synchronized void recording(RunHeader header) {
        notice = new AnomalyNotice(notice.directory(), header);
    }

    @Override
    public boolean wantsVerdicts() {
        return place.isJudged() && !plan.equals(AlarmPlan.NONE);
    }

    @Override
    public synchronized void soFar(InterimVerdict verdict) {
        if (isOver) {
            return;
        }
        verdict.sightings().forEach(one -> tell(kind(one)));
        Optional<String> reason = plan.stop().reason(verdict, place.expect());
        if (reason.isPresent() && !stop.isAsked()) {
            stop.ask(reason.get());
            place.aside()
                    .accept("stopping: " + reason.get()
                            + "; sessions finish their transaction, then what was recorded is checked");
        }
    }

    private static AnomalyKind kind(InterimVerdict.Sighting one) {
        return new AnomalyKind(
                one.shape(),
                one.phenomenon().label(),
                PlainWords.name(one.phenomenon()),
                one.isForbidden(),
                one.count(),
                new AnomalyKind.Times(one.completeNanos(), one.lastNanos()));
    }

    private void tell(AnomalyKind kind) {
        if (told.add(new Kind(kind.shape(), kind.isForbidden()))) {
            queues.forEach(queue -> queue.add(notice.of(kind)));
        }
    }

    /** Tells the kinds that were not told yet, waits for the alarms for a bounded time, and ends them. */
    @Override
    public List<String> ended(RunResult result, Supplier<List<AnomalyKind>> found) throws InterruptedException {
        var troubles = new ArrayList<String>();
        if (queues.isEmpty()) {
            return troubles;
        }
        List<AnomalyKind> kinds = found.get();
        synchronized (this) {
            isOver = true;
            kinds.stream().limit(AnomalyNotice.KINDS_MAX).forEach(this::tell);
        }
        for (AlarmQueue queue : queues) {
            if (!queue.settle(SILENCE)) {
                place.aside().accept("waiting until " + queue.option() + " has told of all kinds of anomalies …");
            }
            troubles.addAll(queue.finish(untold -> notice.of(result, kinds, untold)));
        }
        return troubles;
    }

    @Override
    public void close() {
        queues.forEach(AlarmQueue::close);
    }
}
