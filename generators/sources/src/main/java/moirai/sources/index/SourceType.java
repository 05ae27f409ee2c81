package moirai.sources.index;

import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ConstructorDeclaration;
import com.github.javaparser.ast.body.FieldDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import java.util.List;
import java.util.Optional;
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

    /** Returns the method of this name with so many parameters that the type itself declares. */
    public Optional<MethodDeclaration> method(String name, int parameters) {
        return declaration.getMethodsByName(name).stream()
                .filter(method -> method.getParameters().size() == parameters)
                .findFirst();
    }

    /** Returns the constructor with so many parameters. */
    public Optional<ConstructorDeclaration> constructor(int parameters) {
        return declaration.getConstructors().stream()
                .filter(constructor -> constructor.getParameters().size() == parameters)
                .findFirst();
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
