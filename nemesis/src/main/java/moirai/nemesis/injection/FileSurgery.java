package moirai.nemesis.injection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;
import moirai.nemesis.ClusterException;
import moirai.nemesis.faults.FileDamage;

/**
 * Damages files of one directory, and no others: a link is not followed, and a path that leads out of the directory is
 * refused. Files are changed in place, so owner and rights stay.
 */
final class FileSurgery {

    /** The greatest file that is touched: files are kept in memory until their server has started. */
    private static final long SIZE_MAX = 64L << 20;

    private static final int FLIPS_MAX = 16;

    /** The attempts to find a byte that is not zero. Most of a page is often free, and a flip there changes nothing. */
    private static final int ATTEMPTS = 1_000;

    private final Path root;
    private final int pageBytes;
    private final SplittableRandom random;

    /**
     * @param root the data directory of a node
     * @param random decides what is damaged
     */
    FileSurgery(Path root, int pageBytes, SplittableRandom random) throws IOException {
        this.root = root.toRealPath();
        this.pageBytes = pageBytes;
        this.random = random;
    }

    /** Returns the contents of a file; none if it does not exist. */
    byte[] read(Path file) throws IOException {
        try {
            return Files.readAllBytes(checked(file));
        } catch (NoSuchFileException gone) {
            return new byte[0];
        }
    }

    /** Replaces the contents of a file. */
    void write(Path file, byte[] contents) throws IOException {
        try (var channel = FileChannel.open(
                checked(file),
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING,
                LinkOption.NOFOLLOW_LINKS)) {
            var bytes = ByteBuffer.wrap(contents);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    private Path checked(Path file) throws IOException {
        Path real = file.toRealPath(LinkOption.NOFOLLOW_LINKS);
        if (!real.equals(file.toRealPath()) || !real.startsWith(root) || !Files.isRegularFile(real)) {
            throw new IllegalStateException(file + " is no file in " + root);
        }
        if (Files.size(real) > SIZE_MAX) {
            throw new ClusterException(file + " is greater than " + (SIZE_MAX >> 20) + " MiB");
        }
        return real;
    }

    /**
     * Damages a file that is not empty.
     *
     * @param earlier what it held some time before
     * @return what was done, in words
     */
    String damage(Path file, FileDamage how, byte[] earlier) throws IOException {
        byte[] contents = read(file);
        String name = root.relativize(checked(file)).toString();
        int pages = Math.max(1, (contents.length + pageBytes - 1) / pageBytes);
        return switch (how) {
            case BIT_FLIPS -> {
                int flips = 1 + random.nextInt(FLIPS_MAX);
                for (int i = 0; i < flips; i++) {
                    contents[used(contents)] ^= (byte) (1 << random.nextInt(8));
                }
                write(file, contents);
                yield flips + " in " + name;
            }
            case TRUNCATION -> {
                int gone = 1 + random.nextInt(Math.max(1, pages / 2));
                write(file, Arrays.copyOf(contents, (pages - gone) * pageBytes));
                yield gone + " of " + pages + " pages of " + name;
            }
            case ZEROED_PAGE -> {
                int page = used(contents) / pageBytes;
                int from = page * pageBytes;
                Arrays.fill(contents, from, Math.min(contents.length, from + pageBytes), (byte) 0);
                write(file, contents);
                yield "page " + page + " of " + pages + " of " + name;
            }
            case OLD_SNAPSHOT -> {
                write(file, earlier);
                yield name;
            }
        };
    }

    /** Draws the place of a byte that is not zero, if one is found. */
    private int used(byte[] contents) {
        int place = random.nextInt(contents.length);
        for (int i = 0; i < ATTEMPTS && contents[place] == 0; i++) {
            place = random.nextInt(contents.length);
        }
        return place;
    }
}
