package moirai.reenactment.code;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import moirai.directed.encoding.Scenario;
import moirai.directed.program.Expression;
import moirai.directed.program.Operation;
import moirai.directed.program.Statement;
import moirai.interception.BoundSql;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.ReplayTarget;
import moirai.scheduling.ScheduledDataSource;
import moirai.scheduling.StatementWatch;
import moirai.scheduling.Step;
import moirai.scheduling.TurnControl;

/** A call of a case while the application's method runs it: its statements, its observations and its end. */
final class CodeCall implements StatementWatch {

    private static final int SHOWN_MAX = 30;

    /** The class of SQLSTATEs of a transaction that the database has rolled back. */
    private static final String ROLLED_BACK = "40";

    /** The SQLSTATEs of a result set that is not at a row: the standard's, H2's and HSQLDB's. */
    private static final Set<String> NO_ROW = Set.of("24000", "02000", "24501");

    private static final Pattern LOCKS = Pattern.compile("(?is)\\bFOR\\s+(NO\\s+KEY\\s+|KEY\\s+)?(UPDATE|SHARE)\\b");

    private final LoadedCode code;
    private final Scenario.Call called;
    private final int call;
    private final ReplayTarget.Stage stage;
    private final CodePlan plan;
    private final TurnControl control;
    private final boolean hasOwnBoundaries;
    private final List<String> seen = new ArrayList<>();
    private String difference = "";
    private String last = "begin";

    /** The beginning of the statement that was sent last; empty before. Read by the thread that waits for the call. */
    private volatile String sent = "";

    /**
     * The SQLSTATE of the first statement that the database refused, which the code may hide; empty if none was
     * refused.
     */
    private String refusedState = "";

    private String refusedStep = "";
    private String refusal = "";

    /** The number of results that were returned until the last COMMIT; negative if there was none. */
    private int kept = -1;

    private Effect effect = Effect.KEPT;

    /** Whether the database itself rolled the transaction back, and no statement came after that. */
    private boolean isLost;

    /** The part of what a call did that is left in the database. */
    enum Effect {
        /** All of it, or as far as the database commits each statement. */
        KEPT,
        /** Nothing: the call threw or rolled back, so that it does not count. */
        UNDONE,
        /** A part: the call committed, and then rolled back what followed. */
        PARTLY_UNDONE
    }

    /**
     * The end of a call.
     *
     * @param seen the results that it was returned
     * @param difference from the plan; empty if there is none
     * @param step that it was at
     * @param sqlState with which the database refused a step; empty if it did not, {@value #THROWN} if the code threw
     *     something of its own
     * @param message of what was thrown
     */
    record Ended(List<String> seen, Effect effect, String difference, String step, String sqlState, String message) {

        static final Ended NOTHING = new Ended(List.of(), Effect.UNDONE, "", "", "", "");

        Ended {
            seen = List.copyOf(seen);
        }

        /** Returns whether the code gave up, and nobody but itself made it do so. */
        boolean isGivenUp() {
            return effect == Effect.UNDONE && (sqlState.isEmpty() || sqlState.equals(THROWN));
        }
    }

    /** Stands for the SQLSTATE of an exception that is not the database's. */
    private static final String THROWN = "none";

    /** @param hasOwnBoundaries whether the code itself decides where its transactions end, and their level */
    CodeCall(
            LoadedCode code,
            Scenario.Call called,
            ReplayTarget.Stage stage,
            CodePlan plan,
            TurnControl control,
            boolean hasOwnBoundaries) {
        this.code = code;
        this.called = called;
        this.call = plan.call();
        this.stage = stage;
        this.plan = plan;
        this.control = control;
        this.hasOwnBoundaries = hasOwnBoundaries;
    }

    /**
     * Runs the method to its end.
     *
     * @throws CodeException if it cannot be called at all
     * @throws UnendedCall if it calls for the end of the process
     */
    Ended run(Connection connection) throws SQLException, UnendedCall {
        var source = new ScheduledDataSource(connection, call, control, this);
        if (hasOwnBoundaries) {
            source.withOwnBoundaries();
        }
        try {
            code.call(called, source);
            note(plan.atEnd());
            last = "commit";
            source.finish();
            return isTaken() ? refused() : ended("", "");
        } catch (CodeException unusable) {
            source.giveUp();
            throw unusable;
        } catch (OutOfMemoryError ours) {
            source.giveUp();
            throw ours;
        } catch (Exception | Error failure) {
            Optional<String> exit = ExitCalls.called(failure);
            if (exit.isPresent()) {
                source.giveUp();
                throw unended("called " + exit.get() + ", which ends the process of the application");
            }
            // The model ends a call where the code reads a row that is not there.
            boolean isPlanned = difference.isEmpty() && plan.atEnd().isEmpty();
            source.giveUp();
            String state = sqlState(failure);
            seen.add("threw " + (state.isEmpty() ? failure.getClass().getName() : state));
            if (isPlanned && NO_ROW.contains(state)) {
                return ended("", "");
            }
            return ended(state.isEmpty() ? THROWN : state, String.valueOf(failure));
        }
    }

