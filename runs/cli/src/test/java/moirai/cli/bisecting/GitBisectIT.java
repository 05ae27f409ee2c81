package moirai.cli.bisecting;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real git looks for a planted commit after which a test fails in about every fifth attempt. */
class GitBisectIT {

    private static final int COMMITS = 16;
    private static final int PLANTED = 11;

    /** The first that git tries: it cannot be tested. */
    private static final int BROKEN = 8;

    /**
     * Draws from a linear congruential generator, so that each run of this test is the same, whatever the attempts. Its
     * state lies outside the repository.
     */
    private static final String TEST = """
        state=$(cat ../state)
        state=$(( (state * 1103515245 + 12345) % 2147483648 ))
        echo $state > ../state
        echo $(cat code) >> ../attempts
        test "$(cat code)" = broken && exit 3
        test "$(cat code)" = sound && exit 0
        test $(( state / 65536 % 5 )) -ne 0
        """;

    @TempDir
    private Path directory;

    /** Without whatever this machine says of git, but with an author. */
    private String git(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("git", "-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "gc.auto=0"));
        command.addAll(List.of(arguments));
        Path output = directory.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.resolve("repository").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        builder.environment().keySet().removeIf(name -> name.equals("GIT_DIR") || name.equals("GIT_WORK_TREE"));
        int code = builder.start().waitFor();
        String said = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(code).as(said).isZero();
        return said.strip();
    }

    private List<String> commits() throws IOException, InterruptedException {
        Files.createDirectory(directory.resolve("repository"));
        git("init", "--quiet");
        var commits = new ArrayList<String>();
        for (int number = 1; number <= COMMITS; number++) {
            String code = number == BROKEN ? "broken" : number < PLANTED ? "sound" : "flaky";
            Files.writeString(directory.resolve("repository/code"), code + "\n");
            git("add", "code");
            git("commit", "--quiet", "--allow-empty", "-m", "change " + number);
            commits.add(git("rev-parse", "HEAD"));
        }
        return commits;
    }

    @Test
    void gitFindsThePlantedCommitOfAFlakyFailure() throws IOException, InterruptedException {
        List<String> commits = commits();
        Path script = Files.writeString(directory.resolve("test.sh"), TEST);
        Files.writeString(directory.resolve("state"), "42\n");
        git("bisect", "start", commits.getLast(), commits.getFirst());

        String said = git(Stream.of(
                        "bisect",
                        "run",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "moirai.cli.Moirai",
                        "bisect",
                        "step",
                        "--rate",
                        "0.2",
                        "--",
                        "sh",
                        script.toString())
                .toArray(String[]::new));

        assertThat(said).contains(commits.get(PLANTED - 1) + " is the first bad commit");
        List<String> attempts = Files.readAllLines(directory.resolve("attempts"));
        assertThat(attempts).filteredOn("broken"::equals).hasSize(3);
        assertThat(attempts).filteredOn("sound"::equals).hasSizeGreaterThanOrEqualTo(21);
    }
}
