package moirai.nemesis.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Resources;
import moirai.nemesis.process.StateDirectory;

/**
 * The jars of a Cassandra server, which Maven fetches once with the user's own settings, mirrors and repository. They
 * are larger than Moirai itself and need another Java version, so they are on the servers' class path only.
 *
 * @param directory holds {@link #VERSION} and all that it needs
 */
record CassandraJars(Path directory) {

    static final String VERSION = "5.0.9";

    private static final String NAME = "cassandra-" + VERSION;

    private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";

    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    /** Returns whether the jars were fetched before. */
    static boolean areThere(StateDirectory state) {
        return state.has(NAME);
    }

    /**
     * Fetches them, unless that was done before. Call it {@linkplain StateDirectory#exclusively exclusively}.
     *
     * @throws ClusterException in one line, if there is no Maven or it cannot reach its repository
     */
    static CassandraJars fetch(StateDirectory state) throws IOException {
        return new CassandraJars(state.once(NAME, directory -> fill(directory, "mvn")));
    }

    static void fill(Path directory, String maven) throws IOException {
        var pom = directory.resolve("pom.xml");
        Files.writeString(
                pom, Resources.text(CassandraJars.class, "server-pom.xml").replace("@VERSION@", VERSION));
        var fetched = Commands.run(
                List.of(
                        maven,
                        "-B",
                        "-q",
                        "-f",
                        pom.toString(),
                        COPY,
                        "-DincludeScope=runtime",
                        "-DoutputDirectory=" + directory),
                TIMEOUT);
        String jars = "the jars of Cassandra " + VERSION;
        if (fetched.exitCode() == 127) {
            throw ClusterException.refusal(
                    jars + " are fetched by Maven, once, and there is no mvn: apt-get install maven");
        }
        if (!fetched.succeeded()) {
            throw ClusterException.refusal(
                    jars + " (67 MB, needed once) could not be fetched by mvn: " + reason(fetched));
        }
        try (Stream<Path> files = Files.list(directory)) {
            if (files.noneMatch(file -> file.endsWith("cassandra-all-" + VERSION + ".jar"))) {
                throw ClusterException.refusal(
                        "mvn has fetched no cassandra-all-" + VERSION + ".jar: " + reason(fetched));
            }
        }
    }

    /** Returns Maven's first error; the lines after it are hints on how to run Maven. */
    private static String reason(Commands.Result failed) {
        return failed.output()
                .lines()
                .filter(line -> line.contains("ERROR"))
                .map(line -> line.replaceFirst(".*?ERROR[^ ]* ", "").strip())
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElseGet(failed::lastLine);
    }

    /** Returns the class path for a JVM. */
    String classPath() {
        return directory + "/*";
    }
}
