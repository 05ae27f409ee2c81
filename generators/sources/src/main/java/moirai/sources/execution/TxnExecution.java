package moirai.sources.execution;

import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.sources.diagnostic.Diagnostics;
import moirai.sources.execution.calls.Bodies;
import moirai.sources.execution.calls.Calls;
import moirai.sources.execution.calls.Creations;
import moirai.sources.execution.calls.Interpreter;
import moirai.sources.execution.calls.Iterations;
import moirai.sources.execution.calls.Jdbc;
import moirai.sources.execution.calls.Library;
import moirai.sources.execution.calls.Logging;
import moirai.sources.execution.calls.Names;
import moirai.sources.execution.calls.Outside;
import moirai.sources.execution.values.Frame;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.index.ReachedCode;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;
import moirai.sources.sql.SqlTranslator;

/** Executes methods as transactions. */
public final class TxnExecution {

    private static final Pattern RUNS =
            Pattern.compile("\\.(execute\\w*|prepareStatement|prepareCall|createStatement)\\(");

    private final SqlTranslator translator;
    private final Diagnostics diagnostics;
    private final SourceIndex index;
    private final int loopMax;
    private final ReachedCode reached;
    private final Map<String, Origin> withoutBoundary = new LinkedHashMap<>();
    private final Set<MethodDeclaration> called = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Makes an execution of methods in these sources, on these tables. */
    public TxnExecution(
            SourceIndex index, ReachedCode reached, SqlTranslator translator, Diagnostics diagnostics, int loopMax) {
        this.reached = reached;
        this.translator = translator;
        this.diagnostics = diagnostics;
        this.index = index;
        this.loopMax = loopMax;
    }

    /**
     * Returns the transaction that a method is. It has no steps if the method runs no statement. Whatever is thrown
     * while the method is followed is an error at the place that was reached.
     */
    public TxnType execute(String name, SourceType type, MethodDeclaration method) {
        var record = new TxnRecord(diagnostics, translator, type.origin(method));
        try {
            return followed(name, type, method, record);
        } catch (RuntimeException | StackOverflowError unexpected) {
            diagnostics.error(
                    record.here(),
                    name + " cannot be followed (" + unexpected + ")",
                    "expected a method without what is unusual in it, or --txn with the others");
            return new TxnType(name, List.of(), List.of());
        }
    }

    private TxnType followed(String name, SourceType type, MethodDeclaration method, TxnRecord record) {
        var outside = new Outside(record, index);
        var code = new Code(record, outside);
        called.add(method);
        var state = new State(record.initialHeap());
        for (Parameter parameter : method.getParameters()) {
            String given = index.name(parameter.getTypeAsString(), type) + (parameter.isVarArgs() ? "[]" : "");
            state.locals()
                    .put(parameter.getNameAsString(), Value.Argument.part("", parameter.getNameAsString(), given));
        }
        var frame = new Frame(type, new Value.Argument("", index.name(type)), 0);
        code.run(method.getBody().orElseThrow(), state, frame);
        if (!record.givenUp().stream().allMatch(String::isEmpty)) {
            diagnostics.assumed(
                    type.origin(method),
                    name + " throws after it has written",
                    "taken for rolled back, by the caller or by closing the connection");
        }
        if (record.writesOnOwn() && !outside.mayCommit(method)) {
            diagnostics.more(
                    type.origin(method),
                    name + " does not commit what it writes on the connection that it opens",
                    "taken for committed, as some drivers do when a connection is closed");
        }
        new Unreached(record, diagnostics, outside).report();
        List<String> order = Stream.concat(method.getParameters().stream(), type.components().stream())
                .map(Parameter::getNameAsString)
                .toList();
        if (record.steps().isEmpty() && outside.mayRunStatements(method)) {
            diagnostics.loss(type.origin(method), "no statement of " + name + " is known", "left out");
        }
        if (record.steps().size() > 1 && !record.hasBoundary()) {
            withoutBoundary.put(name, type.origin(method));
        }
        return new TxnType(name, parameters(record, order), record.steps(), record.origins(), record.commit());
    }

    /** Reports the transactions that neither begin nor end themselves: nothing says that they are one each. */
    public void reportBoundaries() {
        withoutBoundary.entrySet().stream().findFirst().ifPresent(first -> {
            int others = withoutBoundary.size() - 1;
            diagnostics.assumed(
                    first.getValue(),
                    "neither setAutoCommit(false) nor commit() stands in " + first.getKey()
                            + (others == 0 ? "" : " nor in " + others + " more"),
                    "taken for one transaction each, which callers begin and commit");
        });
    }

    /** Reports the methods that run statements and that no transaction has called: others may call them. */
    public void reportUncalled() {
        for (SourceType type : index.asked()) {
            for (MethodDeclaration method : type.declaration().getMethods()) {
                boolean runs = RUNS.matcher(method.toString()).find();
                if (runs && !method.isPrivate() && !called.contains(method)) {
                    diagnostics.loss(
                            type.origin(method),
                            type.name() + "." + method.getNameAsString() + " runs statements and is no transaction",
                            "left out; --txn names transactions");
                }
            }
        }
    }

    /** Returns the parameters that statements use: those of the method in their order, then their parts. */
    private static List<String> parameters(TxnRecord record, List<String> order) {
        var used = new LinkedHashSet<String>();
        Stream.concat(
                        record.steps().stream().flatMap(step -> ((Statement) step).expressions()),
                        record.commit().expressions())
                .forEach(part -> {
                    if (part instanceof Expression.Parameter(var name)) {
                        used.add(name);
                    }
                });
        return used.stream()
                .sorted(Comparator.comparingInt(name -> {
                    int place = order.indexOf(name.split("_", 2)[0]);
                    return place < 0 ? order.size() : place;
                }))
                .toList();
    }

    /** The floors, each made of those below it, and the way back up. */
    private final class Code implements Interpreter {

        private final Calls calls;
        private final Expressions expressions;
        private final Statements statements;

        Code(TxnRecord record, Outside outside) {
            var names = new Names(record, index, reached, this);
            var jdbc = new Jdbc(record, translator);
            var iterations = new Iterations(record, loopMax);
            var library = new Library(record, outside, iterations, this);
            var bodies = new Bodies(record, called, outside, this);
            calls = new Calls(record, index, names, jdbc, library, outside, bodies, this);
            var switches = new Switches(record, index, names, this);
            var creations = new Creations(record, index, outside, bodies, this);
            var types = new Types(index);
            var assignments = new Assignments(record, names, types, this);
            expressions = new Expressions(record, names, types, calls, creations, assignments, switches);
            statements = new Statements(
                    record,
                    outside,
                    new Logging(outside, index),
                    expressions,
                    new Loops(record, outside, iterations, this),
                    switches,
                    new Attempts(record, outside, calls, this));
        }

        @Override
        public Value evaluate(com.github.javaparser.ast.expr.Expression expression, State state, Frame frame) {
            return expressions.evaluate(expression, state, frame);
        }

        @Override
        public void run(com.github.javaparser.ast.stmt.Statement statement, State state, Frame frame) {
            statements.run(statement, state, frame);
        }

        @Override
        public Value invoke(Value.Closure closure, List<Value> arguments, State state, Frame frame) {
            return calls.invoke(closure, arguments, state, frame);
        }
    }
}
