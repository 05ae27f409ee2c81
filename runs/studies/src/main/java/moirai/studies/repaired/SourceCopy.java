package moirai.studies.repaired;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A copy of a folder of Java sources that may be changed, together with all other packages and resources
 * beside it. Closing it removes the copy.
 *
 * @param root of all that was copied
 * @param sources the copy of the folder itself
 */
record SourceCopy(Path root, Path sources) implements AutoCloseable {

    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)\\s*;");

    /** Copies a folder. */
    static SourceCopy of(Path folder) throws IOException {
        Path from = folder.toAbsolutePath().normalize();
        Path root = root(from);
        Path into = Files.createTempDirectory("moirai-repaired");
        Path copy = into.resolve("java");
        copy(root, copy);
        Path resources = root.resolveSibling("resources"); // Definitions of tables are looked for there.
        if (Files.isDirectory(resources)) {
            copy(resources, into.resolve("resources"));
        }
        return new SourceCopy(into, copy.resolve(root.relativize(from).toString()));
    }

    private static void copy(Path from, Path to) throws IOException {
        for (Path file : files(from)) {
            Path copy = to.resolve(from.relativize(file).toString());
            Files.createDirectories(Objects.requireNonNull(copy.getParent()));
            Files.copy(file, copy);
        }
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Returns the folder in which the packages of a folder begin; the folder itself if that is not known. */
    private static Path root(Path folder) throws IOException {
        for (Path file : files(folder)) {
            Optional<String> name = file.toString().endsWith(".java") ? packageOf(file) : Optional.empty();
            if (name.isPresent()) {
                Path inRoot = root(Objects.requireNonNull(file.getParent()), name.get());
                return folder.startsWith(inRoot) ? inRoot : folder;
            }
        }
        return folder;
    }

    private static Path root(Path folder, String name) {
        Path inRoot = Path.of(name.replace('.', '/'));
        Path root = folder;
        for (int depth = 0; folder.endsWith(inRoot) && depth < inRoot.getNameCount(); depth++) {
            root = Objects.requireNonNull(root.getParent());
        }
        return root;
    }

    private static Optional<String> packageOf(Path file) throws IOException {
        Matcher declared = PACKAGE.matcher(Files.readString(file));
        return declared.find() ? Optional.of(declared.group(1)) : Optional.empty();
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException left) {
            throw new UncheckedIOException(left);
        }
    }
}
