package moirai.sources.index;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.nodeTypes.NodeWithName;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.directed.program.Origin;

/** A type in the sources. Compared by identity of its declaration. */
public final class SourceType {

    private final TypeDeclaration<?> declaration;
    private final String file;

    SourceType(TypeDeclaration<?> declaration, String file) {
        this.declaration = declaration;
        this.file = file;
    }

    /** Returns the simple name. */
    public String name() {
        return declaration.getNameAsString();
    }

    /** Returns the place of a node of the type's file. */
    public Origin origin(Node node) {
        return new Origin(file, node.getBegin().map(begin -> begin.line).orElse(1));
    }

    /** Returns the syntax tree. */
    public TypeDeclaration<?> declaration() {
        return declaration;
    }

    /** Returns whether the type is an interface. */
    public boolean isInterface() {
        return declaration.isClassOrInterfaceDeclaration()
                && declaration.asClassOrInterfaceDeclaration().isInterface();
    }

    /** Returns the name of the type's package; empty without one. */
    public String inPackage() {
        return declaration
                .findCompilationUnit()
                .flatMap(CompilationUnit::getPackageDeclaration)
                .map(NodeWithName::getNameAsString)
                .orElse("");
    }

    /** Returns the name of the type with those of the types around it and of the package. */
    public String fullName() {
        return declaration.getFullyQualifiedName().orElse(name());
    }

    /** Returns the full names that may be meant by a simple name, as far as the file imports them by name. */
    Stream<String> imports(String simple) {
        return declaration.findCompilationUnit().stream()
                .flatMap(unit -> unit.getImports().stream())
                .filter(imported -> !imported.isAsterisk())
                .map(NodeWithName::getNameAsString)
                .filter(name -> name.endsWith("." + simple));
    }

    /**
     * Returns the method of this name that the type itself declares and that takes so many arguments; one with a list
     * of arguments at its end only if no other does.
     */
    public Optional<MethodDeclaration> method(String name, int arguments) {
        return taking(declaration.getMethodsByName(name), arguments);
    }

    /** Returns the constructor that takes so many arguments. */
    public Optional<ConstructorDeclaration> constructor(int arguments) {
        return taking(declaration.getConstructors(), arguments);
    }

    private static <T extends CallableDeclaration<T>> Optional<T> taking(List<T> candidates, int arguments) {
        return candidates.stream()
                .filter(candidate ->
                        !isVariable(candidate) && candidate.getParameters().size() == arguments)
                .findFirst()
                .or(() -> candidates.stream()
                        .filter(candidate -> isVariable(candidate)
                                && candidate.getParameters().size() <= arguments + 1)
                        .findFirst());
    }

    /** Returns whether the last parameter of a method or constructor is a list of any length. */
    public static boolean isVariable(CallableDeclaration<?> code) {
        return code.getParameters().getLast().filter(Parameter::isVarArgs).isPresent();
    }

    /** Returns the components of a record in their order; none for other types. */
    public List<Parameter> components() {
        return declaration instanceof RecordDeclaration record ? record.getParameters() : List.of();
    }

    /** Returns the component of a record with this name. */
    public Optional<Parameter> component(String name) {
        return components().stream()
                .filter(component -> component.getNameAsString().equals(name))
                .findFirst();
    }

    /** Returns the declaration of a field. */
    public Optional<FieldDeclaration> field(String name) {
        return declaration.getFieldByName(name);
    }

    /** Returns the declarator of a field. */
    public Optional<VariableDeclarator> variable(String name) {
        return field(name)
                .flatMap(field -> field.getVariables().stream()
                        .filter(variable -> variable.getNameAsString().equals(name))
                        .findFirst());
    }

    /** Returns the name of the type's file, as reports show it. */
    public String file() {
        return file;
    }

    @Override
    public String toString() {
        return name();
    }
}
