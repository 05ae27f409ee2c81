package moirai.runs.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import moirai.history.RunHeader;
import moirai.runs.RunProgress;
import moirai.runs.RunResult;
import moirai.runs.RunWatcher;
import moirai.runs.interim.AnomalyKind;
import moirai.runs.interim.InterimVerdict;
import moirai.runs.interim.RunCounts;
import moirai.runs.latency.Latency;

/** A watcher that passes each event to two watchers, one after the other. */
public record BothWatch(RunWatcher first, RunWatcher second) implements RunWatcher {

    @Override
    public void recording(RunHeader header) {
        first.recording(header);
        second.recording(header);
    }

    @Override
    public void stage(String what) {
        first.stage(what);
        second.stage(what);
    }

    @Override
    public void progress(RunProgress progress) {
        first.progress(progress);
        second.progress(progress);
    }

    @Override
    public void latency(Latency recent) {
        first.latency(recent);
        second.latency(recent);
    }

    @Override
    public void fault(String news, List<String> active) {
        first.fault(news, active);
        second.fault(news, active);
    }

    @Override
    public void counts(RunCounts counts) {
        first.counts(counts);
        second.counts(counts);
    }

    @Override
    public boolean wantsVerdicts() {
        return first.wantsVerdicts() || second.wantsVerdicts();
    }

    @Override
    public void soFar(InterimVerdict verdict) {
        first.soFar(verdict);
        second.soFar(verdict);
    }

    @Override
    public List<String> ended(RunResult result, Supplier<List<AnomalyKind>> found) throws InterruptedException {
        var troubles = new ArrayList<>(first.ended(result, found));
        troubles.addAll(second.ended(result, found));
        return troubles;
    }
}
