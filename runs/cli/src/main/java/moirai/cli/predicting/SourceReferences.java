package moirai.cli.predicting;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The URI references of source files, which an analysis names by what stands behind the PATH that holds them, or by
 * their names alone.
 *
 * <p>Code hosts show a result if its file is relative to the folder in which the build runs. A file that is not where
 * PATH says is looked for in that folder, and is taken if no other has its name.
 */
final class SourceReferences {

    /** Folders of what builds make or fetch, which may hold copies of sources. */
    private static final Set<String> SKIPPED = Set.of("target", "build", "out", "node_modules");

    private static final int FILES_MAX = 100_000;

    private final Path folder;
    private final List<Path> named;
    private Optional<List<Path>> inFolder = Optional.empty();

    /**
     * @param folder the working directory
     * @param named the files and folders that the user named
     */
    SourceReferences(Path folder, List<Path> named) {
        this.folder = folder.toAbsolutePath().normalize();
        this.named = List.copyOf(named);
    }

    /**
     * Returns the reference of a file: relative to the folder if it lies there, absolute if it lies elsewhere, and its
     * name alone if it is nowhere.
     */
    String of(String name) {
        Optional<Path> file = named.stream()
                .map(path -> place(path, name))
                .filter(Files::isRegularFile)
                .findFirst()
                .or(() -> only(Path.of(name)))
                .map(path -> folder.resolve(path).normalize());
        if (file.isPresent() && !file.get().startsWith(folder)) {
            return file.get().toUri().toString();
        }
        String path = file.map(inside -> folder.relativize(inside).toString()).orElse(name);
        try {
            return new URI(null, null, path.replace('\\', '/'), null).getRawPath();
        } catch (URISyntaxException impossible) {
            return path;
        }
    }

    private Path place(Path path, String name) {
        Path file = folder.resolve(path);
        return Files.isDirectory(file) ? file.resolve(name) : file.resolveSibling(name);
    }

    private Optional<Path> only(Path name) {
        List<Path> all = inFolder.orElseGet(this::walked);
        inFolder = Optional.of(all);
        List<Path> found = all.stream().filter(file -> file.endsWith(name)).toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    /** Returns the files in the folder; none if there are very many, since another may then have the same name. */
    private List<Path> walked() {
        var files = new ArrayList<Path>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {

                @Override
                public FileVisitResult preVisitDirectory(Path inside, BasicFileAttributes attributes) {
                    String name = String.valueOf(inside.getFileName());
                    boolean isSkipped = !inside.equals(folder) && (SKIPPED.contains(name) || name.startsWith("."));
                    return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    files.add(file);
                    return files.size() > FILES_MAX ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException unreadable) {
            return List.of();
        }
        return files.size() > FILES_MAX ? List.of() : files;
    }
}
