package moirai.clients.cql;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import moirai.clients.Client;
import moirai.clients.cql.CqlFailures.Request;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Txn;
import moirai.history.TxnPlan;

/** A session: a sequence of requests to one node, each sent when the one before is answered. */
final class CqlClient implements Client {

    private static final Outcome COMMITTED = new Outcome.Committed();

    private final int session;
    private final LongSupplier clock;
    private final Statements statements;
    private final CqlMode mode;

    private Request request = Request.READ;
    private boolean open = true;
    private boolean refused;

    CqlClient(int session, LongSupplier clock, Statements statements, CqlMode mode) {
        this.session = session;
        this.clock = clock;
        this.statements = statements;
        this.mode = mode;
    }

    @Override
    public TxnPlan feasible(TxnPlan plan) {
        return mode.feasible(plan);
    }

    @Override
    public Txn run(TxnPlan plan) {
        if (!open) {
            throw new IllegalStateException("session " + session + " is over");
        }
        if (!feasible(plan).equals(plan)) {
            throw new IllegalArgumentException("'" + plan + "' is no transaction in mode " + mode.label());
        }
        var done = new ArrayList<Op>(plan.opCount());
        long startNanos = clock.getAsLong();
        var outcome = attempt(plan, done);
        long endNanos = clock.getAsLong();
        for (int i = done.size(); i < plan.opCount(); i++) {
            done.add(plan.op(i));
        }
        return new Txn(session, done, outcome, startNanos, endNanos);
    }

    /** Runs the ops and records those that are done, with their answers. */
    private Outcome attempt(TxnPlan plan, List<Op> done) {
        request = Request.READ;
        try {
            return switch (mode) {
                case LWT -> conditionally(plan, done);
                case COLLECTION, BATCH -> plan.opCount() > 0 && plan.isChange(0) ? write(plan, done) : read(plan, done);
            };
        } catch (DriverException failure) {
            var outcome = CqlFailures.outcome(request, failure);
            refused = CqlFailures.isRefusal(failure);
            // A node that answers can be asked again, unless it left us in doubt, or would say the same again.
            open = CqlFailures.isAnswer(failure) && !outcome.isIndeterminate() && !refused;
            return outcome;
        }
    }

    /**
     * Runs a plan on one key as a read and a conditional change. The change is applied only if the key still holds what
     * was read. So all ops happen at that moment, and reads after own changes return that state with the changes. Of
     * several writes to a register only the last one is sent, as no other transaction can see the others.
     */
    private Outcome conditionally(TxnPlan plan, List<Op> done) {
        int key = plan.key(0);
        List<Integer> before = statements.readSerially(key);
        List<Integer> held = before;
        boolean isChanged = false;
        for (int i = 0; i < plan.opCount(); i++) {
            if (plan.isChange(i)) {
                held = statements.after(held, plan.argument(i));
                isChanged = true;
                done.add(plan.op(i));
            } else {
                done.add(statements.answer(key, held));
            }
        }
        if (!isChanged) {
            return COMMITTED;
        }
        request = Request.CONDITIONAL_WRITE;
        return statements.changeIf(key, before, held) ? COMMITTED : CqlFailures.NOT_APPLIED;
    }

    private Outcome read(TxnPlan plan, List<Op> done) {
        for (int i = 0; i < plan.opCount(); i++) {
            done.add(statements.read(plan.key(i)));
        }
        return COMMITTED;
    }

    private Outcome write(TxnPlan plan, List<Op> done) {
        request = Request.WRITE;
        switch (mode) {
            case BATCH -> {
                var changes = new ArrayList<BoundStatement>(plan.opCount());
                for (int i = 0; i < plan.opCount(); i++) {
                    changes.add(statements.changing(plan.key(i), plan.argument(i)));
                }
                statements.change(changes);
            }
            case COLLECTION, LWT -> statements.change(plan.key(0), plan.argument(0));
        }
        done.addAll(plan.ops());
        return COMMITTED;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean isRefused() {
        return refused;
    }

    @Override
    public void close() {
        open = false;
    }
}
