package moirai.sources;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.ImportDeclaration;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the files of the types that sources use and that stand beside them, in the folder in which their packages
 * begin. Methods of these types are followed where they are called; they are no transactions of their own.
 */
final class ImportedFiles {

    /** The greatest number of files. A type beyond is one that is not in the sources, which is reported where used. */
    private static final int FILES_MAX = 600;

    private final SourceFiles files;
    private final Map<Path, CompilationUnit> known = new LinkedHashMap<>();
    private final Map<String, CompilationUnit> found = new LinkedHashMap<>();
    private final Deque<Map.Entry<Path, CompilationUnit>> open = new ArrayDeque<>();

    private ImportedFiles(SourceFiles files) {
        this.files = files;
    }

    /** Returns the files by their names, without those that were asked for. */
    static Map<String, CompilationUnit> of(SourceFiles files, Map<Path, CompilationUnit> asked) {
        var imported = new ImportedFiles(files);
        asked.forEach((path, unit) -> imported.known.put(absolute(path), unit));
        asked.forEach((path, unit) -> imported.open.add(Map.entry(absolute(path), unit)));
        while (!imported.open.isEmpty()) {
            imported.follow(imported.open.remove());
        }
        return imported.found;
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private void follow(Map.Entry<Path, CompilationUnit> file) {
        Optional<Path> root = root(file.getKey(), file.getValue());
        if (root.isEmpty()) {
            return;
        }
        for (ImportDeclaration imported : file.getValue().getImports()) {
            // The last names may be those of an inner type, of a field or of a method.
            String name = imported.getNameAsString();
            while (!imported.isAsterisk() && name.contains(".") && !read(root.get(), name)) {
                name = name.substring(0, name.lastIndexOf('.'));
            }
            if (imported.isAsterisk()) {
                read(root.get(), name);
            }
        }
        String own = inPackage(file.getValue());
        for (String type : used(file.getValue())) {
            read(root.get(), own + type);
            file.getValue().getImports().stream()
                    .filter(ImportDeclaration::isAsterisk)
                    .forEach(imported -> read(root.get(), imported.getNameAsString() + "." + type));
        }
    }

    /** Reads the file of a type unless it is known; returns whether there is one. */
    private boolean read(Path root, String type) {
        Path path = root.resolve(type.replace('.', '/') + ".java");
        if (known.containsKey(path)) {
            return true;
        }
        if (found.size() >= FILES_MAX || !Files.isRegularFile(path)) {
            return false;
        }
        Optional<CompilationUnit> unit = files.readable(path);
        unit.ifPresent(there -> {
            known.put(path, there);
            found.put(root.relativize(path).toString().replace('\\', '/'), there);
            open.add(Map.entry(path, there));
        });
        return unit.isPresent();
    }

    private static Set<String> used(CompilationUnit unit) {
        Set<String> used = new LinkedHashSet<>();
        Stream.concat(
                        unit.findAll(ClassOrInterfaceType.class).stream().map(ClassOrInterfaceType::getNameAsString),
                        unit.findAll(NameExpr.class).stream().map(NameExpr::getNameAsString))
                .filter(name -> Character.isUpperCase(name.charAt(0)))
                .forEach(used::add);
        return used;
    }

    private static String inPackage(CompilationUnit unit) {
        return unit.getPackageDeclaration()
                .map(declared -> declared.getNameAsString() + ".")
                .orElse("");
    }

    /** Returns the folder in which the packages of a file begin; empty if its folders are not those of its package. */
    static Optional<Path> root(Path file, CompilationUnit unit) {
        Optional<Path> folder = Optional.ofNullable(absolute(file).getParent());
        String[] names =
                inPackage(unit).isEmpty() ? new String[0] : inPackage(unit).split("\\.");
        for (int i = names.length - 1; i >= 0 && folder.isPresent(); i--) {
            String name = names[i];
            folder = folder.filter(here -> here.endsWith(name)).flatMap(here -> Optional.ofNullable(here.getParent()));
        }
        return folder;
    }
}
