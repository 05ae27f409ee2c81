package moirai.runs.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import moirai.analysis.Checker;
import moirai.analysis.listappend.ListAppendChecker;
import moirai.clients.Client;
import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.dialects.EmbeddedDatabase;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunException;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.interim.AnomalyKind;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;
import moirai.runs.report.RunText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class StoredRunTest {

    private static final Target WRITE_SKEW = new Target.Planted(PlantedBug.WRITE_SKEW, 0.5);
    private static final Target HONEST = new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE);

    @TempDir
    private Path root;

    private final StopRequest stop = new StopRequest();

    @Test
    void runJsonSaysWhatWasRunAndWhatCameOut() throws Exception {
        RunResult run = run(new ListAppendChecker(), 3_000, WRITE_SKEW);

        JsonNode json =
                new ObjectMapper().readTree(run.directory().resolve("run.json").toFile());
        assertThat(json.at("/schema").intValue()).isEqualTo(1);
        assertThat(json.at("/result/verdict").textValue()).isEqualTo("INVALID");
        assertThat(json.at("/result/exit-code").intValue()).isEqualTo(1);
        assertThat(json.at("/setup/seed").textValue()).isEqualTo("2a");
        assertThat(json.at("/setup/workload").textValue()).startsWith("append key-dist=");
        assertThat(json.at("/identity/argv/0").textValue()).isEqualTo("run");
        assertThat(json.at("/found/anomalies/G2-item").intValue()).isPositive();
        assertThat(json.at("/seen/counts/committed").intValue()).isGreaterThan(2_000);
    }

    @Test
    void resultsHaveTheShapeOfJepsens() throws Exception {
        RunResult run = run(new ListAppendChecker(), 3_000, WRITE_SKEW);

        assertThat(run.directory().resolve("results.edn"))
                .content()
                .startsWith("{:valid? false\n")
                .contains(":anomaly-types [:G2-item", ":not #{:repeatable-read}", ":also-not #{:serializable");
        JsonNode json = new ObjectMapper()
                .readTree(run.directory().resolve("results.json").toFile());
        assertThat(json.at("/valid?").booleanValue()).isFalse();
        assertThat(json.at("/not/0").textValue()).isEqualTo("repeatable-read");
    }

    @Test
    void everyWitnessIsExplainedAndDrawn() throws Exception {
        RunResult run = run(new ListAppendChecker(), 3_000, WRITE_SKEW);

        Path first = run.directory().resolve("anomalies/G2-item-1");
        assertThat(first.resolve("explanation.txt")).content().contains("write skew", "a contradiction!");
        assertThat(first.resolve("cycle.dot")).content().startsWith("digraph");
    }

    @Test
    void theRunThatRecordsIsTheLatest() throws Exception {
        RunResult run = run(new ListAppendChecker(), 500, HONEST);

        assertThat(root.resolve("latest").toRealPath())
                .isEqualTo(run.directory().toRealPath());
    }

    @Test
    void resultsThatCannotBeWrittenDoNotChangeTheVerdict() throws Exception {
        RunDirectory directory = new RunStore(root).create("test", Instant.EPOCH);
        Files.createDirectory(directory.path().resolve("results.json"));

        RunResult run = execute(directory, new ListAppendChecker(), 3_000, WRITE_SKEW);

        assertThat(run.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(run.notes()).singleElement().asString().contains("not all result files could be written");
        assertThat(directory.record()).exists();
    }

    /** A verdict that nobody can look up later is unknown, and a full disk is no defect. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "needs /dev/full")
    void verdictThatADiskHasNoRoomForIsUnknown() throws Exception {
        RunDirectory directory = new RunStore(root).create("test", Instant.EPOCH);
        Files.createSymbolicLink(directory.path().resolve(".run.json.part"), Path.of("/dev/full"));

        RunResult run = execute(directory, new ListAppendChecker(), 3_000, HONEST);

        assertThat(run.exitCode()).isEqualTo(ExitCode.UNKNOWN);
        assertThat(run.notes())
                .singleElement()
                .asString()
                .startsWith("run.json could not be written: ")
                .contains("No space left on device");
        assertThat(RunText.of(run))
                .startsWith("verdict: UNKNOWN · expected ")
                .contains("not decided: the run", "see the notes", "note     run.json could not be written");
        assertThat(directory.record()).doesNotExist();
    }

    @Test
    void thePageIsThereAndNamesTheAnomalies() throws Exception {
        RunResult run = run(new ListAppendChecker(), 3_000, WRITE_SKEW);

        assertThat(run.directory().resolve("report.html")).content().contains("G2-item-rw-rw", "./run.json");
    }

    @Test
    void aPageThatCannotBeWrittenDoesNotChangeTheVerdict() throws Exception {
        RunDirectory directory = new RunStore(root).create("test", Instant.EPOCH);
        Files.createDirectories(directory.path().resolve("report.html/taken"));

        RunResult run = execute(directory, new ListAppendChecker(), 3_000, WRITE_SKEW);

        assertThat(run.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(run.notes()).singleElement().asString().startsWith("the report report.html could not be written");
        assertThat(directory.record()).exists();
    }

    @Test
    void aStoppedRunWithNothingFoundEndsWithTheSignalsCode() throws Exception {
        stop.ask(ExitCode.INTERRUPTED);

        RunResult run = run(new ListAppendChecker(), 3_000, HONEST);

        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(run.directory().resolve("run.json")).exists();
    }

    @Test
    void aRunThatAnAnomalyStoppedEndsWithTheCodeOfItsVerdictAndSaysWhy() throws Exception {
        stop.ask("an anomaly was found (--stop-on anomaly)");

        RunResult run = run(new ListAppendChecker(), 3_000, HONEST);

        assertThat(run.exitCode()).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
        assertThat(json(run).at("/identity/stopped").textValue()).isEqualTo("an anomaly was found (--stop-on anomaly)");
        assertThat(RunText.of(run)).contains("  stopped  an anomaly was found (--stop-on anomaly)\n");
    }

    @Test
    void aRunThatEndedByItselfWasNotStopped() throws Exception {
        RunResult run = run(new ListAppendChecker(), 500, HONEST);

        assertThat(json(run).at("/identity/stopped").textValue()).isEmpty();
        assertThat(RunText.of(run)).doesNotContain("stopped");
    }

    /** Who is told of the end finds everything in the directory; what goes wrong there is noted in it. */
    @Test
    void whoWatchesIsToldOfTheEndWhenEverythingIsStored() throws Exception {
        var kinds = new ArrayList<AnomalyKind>();
        var watcher = new RunWatcher() {
            private RunHeader header = RunHeader.NONE;

            @Override
            public void recording(RunHeader recorded) {
                header = recorded;
            }

            @Override
            public List<String> ended(RunResult result, Supplier<List<AnomalyKind>> found) {
                assertThat(result.header()).isEqualTo(header);
                assertThat(result.directory().resolve("run.json")).exists();
                assertThat(result.directory().resolve("report.html")).exists();
                kinds.addAll(found.get());
                return List.of("nobody heard it");
            }
        };

        RunDirectory directory = new RunStore(root).create("test", Instant.EPOCH);
        RunResult run = execute(directory, new ListAppendChecker(), WRITE_SKEW, watcher);

        assertThat(kinds).isNotEmpty().allMatch(AnomalyKind::isForbidden);
        assertThat(kinds.stream().mapToLong(AnomalyKind::count).sum())
                .isEqualTo(run.judgement().findings().counts().values().stream()
                        .mapToInt(Integer::intValue)
                        .sum());
        assertThat(run.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(run.notes()).containsExactly("nobody heard it");
        assertThat(json(run).at("/result/notes/0").textValue()).isEqualTo("nobody heard it");
    }

    @Test
    void aWatcherThatBreaksChangesNoVerdict() throws Exception {
        var watcher = new RunWatcher() {
            @Override
            public List<String> ended(RunResult result, Supplier<List<AnomalyKind>> found) {
                throw new IllegalStateException("broken");
            }
        };

        RunDirectory directory = new RunStore(root).create("test", Instant.EPOCH);
        RunResult run = execute(directory, new ListAppendChecker(), WRITE_SKEW, watcher);

        assertThat(run.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(run.notes()).singleElement().asString().contains("was not told of its end");
    }

    private static JsonNode json(RunResult run) throws IOException {
        return new ObjectMapper().readTree(run.directory().resolve("run.json").toFile());
    }

    @Test
    void aRunWithTooLittleEvidenceIsNotAPass() throws Exception {
        assertThat(run(new ListAppendChecker(), 50, HONEST).exitCode()).isEqualTo(ExitCode.INSUFFICIENT_EVIDENCE);
    }

    @Test
    void aRunWhoseDatabaseCannotBeReachedLeavesNoRunJson() {
        Target.Clients nobody = (endpoint, sessions) -> {
            throw new ClientException("nobody listens at " + endpoint);
        };
        RunDirectory directory = new RunStore(root).create("test", Instant.EPOCH);
        var target = new Target.Existing(new Endpoint("jdbc:postgresql://127.0.0.1:1/x", "", ""), nobody);

        assertThatThrownBy(() -> execute(directory, new ListAppendChecker(), 500, target))
                .isInstanceOf(ClientException.class);
        assertThat(directory.record()).doesNotExist();
        assertThat(new RunStore(root).newest()).isEmpty();
    }

    @Test
    void aRunJsonThatCannotBeWrittenHidesNoViolation() throws Exception {
        RunDirectory directory = new RunStore(root).create("test", Instant.EPOCH);
        Files.createDirectory(directory.path().resolve(".run.json.part"));

        assertThat(execute(directory, new ListAppendChecker(), 3_000, WRITE_SKEW)
                        .exitCode())
                .isEqualTo(ExitCode.INVALID);
    }

    @Test
    void aRunJsonThatCannotBeWrittenIsAnError() throws Exception {
        RunDirectory directory = new RunStore(root).create("test", Instant.EPOCH);
        Files.createDirectory(directory.path().resolve(".run.json.part"));

        RunResult run = execute(directory, new ListAppendChecker(), 3_000, HONEST);

        assertThat(run.exitCode()).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(run.notes()).singleElement().asString().startsWith("run.json could not be written: ");
        assertThat(RunText.of(run).replaceAll("\\s+", " "))
                .startsWith("verdict: VALID · expected ")
                .contains(" · but the run ended with 255 (internal error), see the notes decided ");
    }

    @Test
    void aRunThatFailsStillTellsWhatItLeft() {
        var target = new Target.Existing(
                new Endpoint("jdbc:postgresql://127.0.0.1:1/x", "", ""), (endpoint, sessions) -> new Lost());
        RunDirectory directory = new RunStore(root).create("test", Instant.EPOCH);

        assertThatThrownBy(() -> execute(directory, new ListAppendChecker(), 500, target))
                .isInstanceOfSatisfying(
                        RunException.class,
                        failed -> assertThat(failed.exitCode()).isEqualTo(ExitCode.CLEAN_UP_INCOMPLETE))
                .hasMessage("no session 0; clean-up incomplete: the tables are left");
    }

    @Test
    void aDatabaseThatCannotBeRemovedIsAnError() {
        var h2 = (Target.InProcess) Products.named("h2").orElseThrow().target(Wish.of("serializable"));
        var target = new Target.InProcess(() -> new Irremovable(h2.maker().get()), h2.clients());
        RunDirectory directory = new RunStore(root).create("test", Instant.EPOCH);

        assertThatThrownBy(() -> execute(directory, new ListAppendChecker(), 200, target))
                .isInstanceOf(ClientException.class)
                .hasMessage("a part of it is left");
    }

    /** A database whose removal fails. */
    private record Irremovable(EmbeddedDatabase database) implements EmbeddedDatabase {

        @Override
        public Endpoint endpoint() {
            return database.endpoint();
        }

        @Override
        public void close() {
            database.close();
            throw new ClientException("a part of it is left");
        }
    }

    /** A database that disappears as soon as it has its tables. */
    private static final class Lost implements ClientFactory {

        @Override
        public void prepare() {}

        @Override
        public String databaseVersion() {
            return "lost";
        }

        @Override
        public Client open(int session, LongSupplier clock) {
            throw new ClientException("no session " + session);
        }

        @Override
        public void close() {
            throw new ClientException("the tables are left");
        }
    }

    private RunResult run(Checker checker, long txnCount, Target target) throws InterruptedException, IOException {
        return execute(new RunStore(root).create("test", Instant.EPOCH), checker, txnCount, target);
    }

    private RunResult execute(RunDirectory directory, Checker checker, long txnCount, Target target)
            throws InterruptedException {
        return new StoredRun(settings(txnCount), place(directory), checker, stop, RunWatcher.SILENT).execute(target);
    }

    private RunResult execute(RunDirectory directory, Checker checker, Target target, RunWatcher watcher)
            throws InterruptedException {
        return new StoredRun(settings(3_000), place(directory), checker, stop, watcher).execute(target);
    }

    private StoredRun.Place place(RunDirectory directory) {
        return new StoredRun.Place(new RunStore(root), directory, List.of("run", "--seed", "2a"));
    }

    private static RunSettings settings(long txnCount) {
        return new RunSettings(
                new Seed(42),
                Workload.append(),
                new Levels("strict-serializable", IsolationLevel.STRICT_SERIALIZABLE),
                new Load(10, Duration.ofMinutes(10), txnCount),
                EvidenceRule.DEFAULT);
    }
}
