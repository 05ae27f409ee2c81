package moirai.nemesis.fetching;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Resources;
import moirai.nemesis.process.StateDirectory;

/**
 * An artifact with all jars that it needs, which Maven fetches once with the user's own settings, mirrors and
 * repository.
 *
 * @param words the name of the jars in messages, such as {@code the jars of Cassandra 5.0.9}
 * @param megabytes the size of all jars
 * @param directory the name of their folder in the state directory
 * @param sha256 the SHA-256 of the artifact's own jar, in hexadecimal digits; empty if Maven's own check suffices
 */
public record MavenJars(String words, int megabytes, String directory, Artifact artifact, String sha256) {

    private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";

    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    /** The coordinates of an artifact in a Maven repository. */
    public record Artifact(String group, String name, String version) {

        private String coordinates() {
            return group + ":" + name + ":" + version;
        }

        /** Returns the name of its jar. */
        public String jar() {
            return name + "-" + version + ".jar";
        }
    }

    /** Returns whether the jars were fetched before. */
    @SuppressWarnings("exports") // For this module alone.
    public boolean areThere(StateDirectory state) {
        return state.has(directory);
    }

    /**
     * Returns the folder of the jars in this user's state directory, and fetches them if they are not there.
     *
     * @throws ClusterException in one line, if there is no Maven, if it cannot reach its repository, or if the jar is
     *     not the one that is expected
     */
    public Path fetch() throws IOException {
        StateDirectory state = StateDirectory.open();
        return state.exclusively(() -> fetch(state));
    }

    /**
     * Returns the folder of the jars as {@link #fetch()} does. Call it {@linkplain StateDirectory#exclusively
     * exclusively}.
     */
    @SuppressWarnings("exports") // For this module alone.
    public Path fetch(StateDirectory state) throws IOException {
        return state.once(directory, folder -> fill(folder, "mvn"));
    }

    /**
     * Fetches the jars into an empty folder.
     *
     * @param maven the command that runs Maven
     */
    void fill(Path folder, String maven) throws IOException {
        Path pom = folder.resolve("pom.xml");
        Files.writeString(
                pom,
                Resources.text(MavenJars.class, "jars-pom.xml")
                        .replace("@GROUP@", artifact.group())
                        .replace("@ARTIFACT@", artifact.name())
                        .replace("@VERSION@", artifact.version()));
        var fetched = Commands.run(
                List.of(
                        maven,
                        "-B",
                        "-q",
                        "-f",
                        pom.toString(),
                        COPY,
                        "-DincludeScope=runtime",
                        "-DoutputDirectory=" + folder),
                TIMEOUT);
        if (fetched.exitCode() == 127) {
            throw ClusterException.refusal(
                    words + " are fetched by Maven, once, and there is no mvn: apt-get install maven");
        }
        if (!fetched.succeeded()) {
            throw ClusterException.refusal(
                    words + " (" + megabytes + " MB, needed once) could not be fetched by mvn: " + reason(fetched)
                            + "; with a network, once: mvn dependency:get -Dartifact=" + artifact.coordinates());
        }
        Path jar = folder.resolve(artifact.jar());
        if (!Files.isRegularFile(jar)) {
            throw ClusterException.refusal("mvn has fetched no " + artifact.jar() + ": " + reason(fetched));
        }
        requireDigest(jar);
    }

    private void requireDigest(Path jar) throws IOException {
        if (sha256.isEmpty()) {
            return;
        }
        String found = sha256(jar);
        if (!found.equals(sha256)) {
            throw ClusterException.refusal(artifact.jar() + ", as mvn has fetched it, has the SHA-256 " + found
                    + "; expected " + sha256 + ", so it is not used: look at the repository that your mvn asks");
        }
    }

    /** Returns the SHA-256 of a file, in hexadecimal digits. */
    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                var digesting = new DigestInputStream(in, MessageDigest.getInstance("SHA-256"))) {
            digesting.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(digesting.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
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
}
