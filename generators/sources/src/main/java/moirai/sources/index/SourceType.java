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

    /** Its simple name. */
    public String name() {
        return declaration.getNameAsString();
    }

    /** Where a node of its file stands. */
    public Origin origin(Node node) {
        return new Origin(file, node.getBegin().map(begin -> begin.line).orElse(1));
    }

    /** Its syntax. */
    public TypeDeclaration<?> declaration() {
        return declaration;
    }

    /** Whether it is an interface. */
    public boolean isInterface() {
        return declaration.isClassOrInterfaceDeclaration()
                && declaration.asClassOrInterfaceDeclaration().isInterface();
    }

    /** The method of this name with so many parameters that it declares itself. */
    public Optional<MethodDeclaration> method(String name, int parameters) {
        return declaration.getMethodsByName(name).stream()
                .filter(method -> method.getParameters().size() == parameters)
                .findFirst();
    }

    /** The constructor with so many parameters. */
    public Optional<ConstructorDeclaration> constructor(int parameters) {
        return declaration.getConstructors().stream()
                .filter(constructor -> constructor.getParameters().size() == parameters)
                .findFirst();
    }

    /** The components of a record in their order; none for other types. */
    public List<Parameter> components() {
        return declaration instanceof RecordDeclaration record ? record.getParameters() : List.of();
    }

    /** The declaration of a field. */
    public Optional<FieldDeclaration> field(String name) {
        return declaration.getFieldByName(name);
    }

    /** The declarator of a field. */
    public Optional<VariableDeclarator> variable(String name) {
        return field(name)
                .flatMap(field -> field.getVariables().stream()
                        .filter(variable -> variable.getNameAsString().equals(name))
                        .findFirst());
    }

    /** Its file, as reports show it. */
    public String file() {
        return file;
    }

    @Override
    public String toString() {
        return name();
    }
}
