package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnCommandTest {

    @TempDir
    private Path folder;

    private Path script = Path.of("");

    @BeforeEach
    void makeAScript() throws IOException {
        script = executable("copy/scripts/moirai");
        Files.createDirectories(folder.resolve("bin"));
    }

    private Path executable(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        return file;
    }

    private String called(String script, String searched, String current) {
        return OwnCommand.words(Optional.of(Path.of(script)), Optional.empty(), searched, folder.resolve(current));
    }

    /** Each can be pasted where it was typed. */
    @Test
    void scriptIsNamedAsItWasCalled() {
        assertThat(called("scripts/moirai", "", "copy")).isEqualTo("scripts/moirai");
        assertThat(called("../scripts/moirai", "", "copy/runs")).isEqualTo("../scripts/moirai");
        assertThat(called("./moirai", "", "copy/scripts")).isEqualTo("./moirai");
        assertThat(called(script.toString(), "", "")).isEqualTo(script.toString());
    }

    /** As of {@code bash moirai}: a shell looks for a word without a slash on the PATH. */
    @Test
    void scriptWithoutASlashGetsOne() {
        assertThat(called("moirai", "", "copy/scripts")).isEqualTo("./moirai");
    }

    @Test
    void scriptThatThePathLeadsToIsPlain() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("bin/moirai"), script);
        String searched = "/nowhere::" + folder.resolve("bin");

        assertThat(called(link.toString(), searched, "")).isEqualTo("moirai");
        assertThat(called("scripts/moirai", searched, "copy")).isEqualTo("moirai");
    }

    /** Another working copy, or a file that is no program, is not what was called. */
    @Test
    void anotherProgramOfThatNameIsNotMeant() throws IOException {
        Files.createFile(folder.resolve("bin/moirai"));
        executable("other/moirai");
        Path link = Files.createDirectories(folder.resolve("late")).resolve("moirai");
        Files.createSymbolicLink(link, script);
        String searched = folder.resolve("bin") + ":" + folder.resolve("other") + ":" + folder.resolve("late");

        assertThat(called("scripts/moirai", searched, "copy")).isEqualTo("scripts/moirai");
    }

    @Test
    void namesAreQuotedForAShell() {
        assertThat(called("/a b/moirai", "", "")).isEqualTo("'/a b/moirai'");
    }

    @Test
    void jarIsNamedAsItWasCalled() {
        Optional<Path> jar = Optional.of(Path.of("target/moirai.jar"));

        assertThat(OwnCommand.words(Optional.empty(), jar, "", folder)).isEqualTo("java -jar target/moirai.jar");
        assertThat(OwnCommand.words(Optional.empty(), Optional.empty(), "", folder))
                .isEqualTo("moirai");
    }

    /** As in tests, where classes are called by nobody's command line. */
    @Test
    void thisProcessIsPlain() {
        assertThat(ShellLine.here(List.of("check", "a b"))).isEqualTo("moirai check 'a b'");
    }
}
