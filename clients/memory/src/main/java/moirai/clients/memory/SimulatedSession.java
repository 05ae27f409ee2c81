package moirai.clients.memory;

import java.util.ArrayList;
import java.util.List;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/** One session of a simulation, and where it is in its transaction. Keeps what the client saw. */
final class SimulatedSession {

    /** How the client ends its transaction. */
    enum Ending {
        /** It sends the commit and gets the database's answer. */
        COMMIT,
        /** It sends the commit, which arrives; the answer does not. */
        COMMIT_UNANSWERED,
        /** It sends the commit, which does not arrive; the database rolls back. */
        COMMIT_LOST,
        /** It rolls back. */
        ROLLBACK
    }

    private sealed interface Stage {
        /** Between transactions. */
        record Idle() implements Stage {}

        /** The client has sent, the database has not begun. */
        record Sent() implements Stage {}

        record Running(MemoryTxn txn) implements Stage {}

        /** The database is done, the client has not received. */
        record Answered(Outcome outcome) implements Stage {}
    }

    private static final Stage IDLE = new Stage.Idle();
    private static final Stage SENT = new Stage.Sent();
    private static final Outcome ROLLED_BACK = new Outcome.Aborted("client");
    private static final Outcome TIMEOUT = new Outcome.Indeterminate("timeout");

    private final int number;
    private Stage stage = IDLE;
    private Ending ending = Ending.COMMIT;
    private int opsToRun;
    private int opsDone;
    private long startNanos;
    private List<Op> plan = List.of();
    /** What was done so far; the reads of what a scan found stand behind it. */
    private final List<Op> done = new ArrayList<>();

    SimulatedSession(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    boolean isIdle() {
        return stage instanceof Stage.Idle;
    }

    boolean isAnswered() {
        return stage instanceof Stage.Answered;
    }

    /**
     * The client sends a plan.
     *
     * @param count how many of its ops the client gets round to before the ending
     */
    void send(TxnPlan toRun, Ending how, int count, long nanos) {
        plan = toRun.ops();
        done.clear();
        ending = how;
        opsToRun = count;
        opsDone = 0;
        startNanos = nanos;
        stage = SENT;
    }

    /** The database makes its next step: begin, an op, or the end. */
    void step(MemoryDatabase database) {
        switch (stage) {
            case Stage.Sent sent -> stage = new Stage.Running(database.begin());
            case Stage.Running(MemoryTxn txn)
            when opsDone < opsToRun -> {
                answer(txn, plan.get(opsDone));
                opsDone++;
            }
            case Stage.Running(MemoryTxn txn) -> stage = new Stage.Answered(end(txn));
            case Stage.Idle idle -> throw new IllegalStateException("session " + number + " is idle");
            case Stage.Answered answered -> throw new IllegalStateException("session " + number + " has ended");
        }
    }

    private void answer(MemoryTxn txn, Op op) {
        switch (op) {
            case Op.Append append -> {
                txn.append(Math.toIntExact(append.key()), append.element());
                done.add(append);
            }
            case Op.Read read -> done.add(new Op.Read(read.key(), txn.read(Math.toIntExact(read.key()))));
            case Op.Scan scan -> {
                List<Op.Read> matches = txn.scan(Math.toIntExact(scan.key()), Math.toIntExact(scan.to()));
                done.add(new Op.Scan(scan.key(), scan.to(), matches.size()));
                done.addAll(matches);
            }
            case Op.OffList refused -> throw new IllegalArgumentException(refused + " is not an op on a list");
        }
    }

    private Outcome end(MemoryTxn txn) {
        return switch (ending) {
            case COMMIT -> txn.commit();
            case COMMIT_UNANSWERED -> {
                txn.commit();
                yield TIMEOUT;
            }
            case COMMIT_LOST -> {
                txn.abort();
                yield TIMEOUT;
            }
            case ROLLBACK -> {
                txn.abort();
                yield ROLLED_BACK;
            }
        };
    }

    /** The client receives the end of its transaction. */
    Txn receive(long nanos) {
        if (!(stage instanceof Stage.Answered(Outcome outcome))) {
            throw new IllegalStateException("session " + number + " has no answer");
        }
        stage = IDLE;
        var ops = new ArrayList<Op>(done);
        ops.addAll(plan.subList(opsDone, plan.size()));
        return new Txn(number, ops, outcome, startNanos, nanos);
    }
}
