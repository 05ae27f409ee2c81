package moirai.nemesis.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FaultJournalTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void whatIsWrittenIsRead() throws IOException {
        Path file = directory.resolve(FaultJournal.NAME);
        FaultNews kill = news(1, FaultStep.INTENT);
        FaultNews failed = new FaultNews(1, FaultStep.FAILED, 9, "kill", "n2", "no \"such\" node\n");
        try (var journal = FaultJournal.create(file, "run 7")) {
            journal.write(kill, List.of(new ProcessMark(77, 5), new ProcessMark(78, 6)));
            journal.write(failed, List.of());
        }

        JournalReader read = JournalReader.read(file);

        assertThat(read.run()).isEqualTo("run 7");
        assertThat(read.isTorn()).isFalse();
        assertThat(read.steps()).extracting(JournalReader.Entry::news).containsExactly(kill, failed);
        assertThat(read.steps().getFirst().processes()).containsExactly(new ProcessMark(77, 5), new ProcessMark(78, 6));
        assertThat(read.open()).hasSize(1);
    }

    /** After kill -9 the file may end anywhere, but what is read is always what was written first. */
    @Test
    void aJournalThatEndsAtAnyByteIsReadUpToItsLastWholeLine() throws IOException {
        Path file = directory.resolve(FaultJournal.NAME);
        try (var journal = FaultJournal.create(file, "läuft")) {
            for (int id = 1; id <= 2; id++) {
                journal.write(news(id, FaultStep.INTENT), List.of(new ProcessMark(id, id)));
                journal.write(news(id, FaultStep.HEALED), List.of());
            }
        }
        byte[] whole = Files.readAllBytes(file);
        List<JournalReader.Entry> all = JournalReader.read(file).steps();
        for (int size = 0; size <= whole.length; size++) {
            Path cut = directory.resolve("cut");
            Files.write(cut, Arrays.copyOf(whole, size));
            JournalReader read = JournalReader.read(cut);
            long lines = new String(whole, 0, size, StandardCharsets.ISO_8859_1)
                    .chars()
                    .filter(c -> c == '\n')
                    .count();
            assertThat(read.steps()).isEqualTo(all.subList(0, (int) Math.max(0, lines - 1)));
            assertThat(read.isTorn()).isEqualTo(size > 0 && whole[size - 1] != '\n');
        }
    }

    @Test
    void whatIsNoJournalIsRefusedWithFileAndLine() throws IOException {
        Path file = directory.resolve("other");
        Files.writeString(file, "{\"journal\":1,\"run\":\"r\"}\n{\"id\":1,\"step\":\"dance\"}\n");

        assertThatThrownBy(() -> JournalReader.read(file))
                .isInstanceOf(JournalException.class)
                .hasMessageContaining("other: line 2")
                .hasMessageContaining("dance");
    }

    @Test
    void theJournalOfARunThatLivesIsLeftAlone() throws IOException {
        Path file = directory.resolve(FaultJournal.NAME);
        try (var journal = FaultJournal.create(file, "r")) {
            journal.write(news(1, FaultStep.INTENT), List.of());
            assertThat(PastFaults.heal(file).isRunning()).isTrue();
        }
        assertThat(JournalReader.read(file).open()).hasSize(1);
    }

    /** The run may be in the middle of a line, and what is read of it could be out of date when it is cut. */
    @Test
    void theJournalOfARunThatLivesIsNotEvenRead() throws IOException {
        Path file = directory.resolve(FaultJournal.NAME);
        try (var journal = FaultJournal.create(file, "r")) {
            journal.write(news(1, FaultStep.INTENT), List.of());
            Files.writeString(file, "nonsense\n", java.nio.file.StandardOpenOption.APPEND);

            assertThat(PastFaults.heal(file).isRunning()).isTrue();
        }
    }

    @Test
    void whatIsNoJournalIsNeitherHealedNorCut() throws IOException {
        Path file = directory.resolve(FaultJournal.NAME);
        Files.writeString(file, "nonsense\nmore");

        assertThatThrownBy(() -> PastFaults.heal(file)).isInstanceOf(JournalException.class);

        assertThat(Files.readString(file)).isEqualTo("nonsense\nmore");
    }

    @Test
    void ofADeadRunTheProcessesAreWokenAndThatIsWrittenDown() throws Exception {
        Path file = directory.resolve(FaultJournal.NAME);
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(new ProcessBuilder("sh", "-c", "kill -s STOP " + process.pid())
                            .start()
                            .waitFor())
                    .isZero();
            try (var journal = FaultJournal.create(file, "r")) {
                journal.write(news(1, FaultStep.INTENT), List.of(ProcessMark.of(process.pid())));
            }
            Files.writeString(file, "{\"id\":2,\"st", java.nio.file.StandardOpenOption.APPEND);

            PastFaults.Outcome outcome = PastFaults.heal(file, 10);

            assertThat(outcome.left()).isEmpty();
            assertThat(outcome.healed()).hasSize(1);
            assertThat(outcome.healed().getFirst()).isEqualTo("kill n2: woken, still runs: process " + process.pid());
            assertThat(Files.readString(Path.of("/proc/" + process.pid() + "/stat")))
                    .doesNotContain(") T ");
            JournalReader read = JournalReader.read(file);
            assertThat(read.open()).isEmpty();
            assertThat(read.isTorn()).isFalse();
        } finally {
            process.destroyForcibly();
            process.waitFor(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void aLaterProcessOfTheSameNumberIsNotTouched() {
        long pid = ProcessHandle.current().pid();

        assertThat(ProcessMark.of(pid).find()).isPresent();
        assertThat(new ProcessMark(pid, ProcessMark.of(pid).startedMillis() - 60_000).find())
                .isEmpty();
        assertThat(new ProcessMark(pid, 0).find()).isEmpty();
    }

    private static FaultNews news(int id, FaultStep step) {
        return new FaultNews(id, step, 1_000_000L * id, "kill", "n2", "");
    }
}
