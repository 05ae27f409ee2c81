package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose store is on a file system of a few megabytes, which only their own process and its children see. */
@Timeout(120)
class FullDiskIT {

    /** Mounts the file system, runs the rest of the command, and lists what it has left there. */
    private static final String ON_SMALL_DISK =
            "mount -t tmpfs -o size=\"$1\" small \"$0\" && shift && \"$@\"; code=$?; ls -R \"$0\"; exit $code";

    @TempDir
    private Path directory;

    private record Ended(int code, String output) {}

    private Ended onSmallDisk(String size, String... arguments) throws IOException, InterruptedException {
        assumeTrue(
                new ProcessBuilder("unshare", "-rm", "true").start().waitFor() == 0,
                "skipped: needs a kernel that lets users make mount namespaces");
        Path disk = Files.createDirectories(directory.resolve("disk"));
        List<String> launcher = List.of("unshare", "-rm", "sh", "-c", ON_SMALL_DISK, disk.toString(), size);
        try (var child = ChildProcess.start(directory, Map.of(), launcher, arguments)) {
            return new Ended(child.exitCode(), child.output());
        }
    }

    private String store() {
        return directory.resolve("disk/store").toString();
    }

    /** Every session is in the middle of a transaction then, and the verdict says what stands in its way. */
    @Test
    void fullDiskEndsTheRunAndIsNamed() throws Exception {
        Ended ended = onSmallDisk(
                "5m", "run", "--db", "h2", "--isolation", "read-committed", "--time-limit", "100", "--store", store());

        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output().replaceAll("\\s+", " "))
                .contains("verdict: UNKNOWN", "stopped no space is left on the file system " + directory)
                .contains("(small) for " + store())
                .contains("exit 2 (unknown)")
                .doesNotContain("internal error");
    }

    /** With room for the plan of the run, and without. */
    @ParameterizedTest
    @ValueSource(strings = {"20k", "4k"})
    void diskThatIsFullBeforehandIsNamed(String size) throws Exception {
        Ended ended = onSmallDisk(size, "run", "--db", "memory", "--txn-count", "1000", "--store", store());

        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output().replaceAll("\\s+", " "))
                .contains("moirai: no space is left on the file system " + directory);
    }

    /** The files that say what was found are there, though the history has taken all room that it could get. */
    @Test
    void resultsOfARunOnAFullDiskAreThere() throws Exception {
        Ended ended = onSmallDisk("5m", "run", "--db", "memory", "--txn-count", "10000000", "--store", store());

        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output())
                .contains("run.json", "results.json", "results.edn", "report.html")
                .doesNotContain("could not be written", "spare-room");
    }

    /** Faults are recorded on the same disk, and are healed all the same. */
    @Test
    void faultsThatFindNoRoomDoNotTakeTheVerdictWithThem() throws Exception {
        Ended ended = onSmallDisk(
                "4400k",
                "run",
                "--db",
                "postgres:2",
                "--isolation",
                "read-committed",
                "--nemesis",
                "pause",
                "--nemesis-interval",
                "2",
                "--time-limit",
                "100",
                "--store",
                store());

        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output()).contains("verdict: UNKNOWN", "run.json").doesNotContain("internal error");
    }

    /** A proof outweighs what is missing. */
    @Test
    void anomalyOutweighsAFullDisk() throws Exception {
        Ended ended =
                onSmallDisk("5m", "run", "--db", "memory:lost-update", "--txn-count", "10000000", "--store", store());

        assertThat(ended.code()).as(ended.output()).isEqualTo(1);
        assertThat(ended.output().replaceAll("\\s+", " "))
                .contains("verdict: INVALID", "no space is left on the file system");
    }
}
