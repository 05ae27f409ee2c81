package moirai.nemesis.process;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Copies and deletes directory trees. */
public final class Trees {

    /** The number of attempts to delete while a dying server still writes files. */
    private static final int DELETE_ATTEMPTS = 20;

    private Trees() {}

    /** Copies the tree to {@code target}, which does not exist, with permissions. */
    public static void copy(Path source, Path target) throws IOException {
        copyChanging(source, target, path -> false);
    }

    /**
     * Copies a tree that others write to, without the paths that are left out. A file that vanishes meanwhile is not
     * copied, and a file that changes is copied in whatever state it is found.
     */
    public static void copyChanging(Path source, Path target, Predicate<Path> leftOut) throws IOException {
        Files.walkFileTree(source, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                return leftOut.test(directory) ? FileVisitResult.SKIP_SUBTREE : put(directory);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                return leftOut.test(file) ? FileVisitResult.CONTINUE : put(file);
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                return unlessGone(failure);
            }

            private FileVisitResult put(Path path) throws IOException {
                try {
                    Files.copy(path, target.resolve(source.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
                    return FileVisitResult.CONTINUE;
                } catch (NoSuchFileException gone) {
                    return unlessGone(gone);
                }
            }
        });
    }

    private static FileVisitResult unlessGone(IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }

    /** Deletes the tree, even while another process deletes it; links are deleted, never followed. */
    public static void delete(Path tree) throws IOException {
        for (int attempt = 1; Files.exists(tree); attempt++) {
            try {
                deleteOnce(tree);
            } catch (DirectoryNotEmptyException e) {
                if (attempt == DELETE_ATTEMPTS) {
                    throw e;
                }
                Pauses.brief();
            }
        }
    }

    private static void deleteOnce(Path tree) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                return unlessGone(failure);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                Files.deleteIfExists(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
