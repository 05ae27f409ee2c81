package moirai.runs.alarms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AlarmCommandTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    @Test
    void theCommandReadsTheNoticeAndWhatItPrintsIsKept() throws Exception {
        AlarmCommand alarm = command("cat; echo heard >&2", LONG);

        assertThat(alarm.raise("{\"a\": \"ä\"}\n")).isEmpty();
        assertThat(alarm.raise("{\"b\": 2}\n")).isEmpty();

        assertThat(Files.readString(output()).replaceAll("--- \\S+Z", "---"))
                .isEqualTo("---\n{\"a\": \"ä\"}\nheard\n---\n{\"b\": 2}\nheard\n");
    }

    @Test
    void aCommandThatFailsIsNamedByItsExitCode() throws Exception {
        assertThat(command("exit 3", LONG).raise("{}")).contains("the command ended with exit code 3");
        assertThat(command("no-such-command", LONG).raise("{}")).contains("the command ended with exit code 127");
        assertThat(output()).content().contains("no-such-command");
    }

    /** The notice is longer than a pipe holds. */
    @Test
    void aCommandThatReadsNothingIsNotWaitedFor() throws Exception {
        assertThat(command("exit 0", LONG).raise("x".repeat(1_000_000))).isEmpty();
    }

    @Test
    void aCommandThatTakesTooLongIsKilledWithItsChildren() throws Exception {
        Path pids = directory.resolve("pids");
        String sleeper = "sh -c 'echo $$ >> " + pids + "; sleep 300; echo late'";

        AlarmCommand alarm =
                command("echo $$ >> " + pids + "; " + sleeper + " & " + sleeper + "; echo late", Duration.ofSeconds(2));

        assertThat(alarm.raise("{}")).contains("the command did not end within 2 s and was killed");
        assertThat(Files.readAllLines(pids)).hasSize(3).allSatisfy(AlarmCommandTest::awaitEnd);
        assertThat(output()).content().doesNotContain("late");
    }

    private static void awaitEnd(String pid) {
        ProcessHandle.of(Long.parseLong(pid))
                .ifPresent(alive -> assertThat(alive.onExit()).succeedsWithin(Duration.ofSeconds(10)));
    }

    /** A process that goes on after its shell keeps the pipe open. */
    @Test
    void whatACommandLeavesBehindIsNotWaitedFor() throws Exception {
        Path pid = directory.resolve("pid");

        assertThat(command("sleep 300 & echo $! > " + pid, LONG).raise("{}")).isEmpty();

        ProcessHandle left =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
        assertThat(left.isAlive()).isTrue();
        left.destroyForcibly();
    }

    @Test
    void ofEndlessOutputTheBeginIsKept() throws Exception {
        AlarmCommand alarm = command("yes | head -c 3000000", LONG);

        assertThat(alarm.raise("{}")).isEmpty();
        assertThat(alarm.raise("{}")).isEmpty();

        assertThat(Files.size(output())).isBetween(2L << 16, (2L << 16) + 200);
        assertThat(Files.readAllLines(output()))
                .filteredOn("… (more is not kept)"::equals)
                .hasSize(2);
    }

    @Test
    void aDiskThatIsFullDoesNotStopTheCommand() throws Exception {
        Files.createDirectory(output());
        Path heard = directory.resolve("heard");

        assertThat(command("cat > " + heard + "; yes | head -c 3000000", LONG).raise("{}"))
                .isEmpty();
        assertThat(heard).content().isEqualTo("{}");
    }

    private Path output() {
        return directory.resolve("on-anomaly.log");
    }

    private AlarmCommand command(String text, Duration limit) throws IOException {
        return new AlarmCommand(text, output(), limit);
    }
}
