package moirai.nemesis.fetching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import moirai.nemesis.ClusterException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenJarsTest {

    private static final MavenJars SERVER = jars("");

    @TempDir
    private Path root;

    private static MavenJars jars(String sha256) {
        return new MavenJars(
                "the jars of a server",
                67,
                "server-1.2",
                new MavenJars.Artifact("org.example", "server-all", "1.2"),
                sha256);
    }

    /** Makes a program that behaves as Maven does at its worst. */
    private String maven(String script) throws IOException {
        Path program = Files.createFile(
                root.resolve("mvn"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        return Files.writeString(program, "#!/bin/sh\n" + script + "\n").toString();
    }

    @Test
    void withoutMavenTheUserIsToldWhatToInstall() {
        assertThatThrownBy(() -> SERVER.fill(root, root + "/no-such-mvn"))
                .isInstanceOf(ClusterException.class)
                .hasMessageEndingWith("there is no mvn: apt-get install maven")
                .matches(failure -> ((ClusterException) failure).isRefusal());
    }

    @Test
    void withoutANetworkMavensOwnReasonIsOneLine() throws IOException {
        String maven = maven("echo '[ERROR] Could not transfer artifact x from/to central: no route'; echo '[ERROR] ';"
                + " echo '[ERROR] Re-run Maven using the -X switch'; exit 1");

        assertThatThrownBy(() -> SERVER.fill(root, maven))
                .hasMessage("the jars of a server (67 MB, needed once) could not be fetched by mvn: Could not"
                        + " transfer artifact x from/to central: no route; with a network, once:"
                        + " mvn dependency:get -Dartifact=org.example:server-all:1.2");
    }

    @Test
    void aMavenThatFetchesNothingHasNotSucceeded() throws IOException {
        String maven = maven("echo done");

        assertThatThrownBy(() -> SERVER.fill(root, maven)).hasMessage("mvn has fetched no server-all-1.2.jar: done");
    }

    @Test
    void aJarWithAnotherDigestIsNotUsed() throws IOException {
        String maven = maven("printf abc > " + root + "/server-all-1.2.jar");

        assertThatThrownBy(() -> jars("00").fill(root, maven))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad; expected 00");
    }

    @Test
    void aJarWithTheDigestThatIsExpectedIsThere() throws IOException {
        String maven = maven("printf abc > " + root + "/server-all-1.2.jar");

        jars("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad").fill(root, maven);

        assertThat(root.resolve("server-all-1.2.jar")).hasContent("abc");
        assertThat(root.resolve("pom.xml")).content().contains("<artifactId>server-all</artifactId>");
    }
}
