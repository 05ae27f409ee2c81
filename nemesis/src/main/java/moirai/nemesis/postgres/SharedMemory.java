package moirai.nemesis.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.nemesis.process.Commands;

/**
 * The segment of System V shared memory by which a PostgreSQL server knows whether another runs on its data. It
 * outlives a server that is killed; the next one on the same data removes it, and if there is none, this does.
 */
final class SharedMemory {

    private static final Path SEGMENTS = Path.of("/proc/sysvipc/shm");

    private static final int ID_COLUMN = 1;
    private static final int CREATOR_COLUMN = 4;
    private static final int ATTACHED_COLUMN = 6;

    private SharedMemory() {}

    /** Removes what a dead server has made and nobody uses. */
    static void remove(long pid) {
        for (String line : segments()) {
            String[] columns = line.strip().split("\\s+", -1);
            if (columns.length > ATTACHED_COLUMN
                    && columns[CREATOR_COLUMN].equals(String.valueOf(pid))
                    && columns[ATTACHED_COLUMN].equals("0")) {
                Commands.run(List.of("ipcrm", "-m", columns[ID_COLUMN]));
            }
        }
    }

    private static List<String> segments() {
        try {
            return Files.readAllLines(SEGMENTS);
        } catch (IOException e) {
            // A system without such segments.
            return List.of();
        }
    }
}
