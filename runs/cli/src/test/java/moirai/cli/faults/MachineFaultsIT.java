package moirai.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import moirai.cli.ChildProcess;
import moirai.cli.Cli;
import moirai.history.FaultEvent;
import moirai.history.files.HistoryReader;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.JournalReader;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a real PostgreSQL whose machine fails. */
@Timeout(300)
class MachineFaultsIT {

    private static final int END_SECONDS = 20;

    private static final Pattern INSTANCE = Pattern.compile("/instances/postgres-[0-9]+/");

    @TempDir
    private Path directory;

    private static Optional<String> lack(FaultKind kind) {
        try (var cluster = new PostgresCluster(PostgresOptions.forSessions(1))) {
            return kind.lack(cluster);
        }
    }

    /** A machine that fails in five ways at once lets few transactions through, perhaps too few for a verdict. */
    @Test
    void allThatAMachineCanDoIsRecordedAndHealedAndNothingAcknowledgedIsLost() throws IOException {
        List<String> kinds = Stream.of(
                        FaultKind.CLOCK, FaultKind.DISK, FaultKind.FULL, FaultKind.POWER, FaultKind.STARVE)
                .filter(kind -> lack(kind).isEmpty())
                .map(FaultKind::label)
                .toList();
        Cli.Ended ended = run(String.join(",", kinds), "2", "10");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isIn(0, 3);
        assertThat(ended.out()).contains("  durable  all ", " 0 left: ");
        List<FaultEvent> faults = HistoryReader.read(directory.resolve("latest/history"))
                .history()
                .faults();
        assertThat(faults).extracting(FaultEvent::fault).containsAll(kinds);
        assertThat(faults.stream().filter(event -> event.phase() == FaultEvent.Phase.INJECTED))
                .hasSameSizeAs(faults.stream()
                        .filter(event -> event.phase() == FaultEvent.Phase.HEALED)
                        .toList());
        assertThat(JournalReader.read(directory.resolve("latest/faults.journal"))
                        .open())
                .isEmpty();
    }

    /** The same with servers that sync is part of the test above. */
    @Test
    void withoutSyncingALossOfPowerLosesWhatWasAcknowledgedAndIsNamed() {
        Optional<String> lack = lack(FaultKind.POWER);
        assumeTrue(lack.isEmpty(), () -> "skipped: " + lack.orElse(""));
        Cli.Ended ended = run("power", "1500ms", "4", "--server-setting", "fsync=off");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isEqualTo(1);
        assertThat(ended.out())
                .containsPattern("\nverdict: INVALID · expected serializable · lost [0-9,]+ acknowledged append")
                .containsPattern("before\\s+power n1 at ")
                .contains(" 0 left: power ×");
    }

    @Test
    void aRunThatIsKilledLeavesNoDisk() throws Exception {
        Optional<String> lack = lack(FaultKind.POWER);
        assumeTrue(lack.isEmpty(), () -> "skipped: " + lack.orElse(""));
        List<ProcessHandle> started;
        List<String> disks;
        try (var child =
                ChildProcess.start(directory, "run", "--nemesis", "power,full,starve", "--nemesis-interval", "500ms")) {
            child.awaitOutput("fault · ");
            started = child.descendants();
            disks = mounts(instance(started));
            child.signal("KILL");
            assertThat(child.exitCode()).isEqualTo(137);
        }
        for (ProcessHandle process : started) {
            process.onExit().get(END_SECONDS, TimeUnit.SECONDS);
        }
        Cli.Ended healed = Cli.plain()
                .run("nemesis", "heal", "--store", directory.resolve("store").toString());

        assertThat(healed.code()).as(healed.out()).isZero();
        assertThat(disks).isNotEmpty();
        assertThat(mounts("")).doesNotContainAnyElementsOf(disks);
    }

    /** The directory of the cluster that is on the command lines of its servers. */
    private static String instance(List<ProcessHandle> processes) {
        return processes.stream()
                .flatMap(process -> process.info().commandLine().stream())
                .map(INSTANCE::matcher)
                .filter(Matcher::find)
                .map(Matcher::group)
                .findFirst()
                .orElseThrow();
    }

    private static List<String> mounts(String below) throws IOException {
        return Files.readAllLines(Path.of("/proc/mounts")).stream()
                .filter(mount -> mount.contains(below))
                .toList();
    }

    private Cli.Ended run(String kinds, String interval, String seconds, String... more) {
        var arguments = new ArrayList<>(List.of("run", "--store", directory.toString(), "--seed", "3"));
        arguments.addAll(List.of("--nemesis", kinds, "--nemesis-interval", interval, "--time-limit", seconds));
        arguments.addAll(List.of(more));
        return Cli.plain().run(arguments.toArray(String[]::new));
    }
}
