package moirai.sources.index;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.ClassOrInterfaceDeclaration;
import com.github.javaparser.ast.body.EnumDeclaration;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An index of all types of the sources by their simple names. A type of the same file wins over one of the same name
 * elsewhere.
 */
public final class SourceIndex {

    private final Map<String, List<SourceType>> byName = new LinkedHashMap<>();
    private final List<SourceType> all = new ArrayList<>();

    /** A method and the type that declares it. */
    public record Found(SourceType type, MethodDeclaration method) {}

    /** Adds the types of a file. */
    public void add(CompilationUnit unit, String file) {
        for (TypeDeclaration<?> declaration : unit.findAll(TypeDeclaration.class)) {
            var type = new SourceType(declaration, file);
            all.add(type);
            byName.computeIfAbsent(type.name(), name -> new ArrayList<>()).add(type);
        }
    }

    /** Returns all types, in the order of files and lines. */
    public List<SourceType> all() {
        return List.copyOf(all);
    }

    /** Returns the type of this name as it is visible from another type; generics and packages are ignored. */
    public Optional<SourceType> type(String name, SourceType from) {
        int generic = name.indexOf('<');
        String raw = generic < 0 ? name : name.substring(0, generic);
        List<SourceType> types = byName.getOrDefault(raw.substring(raw.lastIndexOf('.') + 1), List.of());
        return types.stream()
                .filter(type -> type.file().equals(from.file()))
                .findFirst()
                .or(() -> types.stream().findFirst());
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

    /** Returns the types in the sources that a type extends or implements. */
    public List<SourceType> supertypes(SourceType type) {
        return supertypeNames(type).stream()
                .flatMap(name -> type(name, type).stream())
                .filter(parent -> parent != type)
                .toList();
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

    /** Returns the types that directly extend or implement a type, in the order of the sources. */
    public List<SourceType> subtypes(SourceType type) {
        return all.stream()
                .filter(candidate -> supertypes(candidate).contains(type))
                .toList();
    }

    /** Returns the type in which a type is declared. */
    @SuppressWarnings("ReferenceEquality") // Two types may say the same at different places.
    public Optional<SourceType> enclosing(SourceType type) {
        Optional<Node> parent = type.declaration().getParentNode();
        return all.stream()
                .filter(candidate -> parent.isPresent() && candidate.declaration() == parent.get())
                .findFirst();
    }
}
