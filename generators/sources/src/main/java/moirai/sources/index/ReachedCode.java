package moirai.sources.index;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.BodyDeclaration;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.ArrayAccessExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The fields and arrays that methods assign, and those that they call, by names alone. What is not among them is the
 * same in each transaction.
 */
public final class ReachedCode {

    private final SourceIndex index;
    private final Map<String, Set<CallableDeclaration<?>>> byName = new HashMap<>();
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The names of fields that are assigned after a dot, of whatever object. */
    private final Set<String> parts = new HashSet<>();

    /** The fields that are assigned by their names, each with the type whose code does so. */
    private final IdentityHashMap<Node, Set<String>> own = new IdentityHashMap<>();

    /** The names of arrays of which elements are assigned, and the types of those that came as parameters. */
    private final Set<String> arrays = new HashSet<>();

    /** The names of arrays and collections of which some code changes the content; an empty one once they are known. */
    private final Set<String> filled = new HashSet<>();

    /**
     * Follows methods, all that their calls may mean, and what is run before them when their objects are made. O(code
     * of the sources).
     */
    public ReachedCode(SourceIndex index, List<MethodDeclaration> methods) {
        this.index = index;
        for (SourceType type : index.all()) {
            type.declaration().getMethods().forEach(method -> add(method.getNameAsString(), method));
            type.declaration().getConstructors().forEach(code -> add("new " + code.getNameAsString(), code));
        }
        methods.forEach(this::follow);
        methods.stream()
                .flatMap(method -> method.getParentNode().stream())
                .distinct()
                .flatMap(type -> type.getChildNodes().stream())
                .filter(member -> !(member instanceof MethodDeclaration) && member instanceof BodyDeclaration<?>)
                .filter(member -> !(member instanceof TypeDeclaration<?>))
                .forEach(this::follow);
    }

    private void add(String name, CallableDeclaration<?> code) {
        byName.computeIfAbsent(name, key -> Collections.newSetFromMap(new IdentityHashMap<>()))
                .add(code);
    }

    private void follow(Node code) {
        if (!seen.add(code)) {
            return;
        }
        SourceIndex.targets(code).forEach(target -> assign(target, code));
        Stream<String> calls = code.findAll(MethodCallExpr.class).stream()
                // What a constructor calls on its own object assigns fields of a new one.
                .filter(call -> !isMaking(code) || isOfOther(call))
                .map(MethodCallExpr::getNameAsString);
        Stream<String> references =
                code.findAll(MethodReferenceExpr.class).stream().map(MethodReferenceExpr::getIdentifier);
        Stream<String> made =
                code.findAll(ObjectCreationExpr.class).stream().map(object -> "new " + object.getTypeAsString());
        Stream.of(calls, references, made)
                .flatMap(names -> names)
                .distinct()
                .flatMap(name -> byName.getOrDefault(name, Set.of()).stream())
                .toList()
                .forEach(this::follow);
    }

    /** Returns whether code makes a new object: a constructor, a block beside methods, or the value of a field. */
    private static boolean isMaking(Node code) {
        return !(code instanceof MethodDeclaration);
    }

    private static boolean isOfOther(MethodCallExpr call) {
        return call.getScope().filter(scope -> !scope.isThisExpr()).isPresent();
    }

    private void assign(Expression target, Node code) {
        boolean isNew = isMaking(code);
        switch (target) {
            case FieldAccessExpr access
            when !(isNew && access.getScope().isThisExpr()) -> parts.add(access.getNameAsString());
            case NameExpr name
            when !isNew ->
                code.getParentNode()
                        .ifPresent(type -> own.computeIfAbsent(type, key -> new HashSet<>())
                                .add(name.getNameAsString()));
            case ArrayAccessExpr element -> {
                String name = element.getName().toString();
                arrays.add(name.substring(name.lastIndexOf('.') + 1));
                if (code instanceof CallableDeclaration<?> called) {
                    called.getParameters().stream()
                            .filter(parameter -> parameter.getNameAsString().equals(name))
                            .map(Parameter::getTypeAsString)
                            .forEach(arrays::add);
                }
            }
            default -> {}
        }
    }

    /** Returns whether a field of an object that was made before the transaction may have been assigned since. */
    public boolean changes(SourceType type, String field) {
        return parts.contains(field)
                || changesByName(type, field)
                || index.supertypes(type).stream().anyMatch(parent -> changesByName(parent, field))
                || index.subtypes(type).stream().anyMatch(sub -> changesByName(sub, field));
    }

    private boolean changesByName(SourceType type, String field) {
        return own.getOrDefault(type.declaration(), Set.of()).contains(field);
    }

    /** Returns whether an element of an array of this name, or of this type, may be assigned. */
    public boolean fills(String name, String type) {
        return arrays.contains(name) || arrays.contains(type);
    }

    /**
     * Returns whether some code of the sources, called by a transaction or not, changes the content of an array or
     * collection of this name: assigns an element, calls a method on it that may change it, or gives it to one that is
     * not in the sources. O(code of the sources) at first.
     *
     * @param isPure tells methods outside of the sources that change nothing
     */
    public boolean fillsAnywhere(String name, Predicate<String> isPure) {
        if (filled.isEmpty()) {
            index.all().forEach(type -> noteFilled(type.declaration(), isPure));
            filled.add("");
        }
        return filled.contains(name);
    }

    private void noteFilled(Node code, Predicate<String> isPure) {
        SourceIndex.targets(code).stream()
                .filter(ArrayAccessExpr.class::isInstance)
                .forEach(element -> filled.add(last(((ArrayAccessExpr) element).getName())));
        code.findAll(MethodCallExpr.class).stream()
                .filter(call -> !isPure.test(call.getNameAsString()))
                .forEach(call -> {
                    call.getScope().ifPresent(scope -> filled.add(last(scope)));
                    if (!byName.containsKey(call.getNameAsString())) {
                        call.getArguments().forEach(argument -> filled.add(last(argument)));
                    }
                });
    }

    private static String last(Expression expression) {
        String text = expression.toString();
        return text.substring(text.lastIndexOf('.') + 1);
    }
}
