package moirai.studies.keyvalue.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.exploration.program.Body;
import moirai.exploration.program.Then;
import moirai.exploration.program.Txn;
import moirai.exploration.program.TxnAbortedError;
import moirai.history.Seed;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import moirai.mockstore.OpenRead;
import moirai.mockstore.explain.ReadCandidate;
import moirai.mockstore.explain.ReadExplanation;
import moirai.studies.keyvalue.Execution;
import moirai.studies.keyvalue.Harness;
import moirai.studies.keyvalue.HarnessRunner;
import moirai.studies.keyvalue.Operation;

/**
 * A run with each step of its transactions. Tracing does not change the run, because bodies and chooser are only
 * observed.
 */
final class TracedRun {

    /** A step of a transaction. */
    sealed interface Step {

        /** A read of a value with the sources to choose from; none if the transaction read its own write. */
        record Read(Object key, Object value, List<Source> sources, int chosen) implements Step {}

        /** A write of a value. */
        record Write(Object key, Object value) implements Step {}
    }

    /** A value that could have been read, and the number of its writer; -1 for the initial state. */
    record Source(int txn, Object value) {}

    /** The steps of each transaction of the store. */
    private final List<List<Step>> txns = new ArrayList<>();

    private final List<ReadExplanation> explanations = new ArrayList<>();
    private final Map<Object, Object> initial;
    private final Chooser chooser;
    private final Execution execution;
    private List<Source> sources = List.of();
    private int chosen;

    /**
     * Runs a harness.
     *
     * @param isExplained whether each read is explained, which takes some milliseconds
     */
    TracedRun(Harness harness, HarnessRunner runner, Seed seed, boolean isExplained) {
        chooser = Chooser.uniform(seed);
        initial = harness.program().initial();
        Harness traced = traced(harness);
        execution = isExplained
                ? runner.runExplained(traced, seed, new ListeningChooser(), explanations::add)
                : runner.run(traced, seed, new ListeningChooser());
    }

    Execution execution() {
        return execution;
    }

    /** Returns the reads to which the level has forbidden a source; none if reads are not explained. */
    List<ReadExplanation> restricted() {
        return explanations.stream()
                .filter(read -> read.candidates().stream()
                        .anyMatch(candidate -> candidate.standing() == ReadCandidate.Standing.EXCLUDED))
                .toList();
    }

    /** Returns the steps of the transaction with this number. */
    List<Step> steps(int txn) {
        return List.copyOf(txns.get(txn));
    }

    private void listen(Choice.Read read, int source) {
        sources = read.sources()
                .intStream()
                .mapToObj(txn -> new Source(txn, written(txn, read.key())))
                .toList();
        chosen = read.sources().indexOf(source);
    }

    private Object written(int txn, Object key) {
        Object value = txn < 0 ? initial.getOrDefault(key, "nothing") : "nothing";
        if (txn >= 0) {
            for (Step step : txns.get(txn)) {
                if (step instanceof Step.Write write && write.key().equals(key)) {
                    value = write.value();
                }
            }
        }
        return value;
    }

    private Harness traced(Harness harness) {
        return new Harness(
                harness.program(),
                harness.prologue().stream().map(this::traced).toList(),
                harness.sessions().stream()
                        .map(operations -> operations.stream().map(this::traced).toList())
                        .toList());
    }

    private Operation traced(Operation operation) {
        return new Operation(operation.request(), traced(operation.body()));
    }

    private Body traced(Body body) {
        return store -> {
            var steps = new ArrayList<Step>();
            txns.add(steps);
            Object reply = body.run(new Listening(store, steps));
            return reply instanceof Then(String name, Body then) ? new Then(name, traced(then)) : reply;
        };
    }

    private final class ListeningChooser implements Chooser {

        @Override
        public int choose(Choice choice) {
            return chooser.choose(choice);
        }

        /**
         * Returns the source of a read. The chooser is asked first, because it may itself find that there is no source.
         */
        @Override
        public int source(OpenRead read) {
            int source = chooser.source(read);
            listen(read.all(), source);
            return source;
        }
    }

    private final class Listening implements Txn {

        private final Txn store;
        private final List<Step> steps;

        Listening(Txn store, List<Step> steps) {
            this.store = store;
            this.steps = steps;
        }

        @Override
        public Optional<Object> read(Object key) {
            sources = List.of();
            chosen = 0;
            Optional<Object> value = store.read(key);
            steps.add(new Step.Read(key, value.orElse("nothing"), sources, chosen));
            return value;
        }

        @Override
        public Optional<Object> readForUpdate(Object key) {
            throw new UnsupportedOperationException("no program locks keys");
        }

        @Override
        public TxnAbortedError abort() {
            return store.abort();
        }

        @Override
        public void write(Object key, Object value) {
            steps.add(new Step.Write(key, value));
            store.write(key, value);
        }

        @Override
        public void delete(Object key) {
            steps.add(new Step.Write(key, "nothing"));
            store.delete(key);
        }
    }
}
