package moirai.nemesis.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class CommandsTest {

    @Test
    void exitCodeAndBothStreamsAreKept() {
        var result = Commands.run(List.of("sh", "-c", "echo out; echo err >&2; exit 3"));

        assertThat(result).isEqualTo(new Commands.Result(3, "out\nerr\n"));
    }

    @Test
    void commandThatPrintsMoreThanAPipeHoldsEnds() {
        var result = Commands.run(List.of("sh", "-c", "head -c 1000000 /dev/zero"));

        assertThat(result.output()).hasSize(1_000_000);
    }

    @Test
    void commandThatDoesNotEndIsGivenUp() {
        var result = Commands.run(List.of("sh", "-c", "echo begun; sleep 60; :"), 300);

        assertThat(result.exitCode()).isEqualTo(124);
        // Some shells say that their child was killed.
        assertThat(result.output()).startsWith("begun\n").endsWith("\ndid not end within 300 ms");
    }

    @Test
    void commandWhoseChildKeepsThePipeIsOver() {
        var result = Commands.run(List.of("sh", "-c", "sleep 30 & echo $!"));

        assertThat(result.succeeded()).isTrue();
        ProcessHandle.of(Long.parseLong(result.lastLine())).ifPresent(ProcessHandle::destroyForcibly);
    }

    /** Otherwise Ctrl-C would interrupt a clean-up. */
    @Test
    void interruptionDoesNotCutItShort() {
        Thread.currentThread().interrupt();

        var result = Commands.run(List.of("sh", "-c", "sleep 0.2; echo done"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(result).isEqualTo(new Commands.Result(0, "done\n"));
    }
}
