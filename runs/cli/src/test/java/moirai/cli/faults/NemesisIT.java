package moirai.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import moirai.cli.ChildProcess;
import moirai.cli.Cli;
import moirai.history.FaultEvent;
import moirai.history.files.HistoryReader;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.JournalReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs with faults on a real PostgreSQL. */
@Timeout(600)
class NemesisIT {

    /** How often a run is killed; 50 for the whole truth: {@code -Dmoirai.kills=50}. */
    private static final int KILLS = Integer.getInteger("moirai.kills", 2);

    private static final int END_SECONDS = 15;

    @TempDir
    private Path directory;

    @Test
    void everyFaultIsRecordedAndHealedAndNothingAcknowledgedIsLost() throws IOException {
        List<String> kinds = new ArrayList<>();
        for (FaultKind kind : FaultKind.values()) {
            if (kind.need() == FaultKind.Need.PROCESSES || kind.need() == FaultKind.Need.LINKS) {
                kinds.add(kind.label());
            }
        }
        Cli.Ended ended = run(String.join(",", kinds), "--time-limit", "15", "--isolation", "repeatable-read");

        assertThat(ended.code()).as("%s%s", ended.out(), ended.err()).isZero();
        assertThat(ended.out()).contains("\nverdict: VALID", "  durable  all ", " 0 left: ");
        List<FaultEvent> faults = HistoryReader.read(directory.resolve("latest/history"))
                .history()
                .faults();
        assertThat(faults).extracting(FaultEvent::fault).containsAll(kinds).contains("final-reads");
        assertThat(faults.stream().filter(event -> event.phase() == FaultEvent.Phase.INJECTED))
                .hasSameSizeAs(faults.stream()
                        .filter(event -> event.phase() == FaultEvent.Phase.HEALED)
                        .toList());
        assertThat(journal().open()).isEmpty();
        assertThat(Cli.plain()
                        .run("nemesis", "journal", directory.resolve("latest").toString())
                        .out())
                .contains(" intent ", " injected ", " healed ", "all that was injected is healed");
    }

    /** Moments are drawn from a fixed seed; what a run is at by then differs from machine to machine. */
    @Test
    void aRunThatIsKilledAtAnyMomentLeavesNothingThatRunsOrStandsStill() throws Exception {
        var random = new SplittableRandom(7);
        Process bystander = new ProcessBuilder("sleep", "600").start();
        try {
            signal("STOP", bystander.pid());
            for (int kill = 0; kill < KILLS; kill++) {
                killOnce(Files.createDirectory(directory.resolve("kill-" + kill)), random.nextLong(4_000));
            }
            assertThat(state(bystander.toHandle()))
                    .as("foreign processes are left as they are")
                    .isEqualTo("T");
        } finally {
            bystander.destroyForcibly();
        }
    }

    private static void killOnce(Path place, long afterMillis) throws Exception {
        List<ProcessHandle> started;
        try (var child = ChildProcess.start(
                place, "run", "--nemesis", "kill,pause,partition,slow", "--nemesis-interval", "500ms")) {
            child.awaitOutput("fault · ");
            assertThat(child.endsWithin(afterMillis)).isFalse();
            started = child.descendants();
            child.signal("KILL");
            assertThat(child.exitCode()).isEqualTo(137);
        }
        for (ProcessHandle process : started) {
            process.onExit().get(END_SECONDS, TimeUnit.SECONDS);
        }
        Path store = place.resolve("store");
        assertThat(JournalReader.read(store.resolve("latest/faults.journal")).steps())
                .isNotEmpty();
        Cli.Ended healed = Cli.plain().run("nemesis", "heal", "--store", store.toString());
        assertThat(healed.code()).as(healed.out()).isZero();
        assertThat(JournalReader.read(store.resolve("latest/faults.journal")).open())
                .isEmpty();
        Cli.Ended check = Cli.plain().run("check", "--store", store.toString());
        assertThat(check.code()).as("%s%s", check.out(), check.err()).isIn(0, 1, 2, 3);
    }

    private Cli.Ended run(String kinds, String... more) {
        var arguments = new ArrayList<>(List.of("run", "--store", directory.toString(), "--nemesis", kinds));
        arguments.addAll(List.of("--nemesis-interval", "1", "--seed", "3"));
        arguments.addAll(List.of(more));
        return Cli.plain().run(arguments.toArray(String[]::new));
    }

    private JournalReader journal() throws IOException {
        return JournalReader.read(directory.resolve("latest/faults.journal"));
    }

    private static void signal(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, String.valueOf(pid))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static String state(ProcessHandle process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    }
}
