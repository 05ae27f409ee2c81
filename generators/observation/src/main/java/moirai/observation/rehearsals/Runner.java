package moirai.observation.rehearsals;

import java.util.LinkedHashMap;
import java.util.Map;
import moirai.directed.program.Expression;
import moirai.observation.recording.RecordedSource;
import moirai.observation.rows.Column;
import moirai.observation.rows.Tags;
import moirai.observation.txns.Arguments;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Parameter;

/** Runs one transaction as planned. */
public final class Runner {

    private final RecordedSource source;
    private final Rehearsal.Setting setting;
    private final ObservedTxn txn;
    private final int runsMax;
    private int runs;

    public Runner(RecordedSource source, Rehearsal.Setting setting, ObservedTxn txn, int runsMax) {
        this.source = source;
        this.setting = setting;
        this.txn = txn;
        this.runsMax = runsMax;
    }

    public ObservedTxn txn() {
        return txn;
    }

    public Rehearsal.Setting setting() {
        return setting;
    }

    public int runs() {
        return runs;
    }

    /** Returns whether the limit of runs is reached. */
    public boolean isTired() {
        return runs >= runsMax;
    }

    /** Runs the transaction once, whatever comes of it. */
    @SuppressWarnings("CatchAndPrintStackTrace")
    public Trace run(Plan plan, int seed) {
        runs++;
        var rehearsal = new Rehearsal(setting, plan, seed);
        Map<String, Object> values = new LinkedHashMap<>();
        Map<String, Object> plain = new LinkedHashMap<>();
        for (Parameter parameter : txn.parameters()) {
            var argument = new Expression.Parameter(parameter.name());
            Object value = rehearsal.value(Column.of(parameter), argument, "argument " + parameter.name(), 0);
            values.put(parameter.name(), value);
            plain.put(parameter.name(), Tags.plain(value));
        }
        source.follow(rehearsal, txn.origin());
        try {
            txn.body().run(new Arguments(values));
            return rehearsal.end(plain, "");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return rehearsal.end(plain, "it was interrupted");
        } catch (Exception | LinkageError | AssertionError failed) {
            return rehearsal.end(plain, failed.getClass().getSimpleName() + ": " + failed.getMessage());
        } finally {
            source.leave();
        }
    }
}
