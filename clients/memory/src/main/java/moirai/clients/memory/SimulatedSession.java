package moirai.clients.memory;

import java.util.ArrayList;
import java.util.List;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/** One session of a simulation, with the state of its transaction and what its client saw. */
final class SimulatedSession {

    /** The way in which the client ends its transaction. */
    enum Ending {
        /** It sends the commit and gets the database's answer. */
        COMMIT,
        /** It sends the commit, which arrives; the answer does not. */
        COMMIT_UNANSWERED,
        /** It sends the commit, which does not arrive; the database rolls back. */
        COMMIT_LOST,
        /** It rolls back, as the plan asks, after all ops. */
        ROLLBACK_AS_PLANNED,
        /** It rolls back by itself, after some ops. */
        ROLLBACK
    }

    private sealed interface Stage {
        /** The session is between transactions. */
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
    private static final Outcome OVERDRAWN = new Outcome.Aborted("insufficient balance");
    private static final Outcome TIMEOUT = new Outcome.Indeterminate("timeout");

    private final int number;
    private Stage stage = IDLE;
    private Ending ending = Ending.COMMIT;
    private int opsToRun;
    private int opsDone;
    private long startNanos;
    private TxnPlan toRun = TxnPlan.of();
    private List<Op> plan = List.of();
    /** The ops done so far; the reads of what a scan found stand behind it. */
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
     * Sends a plan on behalf of the client.
     *
     * @param count how many of its ops the client gets round to before the ending
     */
    void send(TxnPlan sent, Ending how, int count, long nanos) {
        toRun = sent;
        plan = sent.ops();
        done.clear();
        ending = how;
        opsToRun = count;
        opsDone = 0;
        startNanos = nanos;
        stage = SENT;
    }

    /** Makes the database's next step: begin, an op, or the end. */
    void step(MemoryDatabase database) {
        switch (stage) {
            case Stage.Sent sent -> stage = new Stage.Running(database.begin());
            case Stage.Running(MemoryTxn txn)
            when opsDone < opsToRun -> {
                Op op = plan.get(opsDone);
                // Guarded writes of registers need nothing: whoever writes what another has written since is refused.
                if (toRun.isGuarded() && wouldOverdraw(txn, op)) {
                    txn.abort();
                    stage = new Stage.Answered(OVERDRAWN);
                } else {
                    answer(txn, op);
                    opsDone++;
                }
            }
            case Stage.Running(MemoryTxn txn) -> stage = new Stage.Answered(end(txn));
            case Stage.Idle idle -> throw new IllegalStateException("session " + number + " is idle");
            case Stage.Answered answered -> throw new IllegalStateException("session " + number + " has ended");
        }
    }

    private static boolean wouldOverdraw(MemoryTxn txn, Op op) {
        return op instanceof Op.Increment(long key, long amount)
                && txn.wouldOverdraw(Math.toIntExact(key), Math.toIntExact(amount));
    }

    /** Executes an op. Registers, sets and counters are lists: of writes, of elements and of increments. */
    private void answer(MemoryTxn txn, Op op) {
        int key = Math.toIntExact(op.key());
        switch (op) {
            case Op.Append append -> change(txn, op, append.element());
            case Op.Write write -> change(txn, op, write.value());
            case Op.Add add -> change(txn, op, add.element());
            case Op.Increment increment -> change(txn, op, increment.amount());
            case Op.Read read ->
                done.add(
                        switch (toRun.model()) {
                            case LIST_APPEND -> new Op.Read(key, txn.read(key));
                            case REGISTER -> lastOf(key, txn.read(key));
                            case SET -> new Op.ReadSet(key, txn.read(key).sorted());
                            case COUNTER -> new Op.ReadCounter(key, txn.sum(key));
                        });
            case Op.Scan scan -> {
                List<Op.Read> matches = txn.scan(key, Math.toIntExact(scan.to()));
                done.add(new Op.Scan(scan.key(), scan.to(), matches.size()));
                done.addAll(matches);
            }
            case Op.OffList answered -> throw new IllegalArgumentException(answered + " is no op of a plan");
        }
    }

    private void change(MemoryTxn txn, Op op, long argument) {
        txn.append(Math.toIntExact(op.key()), Math.toIntExact(argument));
        done.add(op);
    }

    private static Op lastOf(int key, Elements writes) {
        return writes.count() == 0 ? new Op.ReadInitial(key) : new Op.ReadValue(key, writes.at(writes.count() - 1));
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
            case ROLLBACK_AS_PLANNED -> {
                txn.rollBack();
                yield Outcome.Aborted.AS_PLANNED;
            }
            case ROLLBACK -> {
                txn.abort();
                yield ROLLED_BACK;
            }
        };
    }

    /** Receives the end of the transaction on behalf of the client. */
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
