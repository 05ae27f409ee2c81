package moirai.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.cli.ChildProcess;
import moirai.cli.Cli;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Outcome;
import moirai.history.files.HistoryReader;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.faults.JournalReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs with faults on a real PostgreSQL. */
@Timeout(3_000)
class NemesisIT {

    /**
     * The number of times that a run is killed. A seed and a database can be named too; the longest test is {@code
     * -Dmoirai.kills=50 -Dmoirai.kills.db=postgres:3}.
     */
    private static final int KILLS = Integer.getInteger("moirai.kills", 2);

    private static final long KILLS_SEED = Long.getLong("moirai.kills.seed", 7);
    private static final String KILLS_DB = System.getProperty("moirai.kills.db", "postgres");
    private static final String KILLS_FAULTS = KILLS_DB.equals("postgres")
            ? "kill,pause,partition,slow"
            : "kill,pause,restart,failover,partition,slow,cut";

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
        assertThat(ended.out()).contains("\nverdict: VALID", "  durable  all ").containsPattern("\\s0\\s+left:\\s");
        List<FaultEvent> faults = HistoryReader.read(directory.resolve("latest/history"))
                .history()
                .faults();
        List<String> seen = faults.stream().map(FaultEvent::fault).toList();
        // A kind that finds the only node down each time, by another one's doing, has nobody to do it to.
        assertThat(kinds).filteredOn(seen::contains).hasSizeGreaterThanOrEqualTo(kinds.size() - 1);
        assertThat(seen).contains("final-reads");
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
        var random = new SplittableRandom(KILLS_SEED);
        Process bystander = new ProcessBuilder("sleep", "6000").start();
        List<String> rules = rules();
        try {
            signal("STOP", bystander.pid());
            for (int kill = 0; kill < KILLS; kill++) {
                killOnce(Files.createDirectory(directory.resolve("kill-" + kill)), random.nextLong(4_000), bystander);
            }
            assertThat(state(bystander.toHandle()))
                    .as("foreign processes are left as they are")
                    .isEqualTo("T");
            assertThat(rules()).as("foreign rules are left as they are").isEqualTo(rules);
        } finally {
            bystander.destroyForcibly();
        }
    }

    private static void killOnce(Path place, long afterMillis, Process bystander) throws Exception {
        List<ProcessHandle> started;
        Path instance;
        try (var child = ChildProcess.start(
                place, "run", "--db", KILLS_DB, "--nemesis", KILLS_FAULTS, "--nemesis-interval", "500ms")) {
            child.awaitOutput("fault · ");
            // A count of bytes may never be reached: such faults can starve the run for its whole minute.
            child.awaitCommitted(place.resolve("store"));
            assertThat(child.endsWithin(afterMillis)).isFalse();
            started = child.descendants();
            instance = instance(started);
            assertThat(instance).isDirectory();
            child.signal("KILL");
            assertThat(child.exitCode()).isEqualTo(137);
        }
        for (ProcessHandle process : started) {
            process.onExit().get(END_SECONDS, TimeUnit.SECONDS);
        }
        // The caretaker was one of them, and it removes the directory before it ends.
        assertThat(instance).doesNotExist();
        assertThat(ProcessHandle.allProcesses().map(NemesisIT::commandLine))
                .noneMatch(line -> line.contains(instance + "/"));
        Path store = place.resolve("store");
        Path journal = store.resolve("latest/faults.journal");
        assertThat(JournalReader.read(journal).steps()).isNotEmpty();
        blame(bystander, journal);
        Cli.Ended healed = Cli.plain().run("nemesis", "heal", "--store", store.toString());
        assertThat(healed.code()).as(healed.out()).isZero();
        assertThat(JournalReader.read(store.resolve("latest/faults.journal")).open())
                .isEmpty();
        Cli.Ended check = Cli.plain().run("check", "--store", store.toString());
        assertThat(check.code()).as("%s%s", check.out(), check.err()).isIn(0, 1, 2, 3);
        History history = HistoryReader.read(store.resolve("latest/history")).history();
        assertThat(IntStream.range(0, history.txnCount()).mapToObj(history::outcome))
                .hasAtLeastOneElementOfType(Outcome.Committed.class);
    }

    /** Returns the folder in which the run has its servers: every caretaker is started with a script in it. */
    private static Path instance(List<ProcessHandle> started) {
        return started.stream()
                .flatMap(process -> Stream.of(commandLine(process).split(" ", -1)))
                .filter(word -> word.endsWith("/caretaker.sh"))
                .map(word -> Path.of(word).resolveSibling("."))
                .map(Path::normalize)
                .findFirst()
                .orElseThrow();
    }

    private static String commandLine(ProcessHandle process) {
        return process.info().commandLine().orElse("");
    }

    /** Adds a fault to the journal whose process is gone, so that its number is the bystander's by now. */
    private static void blame(Process bystander, Path journal) throws IOException {
        String line = "{\"id\":9999,\"step\":\"injected\",\"at\":\"2026-01-01T00:00:00Z\",\"nanos\":1,"
                + "\"fault\":\"pause\",\"target\":\"n1\",\"processes\":[{\"pid\":" + bystander.pid()
                + ",\"started\":1000}]}\n";
        try (var channel = FileChannel.open(journal, StandardOpenOption.WRITE)) {
            channel.truncate(JournalReader.read(journal).wholeBytes());
            channel.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)), channel.size());
        }
    }

    private Cli.Ended run(String kinds, String... more) {
        var arguments = new ArrayList<>(List.of("run", "--store", directory.toString(), "--nemesis", kinds));
        arguments.addAll(List.of("--nemesis-interval", "2", "--seed", "3"));
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

    /** The packet filter's rules, without counters; empty where there is none, or none that we may read. */
    private static List<String> rules() throws IOException {
        try (var lines = new ProcessBuilder("sh", "-c", "iptables-save 2>/dev/null")
                .start()
                .inputReader()) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.replaceFirst(" \\[\\d+:\\d+]$", ""))
                    .toList();
        }
    }

    private static String state(ProcessHandle process) throws IOException {
        String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        return stat.substring(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
    }
}
