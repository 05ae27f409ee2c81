package moirai.nemesis.cassandra;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import moirai.nemesis.ClusterException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraJarsTest {

    @TempDir
    private Path root;

    /** Makes a program that behaves as Maven does at its worst. */
    private String maven(String script) throws IOException {
        Path program = Files.createFile(
                root.resolve("mvn"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        return Files.writeString(program, "#!/bin/sh\n" + script + "\n").toString();
    }

    @Test
    void withoutMavenTheUserIsToldWhatToInstall() {
        assertThatThrownBy(() -> CassandraJars.fill(root, root + "/no-such-mvn"))
                .isInstanceOf(ClusterException.class)
                .hasMessageEndingWith("there is no mvn: apt-get install maven")
                .matches(failure -> ((ClusterException) failure).isRefusal());
    }

    @Test
    void withoutANetworkMavensOwnReasonIsOneLine() throws IOException {
        String maven = maven("echo '[ERROR] Could not transfer artifact x from/to central: no route'; echo '[ERROR] ';"
                + " echo '[ERROR] Re-run Maven using the -X switch'; exit 1");

        assertThatThrownBy(() -> CassandraJars.fill(root, maven))
                .hasMessage("the jars of Cassandra 5.0.9 (67 MB, needed once) could not be fetched by mvn: Could not"
                        + " transfer artifact x from/to central: no route");
    }

    @Test
    void aMavenThatFetchesNothingHasNotSucceeded() throws IOException {
        String maven = maven("echo done");

        assertThatThrownBy(() -> CassandraJars.fill(root, maven))
                .hasMessage("mvn has fetched no cassandra-all-5.0.9.jar: done");
    }
}
