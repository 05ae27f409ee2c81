package moirai.nemesis.postgres.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The contents of a PostgreSQL server's {@code postmaster.pid}.
 *
 * @param ready whether it takes connections
 */
public record PostmasterFile(long pid, boolean ready) {

    /** The index of the eighth line, which appears last. */
    private static final int STATUS_INDEX = 7;

    /** Reads the file of this data directory; empty if there is none, or it is incomplete. */
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
