package moirai.sources.execution.calls;

import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.stmt.Statement;
import java.util.List;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.Value;

/**
 * The way back up: executes code that a lower floor meets, such as the body of a called method, the argument of a call,
 * or a lambda that is given to a list.
 */
public interface Interpreter {

    /** Evaluates an expression on a path. */
    Value evaluate(Expression expression, State state, Frame frame);

    /** Executes a statement on a path. */
    void run(Statement statement, State state, Frame frame);

    /** Calls a lambda or a reference to a method. */
    Value invoke(Value.Closure closure, List<Value> arguments, State state, Frame frame);
}
