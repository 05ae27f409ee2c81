package moirai.cli.installing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script of a working copy whose jar is missing, with a Maven that only writes down that it was called. */
@Timeout(60)
class BuildTurnTest {

    private static final Path SCRIPTS = Path.of("../../scripts");
    private static final long STEP_MILLIS = 20;

    /** It says that it has begun, and ends when it may. */
    private static final String MAVEN = """
            #!/usr/bin/env bash
            echo built >>built
            touch begun
            for ((left = 600; left > 0; left--)); do [ ! -e may-end ] || break; sleep 0.05; done
            mkdir -p runs/cli/target
            touch runs/cli/target/moirai.jar
            # No cache of classes is made of a jar without any.
            . scripts/lib/jdk.sh
            touch "runs/cli/target/moirai-$(jdk_version "$MOIRAI_JAVA_HOME").aot"
            """;

    @TempDir
    private Path copy;

    @BeforeEach
    void makeACopy() throws IOException {
        for (String module :
                List.of("checkers", "clients", "generators", "nemesis", "runs/cli", "scripts/lib", "bin")) {
            Files.createDirectories(copy.resolve(module));
        }
        for (String file : List.of("moirai", "lib/jdk.sh")) {
            Files.copy(SCRIPTS.resolve(file), copy.resolve("scripts").resolve(file));
        }
        Files.createFile(copy.resolve("pom.xml"));
        Path maven = Files.writeString(copy.resolve("bin/mvn"), MAVEN);
        Files.setPosixFilePermissions(maven, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process start(String output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("bash", "scripts/moirai", "--version")
                .directory(copy.toFile())
                .redirectErrorStream(true)
                .redirectOutput(copy.resolve(output).toFile());
        builder.environment().put("MOIRAI_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().merge("PATH", copy.resolve("bin").toString(), (path, first) -> first + ":" + path);
        return builder.start();
    }

    private void await(String file, String text) throws IOException, InterruptedException {
        Path path = copy.resolve(file);
        while (!Files.exists(path) || !Files.readString(path).contains(text)) {
            Thread.sleep(STEP_MILLIS);
        }
    }

    @Test
    void aSecondCallWaitsForTheBuildOfTheFirst() throws IOException, InterruptedException {
        Process first = start("first");
        await("begun", "");
        Process second = start("second");
        await("second", "moirai: waiting for process " + first.pid() + ", which builds it already");

        Files.createFile(copy.resolve("may-end"));

        assertThat(first.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(second.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(copy.resolve("built")).hasContent("built");
        assertThat(copy.resolve("runs/cli/target/build.turn")).doesNotExist();
    }

    /** No process has a number that high. */
    @Test
    void theTurnOfAProcessThatDiedIsTaken() throws IOException, InterruptedException {
        Path target = Files.createDirectories(copy.resolve("runs/cli/target"));
        Files.createSymbolicLink(target.resolve("build.turn"), Path.of("99999999"));
        Files.createFile(copy.resolve("may-end"));

        assertThat(start("output").waitFor(30, TimeUnit.SECONDS)).isTrue();

        assertThat(copy.resolve("built")).hasContent("built");
        assertThat(Files.isSymbolicLink(target.resolve("build.turn"))).isFalse();
    }
}
