package moirai.sources.index;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.FieldAccessExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.MethodReferenceExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.UnaryExpr;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An index of all types of the sources by their simple names. Of several with one name, that of the same file wins,
 * then one that the file imports, then one of the same package.
 */
public final class SourceIndex {

    private final Map<String, List<SourceType>> byName = new LinkedHashMap<>();
    private final List<SourceType> all = new ArrayList<>();
    private final List<SourceType> asked = new ArrayList<>();
    private final IdentityHashMap<Node, SourceType> byDeclaration = new IdentityHashMap<>();
    /** The names of fields that some code assigns after a dot; an empty one once they are known. */
    private final Set<String> parts = new HashSet<>();

    /** The names of methods that lead to what was asked for; an empty one once they are known. */
    private final Map<String, Set<String>> leading = new HashMap<>();

    private final IdentityHashMap<SourceType, List<SourceType>> subtypes = new IdentityHashMap<>();

    /** A method and the type that declares it. */
    public record Found(SourceType type, MethodDeclaration method) {}

    /** Adds the types of a file that is asked about. */
    public void add(CompilationUnit unit, String file) {
        asked.addAll(addImported(unit, file));
    }

    /** Adds the types of a file that others use, and returns them. */
    public List<SourceType> addImported(CompilationUnit unit, String file) {
        var added = new ArrayList<SourceType>();
        for (TypeDeclaration<?> declaration : unit.findAll(TypeDeclaration.class)) {
            var type = new SourceType(declaration, file);
            all.add(type);
            added.add(type);
            byDeclaration.put(declaration, type);
            byName.computeIfAbsent(type.name(), name -> new ArrayList<>()).add(type);
        }
        return added;
    }

    /** Returns all types, in the order of files and lines; those that are asked about first. */
    public List<SourceType> all() {
        return Collections.unmodifiableList(all);
    }

    /** Returns the types that are asked about, in the order of files and lines. */
    public List<SourceType> asked() {
        return Collections.unmodifiableList(asked);
    }

    /** Returns the type of this name as it is visible from another type; generics are ignored. */
    public Optional<SourceType> type(String name, SourceType from) {
        int generic = name.indexOf('<');
        String raw = generic < 0 ? name : name.substring(0, generic);
        String simple = raw.substring(raw.lastIndexOf('.') + 1);
        List<SourceType> types = byName.getOrDefault(simple, List.of());
        if (types.size() < 2) {
            return types.stream().findFirst();
        }
        return types.stream()
                .filter(type -> type.fullName().equals(raw))
                .findFirst()
                .or(() -> types.stream()
                        .filter(type -> type.file().equals(from.file()))
                        .findFirst())
                .or(() -> types.stream()
                        .filter(type -> from.imports(simple).anyMatch(type.fullName()::equals))
                        .findFirst())
                .or(() -> types.stream()
                        .filter(type -> type.inPackage().equals(from.inPackage()))
                        .findFirst())
                .or(() -> types.stream().findFirst());
    }

    /** Returns a name that means a type everywhere: its simple one, or the full one if others have that, too. */
    public String name(SourceType type) {
        return byName.getOrDefault(type.name(), List.of()).size() < 2 ? type.name() : type.fullName();
    }

    /** Returns a declared type as it is called everywhere, if it names one of several types of the sources. */
    public String name(String declared, SourceType from) {
        boolean isOneOfSeveral = byName.getOrDefault(declared, List.of()).size() > 1;
        return isOneOfSeveral ? type(declared, from).map(this::name).orElse(declared) : declared;
    }

    /** Returns the method that a call in this type means: its own, an inherited one, or one of the types around it. */
    public Optional<Found> method(SourceType type, String name, int parameters) {
        Optional<Found> own = type.method(name, parameters)
                .filter(method -> method.getBody().isPresent())
                .map(method -> new Found(type, method));
        return own.or(() -> supertypes(type).stream()
                        .flatMap(parent -> method(parent, name, parameters).stream())
                        .findFirst())
                .or(() -> enclosing(type).flatMap(outer -> method(outer, name, parameters)));
    }

    /** Returns the methods of this name that a type declares or inherits. */
    public Stream<MethodDeclaration> methods(SourceType type, String name) {
        return Stream.concat(
                type.declaration().getMethodsByName(name).stream(),
                supertypes(type).stream().flatMap(parent -> methods(parent, name)));
    }

    /** Returns the types in the sources that a type extends or implements. */
    public List<SourceType> supertypes(SourceType type) {
        return supertypeNames(type).stream()
                .flatMap(name -> type(name, type).stream())
                .filter(parent -> parent != type)
                .toList();
    }

    /** Returns whether a type is the other one, or extends or implements it through types of the sources. */
    public boolean isKind(SourceType type, SourceType other) {
        return type == other || supertypes(type).stream().anyMatch(parent -> isKind(parent, other));
    }

    /** Returns whether a type below this one declares a method of this name that takes so many arguments. */
    public boolean isOverridden(SourceType type, String name, int arguments) {
        return subtypes(type).stream()
                .anyMatch(sub -> sub.method(name, arguments).isPresent() || isOverridden(sub, name, arguments));
    }

    /** Returns the names of all types that a type declares to extend or implement. */
    public List<String> supertypeNames(SourceType type) {
        var names = new ArrayList<ClassOrInterfaceType>();
        switch (type.declaration()) {
            case ClassOrInterfaceDeclaration declared -> {
                names.addAll(declared.getExtendedTypes());
                names.addAll(declared.getImplementedTypes());
            }
            case RecordDeclaration declared -> names.addAll(declared.getImplementedTypes());
            case EnumDeclaration declared -> names.addAll(declared.getImplementedTypes());
            default -> {}
        }
        return names.stream().map(ClassOrInterfaceType::getNameAsString).toList();
    }

