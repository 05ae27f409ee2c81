package moirai.sources.execution.values;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.MethodCallExpr;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.sources.diagnostic.Diagnostics;
import moirai.sources.sql.Constants;
import moirai.sources.sql.SqlTranslator;

/** The record of what one transaction has done so far, over all its paths, and of the place that is executed. */
public final class TxnRecord {

    /** The largest number of cases of a value. A value with more is unknown. */
    public static final int OPTIONS_MAX = 6;

    /** The name under which a state holds the value of a way until both are known. */
    private static final String CHOSEN = "chosen value";

    private final Diagnostics diagnostics;
    private final Constants constants;
    private final List<Step> steps = new ArrayList<>();
    private final Map<String, Origin> origins = new TreeMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private final Merging merging = new Merging(this);
    private final Lowering lowering = new Lowering(this);
    private Origin here;
    private int addresses;
    private int handlerCount;
    private boolean hasWritten;
    private int throwCount;
    private Condition commit = Condition.always();

    /** The types of what was thrown after writes, as the source names them; empty for rollbacks. */
    private final List<String> givenUp = new ArrayList<>();

    private boolean hasBoundary;
    private boolean hasBegunOwn;
    private boolean hasCut;
    private String connection = "";
    private final IdentityHashMap<Node, Boolean> missed = new IdentityHashMap<>();
    private final IdentityHashMap<Node, Optional<Value>> initials = new IdentityHashMap<>();
    private final Map<Integer, Value> initialHeap = new HashMap<>();
    /** The statements and calls of Java that some path reached, and where they stand. */
    private final IdentityHashMap<Node, Origin> passed = new IdentityHashMap<>();

    public TxnRecord(Diagnostics diagnostics, SqlTranslator translator, Origin here) {
        this.diagnostics = diagnostics;
        this.constants = translator.constants();
        this.here = here;
    }

    public List<Step> steps() {
        return steps;
    }

    public Map<String, Origin> origins() {
        return origins;
    }

    public Merging merging() {
        return merging;
    }

    public Lowering lowering() {
        return lowering;
    }

    public Constants constants() {
        return constants;
    }

    public Diagnostics diagnostics() {
        return diagnostics;
    }

    /** Returns the place of the Java statement that is being executed. */
    public Origin here() {
        return here;
    }

    public void moveTo(Origin origin) {
        here = origin;
    }

    public boolean hasWritten() {
        return hasWritten;
    }

    /** Returns whether a statement asked for locks that last as long as the transaction. */
    public boolean hasLocked() {
        return steps.stream().anyMatch(step -> step instanceof Statement.Select select && select.locks());
    }

    /** Returns the condition under which nothing was given up. */
    public Condition commit() {
        return commit;
    }

    /**
     * Returns the types of what was thrown after writes, as the source names them; empty for what is rolled back. May
     * be changed.
     */
    public List<String> givenUp() {
        return givenUp;
    }

    /**
     * Notes that this path rolls back or throws. If it may have written, the transaction then leaves nothing. If it has
     * not, it counts as one that commits what it read, unless nobody learns what that was, and a value that was found
     * decides. Whether a row was found decides of too many: then the statement would never meet a row.
     *
     * @param thrown the type of what is thrown, empty for a rollback
     * @param isSilent whether what is thrown tells nothing of what was read
     */
    public void giveUp(State state, String thrown, boolean isSilent) {
        if (!thrown.isEmpty()) {
            throwCount++;
        }
        if (!hasWritten) {
            if (isSilent && handlerCount == 0 && state.isOneTxn() && isDecidedByValue(state)) {
                commit = Logic.and(commit, Logic.not(state.path()));
            }
            return;
        }
        givenUp.add(thrown);
        if (state.isOneTxn()) {
            commit = Logic.and(commit, Logic.not(state.path()));
        } else {
            loss(
                    "the transaction is given up after an earlier one has ended, or after statements that commit each",
                    "what it wrote is taken for written");
        }
    }

