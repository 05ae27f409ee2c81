package moirai.nemesis.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Jdk17Test {

    @TempDir
    private Path root;

    private Path jdk(String folder, String version) throws IOException {
        Path home = Files.createDirectories(root.resolve(folder));
        Files.createDirectory(home.resolve("bin"));
        Files.createFile(
                home.resolve("bin/java"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"nobody\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private static Map<String, String> variable(String name, Path home) {
        return Map.of(name, home.toString());
    }

    @Test
    void theOneThatIsNamedWins() throws IOException {
        Path system = root.resolve("jvm");
        jdk("jvm/java-17-here", "17.0.1");
        Path named = jdk("mine", "17.0.9");

        assertThat(Jdk17.look(variable("JAVA17_HOME", named), system)).contains(new Jdk17(named, "17.0.9"));
    }

    @Test
    void theSystemsOwnComesBeforeTheUsualOne() throws IOException {
        Path installed = jdk("jvm/java-17-here", "17.0.1");

        assertThat(Jdk17.look(variable("JAVA_HOME", jdk("mine", "17.0.9")), root.resolve("jvm")))
                .contains(new Jdk17(installed, "17.0.1"));
    }

    @Test
    void anotherVersionIsNoneWhateverItsFolderIsCalled() throws IOException {
        jdk("jvm/java-17-here", "25.0.3");
        jdk("jvm/java-1.17.0", "1.7.0");

        assertThat(Jdk17.look(variable("JAVA_HOME", jdk("mine", "21.0.1")), root.resolve("jvm")))
                .isEmpty();
    }

    @Test
    void anEmptyVariableAndAMissingFolderAreNoPlaces() {
        assertThat(Jdk17.look(Map.of("JAVA17_HOME", "", "JAVA_HOME", "/nowhere"), root.resolve("none")))
                .isEmpty();
    }
}
