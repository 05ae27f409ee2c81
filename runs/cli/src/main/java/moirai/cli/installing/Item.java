package moirai.cli.installing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.zip.CRC32;

/** A thing that an installation has made. It is changed or removed only while it is still as it was made. */
sealed interface Item {

    /** Returns its place. */
    Path path();

    /** Returns whether it is there, as it was made. */
    boolean isUnchanged() throws IOException;

    /** A symbolic link. */
    record Link(Path path, Path target) implements Item {

        @Override
        public boolean isUnchanged() throws IOException {
            return Files.isSymbolicLink(path) && Files.readSymbolicLink(path).equals(target);
        }
    }

    /**
     * A file.
     *
     * @param sum the checksum of its content
     */
    record Text(Path path, long sum) implements Item {

        /** Returns the item of a file with this content. */
        static Text of(Path path, String content) {
            return new Text(path, sum(content.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public boolean isUnchanged() throws IOException {
            return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) && sum(Files.readAllBytes(path)) == sum;
        }

        private static long sum(byte[] content) {
            var sum = new CRC32();
            sum.update(content);
            return sum.getValue();
        }
    }

    /** A folder, which is removed once it is empty. */
    record Folder(Path path) implements Item {

        @Override
        public boolean isUnchanged() {
            return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Returns whether anything is at its place, even a link that leads nowhere. */
    default boolean isOccupied() {
        return Files.exists(path(), LinkOption.NOFOLLOW_LINKS);
    }

    /** Removes it, and returns whether it is gone: a folder with something in it stays. */
    default boolean remove() throws IOException {
        try {
            Files.deleteIfExists(path());
            return true;
        } catch (DirectoryNotEmptyException used) {
            return false;
        }
    }
}