    private static boolean isDecidedByValue(State state) {
        List<Condition> parts = state.path().conjuncts();
        return !parts.isEmpty() && parts.getLast().expressions().anyMatch(Expression.Result.class::isInstance);
    }

    /** Notes that a block begins whose handlers may return what was read. */
    public void enterHandled() {
        handlerCount++;
    }

    /** Notes that such a block ends. */
    public void leaveHandled() {
        handlerCount--;
    }

    /** Returns whether a value may tell what a statement found. */
    public static boolean isFromResults(Value value) {
        return value instanceof Value.Reference || sources(value).findAny().isPresent();
    }

    /** Notes that a loop was left early. */
    public void noteCut() {
        hasCut = true;
    }

    /** Returns whether a loop was left early. */
    public boolean hasCut() {
        return hasCut;
    }

    /** Returns how many throws were executed. */
    public int thrown() {
        return throwCount;
    }

    /** Notes that the code opens a connection, or begins or ends its transactions itself. */
    public void noteBoundary() {
        hasBoundary = true;
    }

    /** Notes that the code begins a transaction. Where statements committed alone before, the connection is its own. */
    public void noteBegin(State state) {
        hasBoundary = true;
        hasBegunOwn |= state.commitsEach() && steps.isEmpty();
    }

    /** Returns whether the code writes and begins a transaction on a connection that it opens. */
    public boolean writesOnOwn() {
        return hasBegunOwn && hasWritten;
    }

    /** Notes that a statement is made on a connection: one on a second connection is of another transaction. */
    public void useConnection(String name) {
        if (connection.isEmpty()) {
            connection = name;
        } else if (!connection.equals(name)) {
            loss("a second connection", "taken for the first, in one transaction");
        }
    }

    /** Returns the connection on which a statement was made first; empty before. */
    public String connection() {
        return connection;
    }

    /** Returns whether the code opens a connection, or begins or ends its transactions itself. */
    public boolean hasBoundary() {
        return hasBoundary;
    }

    /** Returns the values that fields have in each transaction, by their declarations. */
    public Map<Node, Optional<Value>> initials() {
        return initials;
    }

    /** Returns what these values refer to. */
    public Map<Integer, Value> initialHeap() {
        return initialHeap;
    }

    /** Notes that a path reached a statement or call of Java. */
    public void pass(Node code) {
        passed.put(code, here);
    }

    /** Notes that a path does not reach code, and whether the source never does so from there either. */
    public void miss(Node code, boolean isSure) {
        missed.merge(code, isSure, Boolean::logicalAnd);
    }

    /** Notes the code to which a condition does not lead. */
    public void noteWays(State state, Condition condition, List<? extends Node> then, List<? extends Node> otherwise) {
        noteWay(state, condition, then);
        noteWay(state, Logic.not(condition), otherwise);
    }

    private void noteWay(State state, Condition condition, List<? extends Node> code) {
        State way = state.copy();
        way.assume(condition);
        if (!way.isReached()) {
            code.forEach(node -> {
                miss(node, way.isSurelyLeft());
                node.findAll(MethodCallExpr.class).forEach(call -> miss(call, way.isSurelyLeft()));
            });
        }
    }

    /** Returns the code that some path does not reach, and for each whether the source surely does not, either. */
    public Map<Node, Boolean> missed() {
        return Collections.unmodifiableMap(missed);
    }

    /** Returns the statements and calls of Java that some path reached, by identity; for each its place. */
    public Map<Node, Origin> passed() {
        return Collections.unmodifiableMap(passed);
    }

    public void loss(String what, String taken) {
        diagnostics.loss(here, what, taken);
    }

    /** Puts a value into the heap and returns the reference to it. */
    public Value allocate(Value content, State state) {
        int address = addresses++;
        state.heap().put(address, content);
        return new Value.Reference(address);
    }

    /** Returns a name that is not used yet: the prefix with a number from 1. */
    public String name(String prefix) {
        return prefix + numbers.merge(prefix, 1, Integer::sum);
    }

