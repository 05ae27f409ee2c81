package moirai.sources.execution.calls;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.SimpleName;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.sources.execution.values.State;
import moirai.sources.execution.values.TxnRecord;
import moirai.sources.execution.values.Value;
import moirai.sources.index.SourceIndex;

/**
 * Forgets what code outside of the sources may change. A method that is not known to change nothing makes the content
 * of each list, array, text builder and object unknown that it is given, or that is reached from there.
 */
record Effects(TxnRecord record, SourceIndex index) {

    /** The methods that change neither their object nor their arguments, whatever type of the platform has them. */
    private static final Set<String> PURE = words("""
            allMatch anyMatch asList average binarySearch boxed ceiling ceilingKey charAt chars collect compare
            compareTo comparing comparingInt concat contains containsAll containsKey containsValue copyOf copyOfRange
            count deepEquals deepToString descendingIterator descendingMap descendingSet disjoint distinct element
            elements emptyList emptyMap emptySet endsWith entry entrySet equals equalsIgnoreCase filter findAny
            findFirst first firstEntry firstKey flatMap floor floorKey forEach forEachOrdered format formatted frequency
            get getClass getFirst getKey getLast getMessage getName getOrDefault getValue groupingBy hasMoreElements
            hasNext hash hashCode headMap headSet higher higherKey identity indexOf isBlank isEmpty isNull isPresent
            iterator join joining keySet last lastEntry lastIndexOf lastKey length limit listIterator lower lowerKey
            map mapToInt mapToLong mapToObj max min name nCopies next noneMatch nonNull of ofNullable orElse orElseGet
            orElseThrow ordinal parallelStream peekFirst peekLast previous print printf println reduce repeat
            requireNonNull requireNonNullElse reversed sequential singleton singletonList size skip sorted
            split spliterator startsWith stream strip subList subMap subSet subSequence substring sum tailMap tailSet
            toArray toList toLowerCase toMap toSet toString toUpperCase trim unmodifiableCollection unmodifiableList
            unmodifiableMap unmodifiableSet valueOf values
            """);

    /** The methods that change their object alone, and keep their arguments. */
    private static final Set<String> KEEPING = words("""
            add addAll addFirst addLast append insert offer offerFirst offerLast push put putAll putFirst putIfAbsent
            putLast set
            """);

    /** The methods that change nothing unless their object was made of a text builder or an array. */
    private static final Set<String> WRITING = Set.of("format", "print", "printf", "println");

    private static Set<String> words(String text) {
        return Set.of(text.strip().split("\\s+"));
    }

    /** Returns whether a method outside of the sources is known to change nothing. */
    static boolean isPure(String method) {
        return PURE.contains(method);
    }

    /** Notes what a call that leaves the sources may do to what it is given; the first is its object, if it has one. */
    void called(String name, List<Value> given, State state) {
        String method = name.substring(name.lastIndexOf('.') + 1);
        boolean isQuiet =
                given.stream().noneMatch(value -> value instanceof Value.Closure closure && !isPure(closure.code()));
        given.forEach(value -> {
            if (value instanceof Value.Closure closure) {
                report(name, closure.code());
            }
        });
        boolean isWriter = WRITING.contains(method)
                && !given.isEmpty()
                && given.getFirst() instanceof Value.Unknown unknown
                && !unknown.reaches().isEmpty();
        if (isQuiet && PURE.contains(method) && !isWriter) {
            return;
        }
        boolean isKept = isQuiet && KEEPING.contains(method) && !given.isEmpty();
        if (isKept && given.getFirst() instanceof Value.Reference(var address)) {
            Value content = state.content(given.getFirst());
            String what = content instanceof Value.Unknown unknown ? unknown.what() : "what " + method + "() leaves";
            List<Value> all = Calls.join(content, given.subList(1, given.size()));
            state.heap().put(address, record.unknown(what, all));
            return;
        }
        given.forEach(value -> forget(method, value, state));
    }

    /** Notes what a method of a text or a list does to it. */
    void changed(String method, Value.Reference object, State state) {
        if (!PURE.contains(method)) {
            forget(method, object, state);
        }
    }

    /** Makes the content of all that a value reaches unknown; that of the caller is taken for unchanged. */
    private void forget(String method, Value value, State state) {
        if (value instanceof Value.Argument(var path, var type)
                && (type.endsWith("[]") || type.endsWith("...") || Library.isCollection(type))) {
            record.loss(method + "() may change " + path, "taken for leaving it as it is");
        }
        var seen = new HashSet<Value>();
        value.reached().forEach(reference -> forget(method, reference, state, seen));
    }

    private void forget(String method, Value.Reference reference, State state, Set<Value> seen) {
        Value content = state.content(reference);
        if (!seen.add(reference) || content instanceof Value.Prepared || content instanceof Value.Rows) {
            return;
        }
        content.reached().forEach(inner -> forget(method, inner, state, seen));
        String what = "what " + method + "() leaves";
        Value left = content instanceof Value.Instance(var type, var fields)
                ? new Value.Instance(
                        type,
                        fields.entrySet().stream()
                                .collect(Collectors.toMap(
                                        field -> field.getKey(),
                                        field -> record.unknown(what, List.of(field.getValue())))))
                : record.unknown(what, List.of(content));
        state.heap().put(reference.address(), left);
    }

    /** Reports code that is given away and assigns fields or elements, since it is not run. */
    void report(String name, Node code) {
        assigned(code, new HashSet<>())
                .ifPresent(target -> record.loss(
                        name + " is not in the sources and is given code that assigns " + target, "it is not run"));
    }

    /** Returns a field or element that code assigns, itself or in a method whose name it calls. */
    private Optional<String> assigned(Node code, Set<String> seen) {
        Set<String> own = declared(code);
        Optional<String> direct = SourceIndex.targets(code).stream()
                .filter(target -> !(target instanceof NameExpr name && own.contains(name.getNameAsString())))
                .filter(target -> !(target instanceof ArrayAccessExpr element && own.contains(root(element))))
                .map(Node::toString)
                .findFirst();
        return direct.or(() -> SourceIndex.called(code)
                .filter(seen::add)
                .flatMap(name -> index.bodies(name))
                .flatMap(body -> assigned(body, seen).stream())
                .findFirst());
    }

    private static String root(Expression expression) {
        return expression instanceof ArrayAccessExpr element ? root(element.getName()) : expression.toString();
    }

    private static Set<String> declared(Node code) {
        return Stream.concat(
                        code.findAll(VariableDeclarator.class).stream().map(VariableDeclarator::getName),
                        code.findAll(Parameter.class).stream().map(Parameter::getName))
                .map(SimpleName::getIdentifier)
                .collect(Collectors.toSet());
    }

    /** Decides whether code changes no object that it is given or that stands around it. */
    private boolean isPure(Node code) {
        return isPure(code, new HashSet<>());
    }

    private boolean isPure(Node code, Set<String> seen) {
        if (code instanceof MethodReferenceExpr reference) {
            return isPureCall(reference.getIdentifier(), seen);
        }
        return assigned(code, new HashSet<>()).isEmpty()
                && code.findAll(MethodCallExpr.class).stream()
                        .allMatch(call -> isPureCall(call.getNameAsString(), seen))
                && code.findAll(MethodReferenceExpr.class).stream()
                        .allMatch(call -> isPureCall(call.getIdentifier(), seen));
    }

    private boolean isPureCall(String name, Set<String> seen) {
        List<Node> bodies = index.bodies(name).toList();
        return bodies.isEmpty()
                ? PURE.contains(name)
                : !seen.add(name) || bodies.stream().allMatch(body -> isPure(body, seen));
    }
}