    /** Returns the exception for this call, which names it and the statement that it sent last. */
    UnendedCall unended(String reason) {
        String statement = sent;
        return new UnendedCall("T" + call + " (" + called.txn() + ") " + reason + "; "
                + (statement.isEmpty()
                        ? "it had sent no statement"
                        : "the last statement that it sent is " + statement));
    }

    private Ended ended(String sqlState, String message) {
        return new Ended(seen, effect, difference, step(), sqlState, message);
    }

    /**
     * Returns whether the code has caught the error that ended its transaction, instead of going on without the refused
     * statement.
     */
    private boolean isTaken() {
        boolean hasLost = refusedState.startsWith(ROLLED_BACK) || ReplayOutcome.GAVE_UP_WAITING.contains(refusedState);
        return hasLost || (refusedState.startsWith("23") && difference.isEmpty());
    }

    private Ended refused() {
        return new Ended(seen, effect, difference, refusedStep, refusedState, refusal);
    }

    private String step() {
        return "T" + call + "." + last;
    }

    /** Returns the SQLSTATE of a failure or of its causes, because applications wrap the driver's exceptions. */
    private static String sqlState(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < 20; depth++, cause = cause.getCause()) {
            if (cause instanceof SQLException refused) {
                return Objects.requireNonNullElse(refused.getSQLState(), "");
            }
        }
        return "";
    }

    /**
     * Records a difference from the plan. From the first one on, the call runs freely, and no other call waits for it.
     */
    private void note(String found) {
        if (!plan.isFree() && difference.isEmpty() && !found.isEmpty()) {
            difference = found;
            control.endSession(call);
        }
    }

    @Override
    public List<Step> steps(List<BoundSql> statements) {
        sent = shortened(statements);
        if (plan.isFree() || !difference.isEmpty()) {
            last = sent;
            return List.of();
        }
        var steps = new ArrayList<Step>();
        for (BoundSql statement : statements) {
            List<Statement> translated = translated(statement);
            boolean isSimpler = translated.stream().noneMatch(Statement::holdsRows)
                    && LOCKS.matcher(statement.sql()).find();
            if (!hasOwnBoundaries && isSimpler) {
                note(step() + " is followed by a SELECT … FOR, whose locks are not kept where reads are dictated");
                return List.of();
            }
            for (Statement executed : translated) {
                int index = plan.index();
                note(plan.take(executed));
                if (!difference.isEmpty()) {
                    last = sent;
                    return List.of();
                }
                steps.add(new Step(call, 0, index));
            }
        }
        return steps;
    }

    /** Returns the beginning of the first of these statements, which have no label. */
    private static String shortened(List<BoundSql> statements) {
        String sql =
                statements.isEmpty() ? "" : statements.getFirst().sql().strip().replaceAll("\\s+", " ");
        return "'" + (sql.length() > SHOWN_MAX ? sql.substring(0, SHOWN_MAX) + "…" : sql) + "'";
    }

    private List<Statement> translated(BoundSql statement) {
        return code.source().statements(statement.sql(), index -> bound(statement.values(), index));
    }

    private Expression bound(List<Object> values, int index) {
        Object value = index <= values.size() ? values.get(index - 1) : BoundSql.Absent.NULL;
        int number = code.values().number(value);
        var size = new Expression.Constant(BigDecimal.valueOf(number).abs().intValueExact());
        return number < 0 ? new Expression.Arithmetic(Operation.MINUS, new Expression.Constant(0), size) : size;
    }

    @Override
    public void begins(List<Step> steps) {
        isLost = false;
        if (plan.isFree()) {
            return;
        }
        List<String> labels =
                steps.stream().map(step -> plan.label(step.index())).toList();
        if (!labels.isEmpty()) {
            last = labels.getFirst();
            stage.next(call, last);
        }
        stage.began(call, labels);
    }

    @Override
    public void refused(SQLException failure) {
        if (refusedState.isEmpty()) {
            refusedState = Objects.requireNonNullElse(failure.getSQLState(), "none");
            refusedStep = step();
            refusal = String.valueOf(failure.getMessage());
        }
        if (refusedState.startsWith(ROLLED_BACK)) {
            undone();
            isLost = true;
        }
        seen.add("refused " + failure.getSQLState());
    }

    @Override
    public void opens(int count) {
        if (count > 1) {
            throw new CodeException.OfCall("T" + call + " opens a second connection beside the first, whose transaction"
                    + " is another; expected one connection in each method");
        }
    }

    @Override
    public void committed() {
        if (isLost) {
            return;
        }
        kept = seen.size();
        effect = Effect.KEPT;
    }

    /** Forgets what a transaction saw that does not count: a retry that commits is compared as if it was the first. */
    @Override
    public void undone() {
        seen.subList(Math.max(0, kept), seen.size()).clear();
        effect = kept < 0 ? Effect.UNDONE : Effect.PARTLY_UNDONE;
    }

    @Override
    public void sees(String what) {
        seen.add(what);
    }
}
