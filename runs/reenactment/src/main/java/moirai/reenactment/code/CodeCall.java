package moirai.reenactment.code;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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

    /** The SQLSTATEs of a result set that is not at a row: the standard's, H2's and HSQLDB's. */
    private static final Set<String> NO_ROW = Set.of("24000", "02000", "24501");

    private final LoadedCode code;
    private final Scenario.Call called;
    private final int call;
    private final ReplayTarget.Stage stage;
    private final CodePlan plan;
    private final TurnControl control;
    private final List<String> seen = new ArrayList<>();
    private String difference = "";
    private String last = "begin";

    /**
     * The SQLSTATE of the first statement that the database refused, which the code may hide; empty if none was
     * refused.
     */
    private String refusedState = "";

    private String refusedStep = "";
    private String refusal = "";

    /**
     * The end of a call.
     *
     * @param seen the results that it was returned
     * @param difference from the plan; empty if there is none
     * @param step that it was at
     * @param sqlState with which it was refused; empty if it was not
     * @param message of what was thrown
     */
    record Ended(List<String> seen, String difference, String step, String sqlState, String message) {

        Ended {
            seen = List.copyOf(seen);
        }
    }

    CodeCall(LoadedCode code, Scenario.Call called, ReplayTarget.Stage stage, CodePlan plan, TurnControl control) {
        this.code = code;
        this.called = called;
        this.call = plan.call();
        this.stage = stage;
        this.plan = plan;
        this.control = control;
    }

    /** Runs the method to its end. Throws CodeException if it cannot be called at all. */
    Ended run(Connection connection) throws SQLException {
        var source = new ScheduledDataSource(connection, call, control, this);
        try {
            code.call(called, source);
            note(plan.atEnd());
            last = "commit";
            source.finish();
            return isTaken() ? refused() : new Ended(seen, difference, step(), "", "");
        } catch (CodeException unusable) {
            source.giveUp();
            throw unusable;
        } catch (Exception failure) {
            // The model ends a call where the code reads a row that is not there.
            boolean isPlanned = difference.isEmpty() && plan.atEnd().isEmpty();
            source.giveUp();
            String state = sqlState(failure);
            seen.add("threw " + (state.isEmpty() ? failure.getClass().getName() : state));
            if (isPlanned && NO_ROW.contains(state)) {
                return new Ended(seen, difference, step(), "", "");
            }
            return new Ended(seen, difference, step(), state.isEmpty() ? "none" : state, String.valueOf(failure));
        }
    }

    /**
     * Returns whether the code has caught the error that ended its transaction, instead of going on without the refused
     * statement.
     */
    private boolean isTaken() {
        boolean isLost = refusedState.startsWith("40") || ReplayOutcome.GAVE_UP_WAITING.contains(refusedState);
        return isLost || (refusedState.startsWith("23") && difference.isEmpty());
    }

    private Ended refused() {
        return new Ended(seen, difference, refusedStep, refusedState, refusal);
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
        if (plan.isFree() || !difference.isEmpty()) {
            last = shortened(statements);
            return List.of();
        }
        var steps = new ArrayList<Step>();
        for (BoundSql statement : statements) {
            for (Statement executed : translated(statement)) {
                int index = plan.index();
                note(plan.take(executed));
                if (!difference.isEmpty()) {
                    last = shortened(statements);
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
        seen.add("refused " + failure.getSQLState());
    }

    @Override
    public void sees(String what) {
        seen.add(what);
    }
}
