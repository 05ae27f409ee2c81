package moirai.nemesis.postgres.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a PostgreSQL server says about itself in {@code postmaster.pid}.
 *
 * @param ready whether it takes connections
 */
public record PostmasterFile(long pid, boolean ready) {

    /** The eighth line, which appears last. */
    private static final int STATUS_INDEX = 7;

    /** Reads the file of this data directory; empty if there is none, or none that is whole. */
    public static Optional<PostmasterFile> read(Path data) {
        try {
            List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
            boolean ready = lines.size() > STATUS_INDEX
                    && lines.get(STATUS_INDEX).strip().equals("ready");
            return Optional.of(
                    new PostmasterFile(Long.parseLong(lines.getFirst().strip()), ready));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
