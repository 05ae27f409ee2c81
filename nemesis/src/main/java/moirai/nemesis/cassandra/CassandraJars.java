package moirai.nemesis.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import moirai.nemesis.ClusterException;
import moirai.nemesis.fetching.MavenJars;
import moirai.nemesis.process.StateDirectory;

/**
 * The jars of a Cassandra server, which Maven fetches once. They are larger than Moirai itself and need another Java
 * version, so they are on the servers' class path only.
 *
 * @param directory holds {@link #VERSION} and all that it needs
 */
record CassandraJars(Path directory) {

    static final String VERSION = "5.0.9";

    private static final MavenJars JARS = new MavenJars(
            "the jars of Cassandra " + VERSION,
            67,
            "cassandra-" + VERSION,
            new MavenJars.Artifact("org.apache.cassandra", "cassandra-all", VERSION),
            "");

    /** Returns whether the jars were fetched before. */
    static boolean areThere(StateDirectory state) {
        return JARS.areThere(state);
    }

    /**
     * Fetches them, unless that was done before. Call it {@linkplain StateDirectory#exclusively exclusively}.
     *
     * @throws ClusterException in one line, if there is no Maven or it cannot reach its repository
     */
    static CassandraJars fetch(StateDirectory state) throws IOException {
        return new CassandraJars(JARS.fetch(state));
    }

    /** Returns the class path for a JVM. */
    String classPath() {
        return directory + "/*";
    }
}
