package moirai.programs.keyvalue.coverage;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import moirai.mockstore.Choice;
import moirai.mockstore.Chooser;
import moirai.mockstore.choice.Exhaustive;
import moirai.programs.keyvalue.Harness;
import moirai.programs.keyvalue.KeyValueAccess;
import moirai.programs.keyvalue.Next;
import moirai.programs.keyvalue.Operation;
import moirai.programs.keyvalue.TxnBody;

/**
 * Gives all answers to all questions, one run after the other, but ends a run before a turn that is new if its past is
 * known: all that can follow has been tried after an earlier path, as the search is depth first.
 */
final class Exploration implements Chooser {

    private final Past past;
    private final Set<Object> known = new HashSet<>();
    private final Exhaustive answers = new Exhaustive();

    /** From the first path. */
    Exploration(Past past) {
        this.past = past;
    }

    /** Goes on to the next path; false if there is none. */
    boolean next() {
        past.clear();
        return answers.next();
    }

    @Override
    public int choose(Choice choice) {
        if (choice instanceof Choice.Turn && !answers.isRepeating() && !known.add(past.key())) {
            throw new KnownPastException();
        }
        int answer = answers.choose(choice);
        switch (choice) {
            case Choice.Turn turn -> past.begin(turn.sessions().getInt(answer));
            case Choice.Read read -> past.source(read.sources().getInt(answer));
        }
        return answer;
    }

    /** The same harness, but the past is told of what it does. */
    Harness listening(Harness harness) {
        if (!harness.prologue().isEmpty()) {
            throw new IllegalArgumentException("expected a harness without prologue: " + harness);
        }
        return new Harness(
                harness.program(),
                harness.sessions().stream()
                        .map(operations -> operations.stream()
                                .map(operation -> new Operation(operation.request(), listening(operation.body())))
                                .toList())
                        .toList());
    }

    private TxnBody listening(TxnBody body) {
        return store -> switch (body.run(new Listening(store))) {
            case Next.Done(Object reply) -> {
                past.done(reply);
                yield new Next.Done(reply);
            }
            case Next.Then(TxnBody then) -> new Next.Then(listening(then));
        };
    }

    private final class Listening implements KeyValueAccess {

        private final KeyValueAccess store;

        Listening(KeyValueAccess store) {
            this.store = store;
        }

        @Override
        public Optional<Object> read(Object key) {
            Optional<Object> value = store.read(key);
            past.read(value);
            return value;
        }

        @Override
        public void write(Object key, Object value) {
            past.write(key, Optional.of(value));
            store.write(key, value);
        }

        @Override
        public void delete(Object key) {
            past.write(key, Optional.empty());
            store.delete(key);
        }
    }
}