    public void add(Statement statement) {
        steps.add(statement);
        origins.put(statement.label(), here);
        hasWritten |= !(statement instanceof Statement.Select);
    }

    /** Returns an unknown value. It depends on the results of statements that go into it. */
    public Value.Unknown unknown(String what, List<Value> from) {
        String words =
                what.replaceAll("\\(.*", "").replaceAll("[^A-Za-z0-9_.]+", " ").strip();
        String name = words.substring(words.lastIndexOf('.') + 1)
                .replaceAll("^(an?|the) ", "")
                .replaceAll("^(\\S+ \\S+) .*", "$1")
                .replace(' ', '-');
        var sources = new LinkedHashSet<Expression>();
        from.forEach(value -> sources(value).forEach(sources::add));
        List<Value.Reference> reaches =
                from.stream().flatMap(Value::reached).distinct().toList();
        return new Value.Unknown(
                name(name.isEmpty() ? "value-" : name + "-"), what, here, List.copyOf(sources), reaches);
    }

    private static Stream<Expression> sources(Value value) {
        return switch (value) {
            case Value.Numeric(var expression) -> results(expression.parts());
            case Value.Truth(var condition) -> results(condition.expressions());
            case Value.Comparison(var left, var right) -> results(Stream.concat(left.parts(), right.parts()));
            case Value.Unknown unknown -> unknown.sources().stream();
            case Value.Text(var pieces) -> pieces.stream().flatMap(TxnRecord::sources);
            case Value.Instance(var type, var fields) ->
                fields.values().stream().flatMap(TxnRecord::sources);
            case Value.Choice(var options) -> options.stream().flatMap(option -> sources(option.value()));
            case Value.Items(var elements, var isExact) -> elements.stream().flatMap(TxnRecord::sources);
            case Value.Array array -> array.elements().values().stream().flatMap(TxnRecord::sources);
            case Value.Literal literal -> Stream.of();
            case Value.Matched matched -> Stream.of();
            case Value.Constant constant -> Stream.of();
            case Value.Argument argument -> Stream.of();
            case Value.Closure closure -> Stream.of();
            case Value.Reference reference -> Stream.of();
            case Value.Database database -> Stream.of();
            case Value.Nothing nothing -> Stream.of();
            case Value.Prepared prepared -> Stream.of();
            case Value.Rows rows -> Stream.of();
        };
    }

    private static Stream<Expression> results(Stream<Expression> parts) {
        return parts.filter(part -> part instanceof Expression.Result || part instanceof Expression.Count);
    }

    /** Runs each of two ways where its condition holds, and merges them. */
    public void branch(State state, Condition condition, Consumer<State> then, Consumer<State> otherwise) {
        Condition before = state.path();
        State second = state.copy();
        second.assume(Logic.not(condition));
        state.assume(condition);
        boolean areBoth = state.isReached() && second.isReached();
        Condition first = state.path();
        Condition other = second.path();
        if (state.isReached()) {
            then.accept(state);
        }
        if (second.isReached()) {
            otherwise.accept(second);
        }
        boolean goOn = areBoth && state.path().equals(first) && second.path().equals(other);
        merging.into(state, second);
        if (goOn) {
            state.setPath(before); // Both go on where both began. Merging conditions would only make a longer one.
        }
    }

    /** Returns the value that one of two ways has, each where its condition holds; empty if neither reaches its end. */
    public Optional<Value> choose(
            State state, Condition condition, Function<State, Value> then, Function<State, Value> otherwise) {
        branch(state, condition, here -> keepChosen(here, then), here -> keepChosen(here, otherwise));
        return Optional.ofNullable(state.locals().remove(CHOSEN));
    }

    /** Keeps the value among the locals, which its evaluation may have replaced: a call does, and another choice. */
    private static void keepChosen(State here, Function<State, Value> way) {
        Value chosen = way.apply(here);
        here.locals().put(CHOSEN, chosen);
    }
}
