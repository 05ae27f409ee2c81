package moirai.exploration.search;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import moirai.history.level.IsolationLevel;

/** A repetition of a program's run, from a script or from its history. */
public final class Replay {

    private final TxnRunner runner;
    private final PlacedHistory history;

    private Replay(TxnRunner runner) {
        this.runner = runner;
        this.history = new PlacedHistory(
                IsolationLevel.STRONG_SESSION_READ_COMMITTED, runner.isLastFinal() ? runner.sessionCount() - 1 : -1);
    }

    /**
     * Runs a script and returns its history.
     *
     * @throws ReplayException if the program does not follow the script
     */
    public static TxnRunner.Sight of(TxnRunner runner, Script script) {
        runner.restart();
        var replay = new Replay(runner);
        int[] positions = new int[runner.sessionCount()];
        for (int number = 0; number < script.turns().size(); number++) {
            Script.Turn turn = script.turns().get(number);
            if (turn.session() < 0 || turn.session() >= positions.length) {
                throw new ReplayException("T" + number + " is of session " + (turn.session() + 1)
                        + "; the program has 1 to " + positions.length);
            }
            if (!replay.isWaiting(turn.session())) {
                throw new ReplayException("T" + number + " is one more transaction of session " + (turn.session() + 1)
                        + " than the program runs");
            }
            replay.run(new TxnPlace(number, turn.session(), positions[turn.session()]++), turn.reads());
        }
        for (int session = 0; session < positions.length; session++) {
            if (replay.isWaiting(session)) {
                throw new ReplayException("session " + (session + 1) + " of the program goes on where the script ends");
            }
        }
        return replay.history;
    }

    /** Returns whether the session has a transaction that has not run. */
    private boolean isWaiting(int session) {
        for (int index = history.count() - 1; index >= 0; index--) {
            Block block = history.block(index);
            if (block.place().session() == session) {
                return !block.end().isLast();
            }
        }
        return !runner.isEmpty(session);
    }

    /**
     * Runs a history again, from its first transaction, and compares steps and ends. This detects bodies that remember
     * anything outside the store.
     *
     * @throws NondeterminismError if a transaction does something else
     */
    static void again(TxnRunner runner, TxnRunner.Sight former) {
        var replay = new Replay(runner);
        for (int index = 0; index < former.count(); index++) {
            Block block = former.block(index);
            var recorder = Recorder.repeating(block.place(), block.steps());
            TxnEnd end = replay.end(recorder);
            requireSame(runner, block.place(), block.end(), end);
            replay.add(recorder, end);
        }
    }

    /**
     * Compares the end of a transaction that has made the same steps again.
     *
     * @throws NondeterminismError if it ended differently
     */
    public static void requireSame(TxnRunner runner, TxnPlace place, TxnEnd former, TxnEnd now) {
        if (!now.equals(former)) {
            String name = runner.txnName(place.session(), place.position());
            throw NondeterminismError.replied(place, name, former, now);
        }
    }

    private void run(TxnPlace place, List<Script.Read> reads) {
        var next = new ArrayDeque<>(reads);
        var recorder = new Recorder(place, key -> source(place, key, next));
        TxnEnd end = end(recorder);
        if (next.stream().anyMatch(read -> read.source() != Steps.INITIAL)) {
            throw new ReplayException(text(place) + " makes fewer reads than the " + reads.size() + " of the script");
        }
        add(recorder, end);
    }

    private TxnEnd end(Recorder recorder) {
        TxnEnd end = runner.run(history, recorder.place().session(), recorder);
        recorder.ended();
        return end;
    }

    private void add(Recorder recorder, TxnEnd end) {
        TxnPlace place = recorder.place();
        ExternalReads reads =
                ExternalReads.of(recorder.steps(), recorder.steps().count());
        history.add(new Block(place, recorder.steps(), end, history.demands(place.session(), reads)));
    }

    /**
     * Returns the source of a read. Reads of rows that never existed may be missing: in the search, every scan looked
     * for the rows that any behaviour adds, and here only for those of this behaviour.
     */
    private int source(TxnPlace place, int key, Deque<Script.Read> next) {
        String name = runner.keyName(key);
        while (!next.isEmpty()
                && !next.element().key().equals(name)
                && next.element().source() == Steps.INITIAL) {
            next.remove();
        }
        if (next.isEmpty()) {
            throw new ReplayException(text(place) + " makes more reads than the script has");
        }
        if (!next.element().key().equals(name)) {
            throw new ReplayException(text(place) + " reads " + name + " where the script has a read of "
                    + next.element().key());
        }
        int source = next.remove().source();
        boolean isPossible = source == Steps.INITIAL
                || (source >= 0
                        && source < history.count()
                        && history.byId(source).writes(key));
        if (!isPossible) {
            throw new ReplayException(text(place) + " cannot read " + runner.keyName(key) + " from T" + source
                    + ", which has not written it");
        }
        return source;
    }

    private static String text(TxnPlace place) {
        return "T" + place.id() + " of session " + (place.session() + 1);
    }

    /** Signals that a program does not follow a script, because it is another program or has changed. */
    public static final class ReplayException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public ReplayException(String message) {
            super(message);
        }
    }
}
