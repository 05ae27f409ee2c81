package moirai.nemesis.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.nemesis.process.Instance;
import moirai.nemesis.process.StateDirectory;

/** Ends and removes clusters whose owners are dead, if their watchdogs and caretakers have died as well. */
public final class PastClusters {

    private PastClusters() {}

    /**
     * Does what the next start of a cluster would do. Those whose owners live are left alone.
     *
     * @return the directories that were removed, in the order of their names
     */
    public static List<Path> clear() throws IOException {
        return clear(StateDirectory.open());
    }

    static List<Path> clear(StateDirectory state) throws IOException {
        return state.exclusively(() -> {
            List<Path> before = instances(state);
            Instance.clearLeftovers(state);
            List<Path> after = instances(state);
            return before.stream().filter(instance -> !after.contains(instance)).toList();
        });
    }

    private static List<Path> instances(StateDirectory state) throws IOException {
        try (Stream<Path> files = Files.list(state.instances())) {
            return files.sorted().toList();
        }
    }
}
