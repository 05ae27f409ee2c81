package moirai.junit.directed;

import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of the classes of a test: their sources, and what was compiled of them. */
final class SourcesOfClasses {

    /** The folders of sources in the layout of Maven and Gradle, which other tools take over. */
    private static final List<String> ROOTS = List.of("src/main/java", "src/test/java");

    /** The depth of the folders of classes below that of a module: Gradle's are build/classes/java/main. */
    private static final int DEPTH_MAX = 5;

    private final List<Class<?>> classes;
    private final List<String> roots;

    /**
     * @param roots the folders in which packages begin; empty for the usual ones
     */
    SourcesOfClasses(List<Class<?>> classes, List<String> roots) {
        this.classes = List.copyOf(classes);
        this.roots = List.copyOf(roots);
    }

    /** Returns the source files, once each. */
    List<Path> files() {
        return classes.stream().map(this::file).distinct().toList();
    }

    private Path file(Class<?> type) {
        Class<?> outermost = outermost(type);
        if (type.isArray() || type.isPrimitive() || type.isAnonymousClass() || type.isLocalClass()) {
            throw Refusals.of("@AnomaliesOf(" + type.getName()
                    + "): expected a class with a name, at the top of its file or in another class");
        }
        String inRoot = outermost.getName().replace('.', '/') + ".java";
        List<Path> candidates =
                folders(outermost).map(folder -> folder.resolve(inRoot)).toList();
        return candidates.stream()
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow(() -> Refusals.of("no source of " + type.getName() + " for @AnomaliesOf; looked for "
                        + candidates.stream().map(Path::toString).collect(Collectors.joining(", "))
                        + "; name the folder in which its packages begin: @AnomaliesOf(sources = \"…\")"));
    }

    private static Class<?> outermost(Class<?> type) {
        Class<?> outer = type;
        while (outer.getEnclosingClass() != null) {
            outer = outer.getEnclosingClass();
        }
        return outer;
    }

    private Stream<Path> folders(Class<?> type) {
        Path here = Path.of("").toAbsolutePath();
        if (!roots.isEmpty()) {
            return roots.stream().map(here::resolve);
        }
        Set<Path> modules = new LinkedHashSet<>();
        Optional<Path> above = place(type).filter(Files::isDirectory).map(Path::getParent);
        for (int depth = 1; depth < DEPTH_MAX && above.isPresent(); depth++) {
            if (Files.isDirectory(above.get().resolve("src"))) {
                modules.add(above.get());
            }
            above = above.map(Path::getParent);
        }
        modules.add(here);
        return modules.stream().flatMap(module -> ROOTS.stream().map(module::resolve));
    }

    /** Returns the folder or the jar of a class; empty if it has none, as a class of the JDK. */
    private static Optional<Path> place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source == null || source.getLocation() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Path.of(source.getLocation().toURI()));
        } catch (URISyntaxException | IllegalArgumentException noFile) {
            return Optional.empty();
        }
    }

    /**
     * Returns the names of the methods that may be transactions; none if all types of the files may have some. The file
     * of an inner class is that of a test as well, and has methods of other types.
     */
    List<String> txns() {
        return classes.stream().allMatch(type -> type.getEnclosingClass() == null)
                ? List.of()
                : classes.stream().flatMap(SourcesOfClasses::txns).distinct().toList();
    }

    private static Stream<String> txns(Class<?> type) {
        Set<String> components = type.isRecord()
                ? Arrays.stream(type.getRecordComponents())
                        .map(component -> component.getName())
                        .collect(Collectors.toSet())
                : Set.of();
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method ->
                        Modifier.isPublic(method.getModifiers()) && !Modifier.isAbstract(method.getModifiers()))
                .filter(method -> !method.isSynthetic())
                .map(Method::getName)
                .filter(name -> !components.contains(name))
                .map(name -> type.getSimpleName() + "." + name)
                .sorted();
    }

    /** Returns the class path that the classes run with here. */
    List<Path> classpath() {
        var entries = new ArrayList<Path>();
        classes.stream().flatMap(type -> place(type).stream()).forEach(entries::add);
        for (String property : List.of("java.class.path", "jdk.module.path")) {
            Arrays.stream(System.getProperty(property, "").split(File.pathSeparator))
                    .filter(entry -> !entry.isEmpty())
                    .map(Path::of)
                    .forEach(entries::add);
        }
        return entries.stream().filter(Files::exists).distinct().toList();
    }
}
