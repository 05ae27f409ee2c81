package moirai.nemesis.postgres.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.nemesis.process.Commands;

/**
 * The segment of System V shared memory by which a PostgreSQL server knows whether another runs on its data. It
 * outlives a server that is killed. The next server on the same data removes it; if there is none, this class does.
 */
public final class SharedMemory {

    private static final Path SEGMENTS = Path.of("/proc/sysvipc/shm");

    /** The index, in {@code postmaster.pid}, of the line with the key and number of the segment. */
    private static final int SEGMENT_LINE = 6;

    private static final int KEY_COLUMN = 0;
    private static final int ID_COLUMN = 1;
    private static final int CREATOR_COLUMN = 4;
    private static final int ATTACHED_COLUMN = 6;

    private SharedMemory() {}

    /**
     * Removes the segment that a dead server has made, if nothing uses it. The process number alone may meanwhile
     * belong to a stranger who has made a segment, so key and number of the segment have to be those that the server
     * left in its files.
     *
     * @param data of the server
     */
    public static void remove(Path data, long pid) {
        List<String> file = lines(data.resolve("postmaster.pid"));
        if (file.size() <= SEGMENT_LINE || !file.getFirst().strip().equals(String.valueOf(pid))) {
            return;
        }
        String[] segment = file.get(SEGMENT_LINE).strip().split("\\s+", -1);
        if (segment.length <= ID_COLUMN) {
            return;
        }
        for (String line : lines(SEGMENTS)) {
            String[] columns = line.strip().split("\\s+", -1);
            if (columns.length > ATTACHED_COLUMN
                    && isSameKey(columns[KEY_COLUMN], segment[KEY_COLUMN])
                    && columns[ID_COLUMN].equals(segment[ID_COLUMN])
                    && columns[CREATOR_COLUMN].equals(String.valueOf(pid))
                    && columns[ATTACHED_COLUMN].equals("0")) {
                Commands.run(List.of("ipcrm", "-m", columns[ID_COLUMN]));
            }
        }
    }

    /** Compares keys: the kernel writes 32 bits with a sign, PostgreSQL 64 without. */
    private static boolean isSameKey(String bySystem, String byServer) {
        try {
            return Integer.parseInt(bySystem) == (int) Long.parseUnsignedLong(byServer);
        } catch (NumberFormatException e) {
            // The heading.
            return false;
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            // A system without such segments, or a server that has ended in good order.
            return List.of();
        }
    }
}