    /**
     * Returns whether some code assigns a field of this name: of any object, or by its name alone in the type or in one
     * below it.
     */
    public boolean isAssigned(SourceType type, String name) {
        if (parts.isEmpty()) {
            all.forEach(other -> other.declaration().findAll(AssignExpr.class).stream()
                    .map(AssignExpr::getTarget)
                    .filter(FieldAccessExpr.class::isInstance)
                    .forEach(target -> parts.add(((FieldAccessExpr) target).getNameAsString())));
            all.forEach(other -> other.declaration().findAll(UnaryExpr.class).stream()
                    .map(UnaryExpr::getExpression)
                    .filter(FieldAccessExpr.class::isInstance)
                    .forEach(target -> parts.add(((FieldAccessExpr) target).getNameAsString())));
            parts.add("");
        }
        return parts.contains(name) || isAssignedByName(type, name);
    }

    private boolean isAssignedByName(SourceType type, String name) {
        return assigned(type.declaration()).contains(name)
                || subtypes(type).stream().anyMatch(sub -> isAssignedByName(sub, name));
    }

    /** Returns whether constructors and blocks of its own type alone assign a field, each of its own object. */
    public boolean isMadeOnly(SourceType type, String field) {
        return isMadeByName(type, field)
                && all.stream()
                        .flatMap(other -> targets(other.declaration()).stream())
                        .noneMatch(target -> target instanceof FieldAccessExpr access
                                && access.getNameAsString().equals(field)
                                && !access.getScope().isThisExpr());
    }

    private boolean isMadeByName(SourceType type, String field) {
        return type.declaration().getMethods().stream()
                        .noneMatch(method -> assigned(method).contains(field))
                && subtypes(type).stream().allMatch(sub -> isMadeByName(sub, field));
    }

    /** Returns what code assigns, also by counting up or down. */
    public static List<Expression> targets(Node code) {
        return Stream.concat(
                        code.findAll(AssignExpr.class).stream().map(AssignExpr::getTarget),
                        code.findAll(UnaryExpr.class).stream()
                                .filter(unary -> unary.getOperator().asString().length() == 2)
                                .map(UnaryExpr::getExpression))
                .toList();
    }

    /** Returns the simple names that code assigns, of fields of its own object and of locals. */
    public static Set<String> assigned(Node code) {
        Set<String> names = new HashSet<>();
        targets(code).forEach(target -> {
            if (target instanceof NameExpr name) {
                names.add(name.getNameAsString());
            } else if (target instanceof FieldAccessExpr access
                    && access.getScope().isThisExpr()) {
                names.add(access.getNameAsString());
            }
        });
        return names;
    }

    /** Returns the bodies of all methods of this name. */
    public Stream<Node> bodies(String method) {
        return all.stream()
                .flatMap(type -> type.declaration().getMethodsByName(method).stream())
                .flatMap(found -> found.getBody().stream());
    }

    /** Returns the names of the methods that code calls or refers to. */
    public static Stream<String> called(Node code) {
        return Stream.concat(
                code.findAll(MethodCallExpr.class).stream().map(MethodCallExpr::getNameAsString),
                code.findAll(MethodReferenceExpr.class).stream().map(MethodReferenceExpr::getIdentifier));
    }

    /**
     * Returns the names of the methods in which this is found, and of those that call them, by names alone. O(code
     * times depth of calls) for the first call with a text.
     */
    public Set<String> leadingTo(Pattern text) {
        return leading.computeIfAbsent(text.pattern(), key -> namesLeadingTo(text));
    }

    private Set<String> namesLeadingTo(Pattern text) {
        Set<String> names = new HashSet<>();
        Map<String, List<MethodDeclaration>> open = new LinkedHashMap<>();
        all.stream()
                .flatMap(type -> type.declaration().getMethods().stream())
                .filter(method -> method.getBody().isPresent())
                .forEach(method -> open.computeIfAbsent(method.getNameAsString(), key -> new ArrayList<>())
                        .add(method));
        Map<String, Set<String>> calls = new LinkedHashMap<>();
        open.forEach((name, methods) -> {
            calls.put(name, methods.stream().flatMap(SourceIndex::called).collect(Collectors.toSet()));
            if (methods.stream()
                    .flatMap(method -> method.getBody().stream())
                    .anyMatch(body -> text.matcher(body.toString()).find())) {
                names.add(name);
            }
        });
        boolean isNew = true;
        while (isNew) {
            isNew = false;
            for (var method : calls.entrySet()) {
                isNew |= method.getValue().stream().anyMatch(names::contains) && names.add(method.getKey());
            }
        }
        return names;
    }

    /** Returns the types that directly extend or implement a type, in the order of the sources. */
    public List<SourceType> subtypes(SourceType type) {
        if (subtypes.isEmpty()) {
            all.forEach(sub -> supertypes(sub)
                    .forEach(parent -> subtypes.computeIfAbsent(parent, key -> new ArrayList<>())
                            .add(sub)));
        }
        return subtypes.getOrDefault(type, List.of());
    }

    /** Returns the type in which a type is declared. */
    public Optional<SourceType> enclosing(SourceType type) {
        return type.declaration().getParentNode().flatMap(outer -> Optional.ofNullable(byDeclaration.get(outer)));
    }
}
