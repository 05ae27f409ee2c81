package moirai.runs.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolsTest {

    @TempDir
    private Path directory;

    @Test
    void aProgramThatIsMissingIsNamedWithTheCommandThatInstallsIt() throws IOException {
        var tools = new Tools(Map.of("PATH", directory + ":"));

        assertThat(tools.program("moirai-nothing", "for nothing", "nothing-utils"))
                .isEqualTo(new Finding("moirai-nothing", false, "apt-get install nothing-utils (for nothing)"));

        Path program = Files.createFile(directory.resolve("moirai-nothing"));
        assertThat(tools.program("moirai-nothing", "for nothing", "x").isThere())
                .as("no program")
                .isFalse();
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assertThat(tools.program("moirai-nothing", "for nothing", "x"))
                .isEqualTo(new Finding("moirai-nothing", true, program + " (for nothing)"));
    }

    @Test
    void aJdkIsKnownByItsReleaseFileAndItsCompiler() throws IOException {
        Files.createDirectories(directory.resolve("bin"));
        Files.writeString(directory.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"99.0.1\"\n");
        var tools = new Tools(Map.of("JAVA_HOME", directory.toString()));
        assertThat(tools.jdk(99, false, "for nothing").words())
                .isEqualTo("apt-get install openjdk-99-jdk-headless, or adoptium.net (for nothing)");

        assertThat(Files.createFile(directory.resolve("bin/javac")).toFile().setExecutable(true))
                .isTrue();

        assertThat(tools.jdk(99, false, "for nothing"))
                .isEqualTo(new Finding("JDK 99", true, directory + " (for nothing)"));
        assertThat(tools.jdk(98, true, "for nothing").isThere()).isTrue();
        assertThat(tools.jdk(98, false, "for nothing").isThere()).isFalse();
    }
}
