package moirai.cli.installing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import moirai.cli.Cli;
import moirai.cli.Errors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class InstallCommandTest {

    @TempDir
    private Path folder;

    private Path home = Path.of("");
    private Path script = Path.of("");
    private final StringWriter said = new StringWriter();

    @BeforeEach
    void makeAHome() throws IOException {
        home = Files.createDirectories(folder.resolve("home")).toRealPath();
        script = copy("copy");
    }

    private Path copy(String name) throws IOException {
        Path file = Files.createDirectories(folder.resolve(name).resolve("scripts"))
                .toRealPath()
                .resolve("moirai");
        return Files.createFile(
                file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }

    private Map<String, String> environment() {
        return Map.of("HOME", home.toString(), "PATH", "/usr/bin:" + home.resolve(".local/bin"));
    }

    private int install(Path script, String... arguments) {
        return run(new InstallCommand(environment(), Optional.of(script), Cli::everyCommand), arguments);
    }

    private int uninstall(String... arguments) {
        return run(new UninstallCommand(environment()), arguments);
    }

    private int run(Object command, String... arguments) {
        said.getBuffer().setLength(0);
        var out = new PrintWriter(said, true);
        return new CommandLine(command)
                .setOut(out)
                .setErr(out)
                .setParameterExceptionHandler(Errors::ofArguments)
                .setExecutionExceptionHandler(Errors::ofExecution)
                .execute(arguments);
    }

    private List<String> files(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> !name.isEmpty())
                    .sorted()
                    .toList();
        }
    }

    @Test
    void uninstallLeavesTheHomeAsItWas() throws IOException {
        Files.createDirectories(home.resolve(".local/share/man"));
        List<String> before = files(home);

        assertThat(install(script)).as(said.toString()).isZero();
        assertThat(said.toString())
                .contains("linked     " + home.resolve(".local/bin/moirai") + " to " + script)
                .contains("PATH       has " + home.resolve(".local/bin"));
        assertThat(home.resolve(".local/bin/moirai").toRealPath()).isEqualTo(script);
        assertThat(files(home))
                .contains(
                        ".local/share/bash-completion/completions/moirai",
                        ".local/share/zsh/site-functions/_moirai",
                        ".local/share/man/man1/moirai.1");
        assertThat(uninstall()).isZero();
        assertThat(said.toString()).contains("removed    " + home.resolve(".local/bin/moirai"));
        assertThat(files(home)).isEqualTo(before);
    }

    @Test
    void whatWasMadeBeforeIsReplaced() throws IOException {
        Path other = copy("other");
        install(script);

        assertThat(install(other)).as(said.toString()).isZero();
        assertThat(home.resolve(".local/bin/moirai").toRealPath()).isEqualTo(other);
        uninstall();
        assertThat(files(home)).isEmpty();
    }

    /** The list has the new sums of files then, and of some the old content is still there. */
    @Test
    void anUpdateThatWasInterruptedCanBeUndone() throws IOException {
        install(script);
        Path list = home.resolve(".local/share/moirai/installed.txt");
        Path page = home.resolve(".local/share/man/man1/moirai.1");
        InstalledList.write(
                list,
                Stream.concat(InstalledList.read(list).stream(), Stream.of(Item.Text.of(page, "new")))
                        .toList());

        assertThat(uninstall()).isZero();
        assertThat(said.toString()).contains("removed    " + page).doesNotContain("left ");
        assertThat(files(home)).isEmpty();
    }

    @Test
    void foreignFilesAreNotReplaced() throws IOException {
        Path foreign = Files.createDirectories(home.resolve(".local/bin")).resolve("moirai");
        Files.writeString(foreign, "mine");
        List<String> before = files(home);

        assertThat(install(script)).isEqualTo(253);
        assertThat(said.toString()).contains(foreign.toString(), "nothing was installed");
        assertThat(files(home)).isEqualTo(before);
        assertThat(foreign).hasContent("mine");
    }

    @Test
    void whatWasChangedSinceStays() throws IOException {
        install(script);
        Path page = home.resolve(".local/share/man/man1/moirai.1");
        Files.writeString(page, "mine");

        assertThat(install(script)).isEqualTo(253);
        assertThat(uninstall()).isZero();
        assertThat(said.toString()).contains("left       " + page);
        assertThat(files(home))
                .containsExactly(
                        ".local",
                        ".local/share",
                        ".local/share/man",
                        ".local/share/man/man1",
                        ".local/share/man/man1/moirai.1");
    }

    @Test
    void aFolderOutsideOfTheHomeHasItsOwnShare() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("usr/bin"));

        assertThat(install(script, "--into", bin.toString())).isZero();
        assertThat(said.toString()).contains("PATH       lacks " + bin, "uninstall --into " + bin);
        assertThat(bin.resolveSibling("share/man/man1/moirai.1")).exists();
        assertThat(files(home)).isEmpty();
        assertThat(uninstall()).isZero();
        assertThat(said.toString()).contains("nothing is installed");
        assertThat(uninstall("--into", bin.toString())).isZero();
        assertThat(files(folder.resolve("usr"))).containsExactly("bin");
    }

    @Test
    void aJarIsRefused() {
        assertThat(run(new InstallCommand(environment(), Optional.empty(), Cli::everyCommand)))
                .isEqualTo(254);
        assertThat(said.toString()).contains("scripts/moirai install");
    }

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        install(script);
        Path completion = home.resolve(".local/share/bash-completion/completions/moirai");
        String completed = bash(". '" + completion + "'; COMP_WORDS=(moirai ch); COMP_CWORD=1; _complete_moirai;"
                + " echo ${COMPREPLY[@]}; COMP_WORDS=(moirai check --exp); COMP_CWORD=2; _complete_moirai;"
                + " echo ${COMPREPLY[@]}");

        assertThat(completed.lines()).containsExactly("check", "--expect");
    }

    private static String bash(String program) throws Exception {
        Process process = new ProcessBuilder("bash", "-c", program)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        return output;
    }

    @Test
    void theManualHasEveryCommand() {
        String page = ManualPage.of(Cli.everyCommand());

        assertThat(page)
                .startsWith(".TH MOIRAI 1\n.SH NAME\nmoirai \\- Fuzzes")
                .contains("\n.SH MOIRAI CHECK\n", "\n.SH MOIRAI SCHEDULE ANALYZE\n", "\\-\\-expect");
        assertThat(page.lines().filter(line -> line.startsWith(".")))
                .allMatch(line -> line.matches("\\.(TH|SH|nf|fi).*"));
    }
}
