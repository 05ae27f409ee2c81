package moirai.reenactment.code;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Classes that the compiler of the running JDK makes of sources, in memory. No annotation processor runs.
 *
 * <p>At first only the files of some classes are compiled, with those that they need from the same folders: an
 * application has others that need what is not on the class path. If that fails, all files are compiled.
 */
final class CompiledSources {

    private static final Set<String> WITHOUT_CLASSES = Set.of("package-info.java", "module-info.java");

    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;");

    private final Map<String, byte[]> classes;

    private CompiledSources(Map<String, byte[]> classes) {
        this.classes = classes;
    }

    /** Returns no classes. */
    static CompiledSources none() {
        return new CompiledSources(Map.of());
    }

    /** Returns the class of this name; empty if it was not compiled. */
    Optional<byte[]> bytes(String className) {
        return Optional.ofNullable(classes.get(className));
    }

    /**
     * Compiles sources.
     *
     * @param paths Java files and folders of them
     * @param wanted the names of the classes that are needed
     * @param classpath folders of classes and jars
     * @throws CodeException with the first error if they do not compile
     */
    static CompiledSources of(List<Path> paths, Set<String> wanted, List<Path> classpath) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new CodeException("this Java has no compiler; expected a JDK");
        }
        try {
            List<Path> files = files(paths);
            List<Path> first =
                    files.stream().filter(file -> isWanted(file, wanted)).toList();
            Map<String, byte[]> made = new HashMap<>();
            String error = first.isEmpty() ? "none" : error(compiler, first, classpath, made);
            if (!error.isEmpty()) {
                made.clear();
                error = error(compiler, files, classpath, made);
            }
            if (!error.isEmpty()) {
                throw new CodeException("the sources do not compile: " + error);
            }
            return new CompiledSources(made);
        } catch (IOException | UncheckedIOException unreadable) {
            throw new CodeException("the sources cannot be read: " + unreadable.getMessage());
        }
    }

    private static List<Path> files(List<Path> paths) throws IOException {
        var files = new ArrayList<Path>();
        for (Path path : paths) {
            try (Stream<Path> found = Files.walk(path)) {
                found.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !WITHOUT_CLASSES.contains(String.valueOf(file.getFileName())))
                        .sorted()
                        .forEach(files::add);
            }
        }
        return files;
    }

    private static boolean isWanted(Path file, Set<String> wanted) {
        String name = String.valueOf(file.getFileName()).replaceFirst("\\.java$", "");
        String inPackage = packageOf(file);
        String className = inPackage.isEmpty() ? name : inPackage + "." + name;
        return wanted.stream().anyMatch(one -> one.equals(className) || one.startsWith(className + "$"));
    }

    private static String packageOf(Path file) {
        try {
            Matcher declared = PACKAGE.matcher(Files.readString(file));
            return declared.find() ? declared.group(1) : "";
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the folder in which the packages of a file begin; its own folder if that is not its package's. */
    private static Path root(Path file) {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().normalize().getParent());
        Path inRoot = Path.of(packageOf(file).replace('.', '/'));
        if (inRoot.toString().isEmpty() || !folder.endsWith(inRoot)) {
            return folder;
        }
        Path root = folder;
        for (int depth = 0; depth < inRoot.getNameCount(); depth++) {
            root = Objects.requireNonNull(root.getParent());
        }
        return root;
    }

    /** Compiles files; returns the first error, or an empty text if there is none. */
    private static String error(JavaCompiler compiler, List<Path> files, List<Path> classpath, Map<String, byte[]> made)
            throws IOException {
        var found = new DiagnosticCollector<JavaFileObject>();
        try (StandardJavaFileManager disk = compiler.getStandardFileManager(found, null, StandardCharsets.UTF_8);
                var memory = new Memory(disk, made)) {
            disk.setLocationFromPaths(StandardLocation.CLASS_PATH, classpath);
            disk.setLocationFromPaths(
                    StandardLocation.SOURCE_PATH,
                    files.stream().map(CompiledSources::root).collect(Collectors.toSet()));
            boolean isDone = compiler.getTask(
                            null,
                            memory,
                            found,
                            List.of("-proc:none", "-nowarn", "-implicit:class"),
                            null,
                            disk.getJavaFileObjectsFromPaths(files))
                    .call();
            return isDone
                    ? ""
                    : found.getDiagnostics().stream()
                            .filter(one -> one.getKind() == Diagnostic.Kind.ERROR)
                            .map(CompiledSources::text)
                            .findFirst()
                            .orElse("the compiler does not say why");
        }
    }

    private static String text(Diagnostic<? extends JavaFileObject> error) {
        JavaFileObject source = error.getSource();
        String place = source == null ? "" : Path.of(source.toUri()).getFileName() + ":" + error.getLineNumber() + ": ";
        return place
                + error.getMessage(null)
                        .lines()
                        .collect(Collectors.joining(" "))
                        .replaceAll("\\s+", " ");
    }

    /** A file manager that keeps classes in memory. */
    private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {

        private final Map<String, byte[]> made;

        Memory(StandardJavaFileManager disk, Map<String, byte[]> made) {
            super(disk);
            this.made = made;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location,
                String name,
                JavaFileObject.Kind kind,
                @Nullable FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', '/') + kind.extension), kind) {

                @Override
                public OutputStream openOutputStream() {
                    return new ByteArrayOutputStream() {

                        @Override
                        public void close() {
                            made.put(name, toByteArray());
                        }
                    };
                }
            };
        }
    }
}
