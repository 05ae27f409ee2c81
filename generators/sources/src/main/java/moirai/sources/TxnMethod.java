package moirai.sources;

import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.type.Type;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.sources.index.SourceIndex;
import moirai.sources.index.SourceType;

/** A method that is a transaction. */
record TxnMethod(SourceType type, MethodDeclaration method) {

    /**
     * Returns the transactions of the sources: those that are named, or all public methods that a connection reaches.
     */
    static List<TxnMethod> find(SourceIndex index, SourceOptions options) {
        List<TxnMethod> candidates = index.asked().stream()
                .flatMap(type -> type.declaration().getMethods().stream().map(method -> new TxnMethod(type, method)))
                .filter(txn -> txn.method.getBody().isPresent())
                .toList();
        for (String name : options.txns()) {
            if (candidates.stream().noneMatch(txn -> txn.isNamed(name))) {
                throw new SourceException("no method '" + name + "'; expected Class.method or method, * for any"
                        + " letters, as one of: "
                        + candidates.stream()
                                .filter(TxnMethod::isReached)
                                .map(TxnMethod::fullName)
                                .collect(Collectors.joining(", ")));
            }
        }
        return candidates.stream()
                .filter(txn -> options.txns().isEmpty()
                        ? txn.isReached()
                        : options.txns().stream().anyMatch(txn::isNamed))
                .toList();
    }

    private String fullName() {
        return type.name() + "." + method.getNameAsString();
    }

    private boolean isNamed(String pattern) {
        String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q");
        return fullName().matches(regex) || method.getNameAsString().matches(regex);
    }

    private boolean isReached() {
        boolean isPublic = method.isPublic() && !type.isInterface();
        return isPublic
                && (parameters().stream().anyMatch(parameter -> isDatabase(parameter.getType()))
                        || type.components().stream().anyMatch(component -> isDatabase(component.getType()))
                        || type.declaration().getFields().stream()
                                .anyMatch(field -> isDatabase(field.getCommonType())));
    }

    /** Returns the parameters of the method. */
    List<Parameter> parameters() {
        return method.getParameters();
    }

    /**
     * Returns the name of the transaction: the method's name, or if others have it too, with the class or its
     * parameters.
     */
    String name(List<TxnMethod> all) {
        String name = shortName(all);
        boolean isAnothers = all.stream()
                .anyMatch(other -> !other.equals(this) && other.shortName(all).equals(name));
        return isAnothers ? longName(all) : name;
    }

    private String shortName(List<TxnMethod> all) {
        long same = all.stream()
                .filter(other -> other.method.getNameAsString().equals(method.getNameAsString()))
                .count();
        long ofType = all.stream().filter(other -> other.type == type).count();
        boolean isGeneral = List.of("run", "execute", "call", "apply", "accept").contains(method.getNameAsString());
        if (same == 1 && !(isGeneral && ofType == 1)) {
            return method.getNameAsString();
        }
        return ofType == 1 ? small() : longName(all);
    }

    private String longName(List<TxnMethod> all) {
        return small() + "." + method.getNameAsString() + overload(all);
    }

    private String small() {
        return type.name().substring(0, 1).toLowerCase(Locale.ROOT)
                + type.name().substring(1);
    }

    /** Returns what is needed to call the method as the transaction of this name. */
    TxnSource source(String txn) {
        String outer = type.declaration().getFullyQualifiedName().orElse(type.name());
        String inPackage = type.declaration()
                .findCompilationUnit()
                .flatMap(unit -> unit.getPackageDeclaration())
                .map(declared -> declared.getNameAsString() + ".")
                .orElse("");
        String className = inPackage + outer.substring(inPackage.length()).replace('.', '$');
        List<List<CodeParameter>> constructors = type.declaration().getConstructors().stream()
                .map(constructor -> code(constructor.getParameters()))
                .toList();
        return new TxnSource(txn, className, method.getNameAsString(), code(parameters()), constructors);
    }

    private static List<CodeParameter> code(List<Parameter> parameters) {
        return parameters.stream()
                .map(parameter -> new CodeParameter(parameter.getNameAsString(), parameter.getTypeAsString()))
                .toList();
    }

    /** Returns a number for methods of the same name in the same class, from the second on. */
    private String overload(List<TxnMethod> all) {
        long before = all.stream()
                .takeWhile(other -> !other.equals(this))
                .filter(other ->
                        other.type == type && other.method.getNameAsString().equals(method.getNameAsString()))
                .count();
        return before == 0 ? "" : Long.toString(before + 1);
    }

    /** Decides whether a type gives a connection. */
    private static boolean isDatabase(Type type) {
        String name = type.asString();
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return simple.equals("Connection") || simple.equals("DataSource");
    }
}
