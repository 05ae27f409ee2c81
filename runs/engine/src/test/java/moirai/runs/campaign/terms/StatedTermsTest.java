package moirai.runs.campaign.terms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunResult;
import moirai.runs.RunSettings;
import moirai.runs.RunWatcher;
import moirai.runs.StopRequest;
import moirai.runs.Target;
import moirai.runs.campaign.Threshold;
import moirai.runs.campaign.changes.KnownFailure;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.export.Export;
import moirai.runs.measures.KeptTerms;
import moirai.runs.measures.RunTerms;
import moirai.runs.report.RunText;
import moirai.runs.store.RunStore;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of whole runs on the simulated database, most of them with write skew, which serializable forbids. */
class StatedTermsTest {

    private static final LocalDate DAY = LocalDate.of(2026, 12, 31);
    private static final Target BROKEN = new Target.Planted(PlantedBug.WRITE_SKEW, 0.5);
    private static final Target HONEST = new Target.Honest(MemoryIsolation.STRICT_SERIALIZABLE);

    @TempDir
    private Path root;

    private RunResult run(Target target, RunTerms terms) throws InterruptedException {
        var settings = new RunSettings(
                new Seed(42),
                Workload.append(),
                new Levels("serializable", IsolationLevel.STRICT_SERIALIZABLE),
                new Load(10, Duration.ofMinutes(10), 3_000),
                EvidenceRule.DEFAULT);
        var store = new RunStore(root);
        var place = new StoredRun.Place(store, store.create("test", Instant.EPOCH), List.of("run", "--seed", "2a"));
        return new StoredRun(settings, place, new LevelChecker(), new StopRequest(), RunWatcher.SILENT)
                .under(terms)
                .execute(target);
    }

    private static StatedTerms known(LocalDate day, String database, String shape) {
        return new StatedTerms(
                List.of(),
                new KnownFailures(List.of(new KnownFailure(shape, database, "reported", "", "storage", DAY)), day),
                List.of());
    }

    private static StatedTerms requires(String... figures) {
        return new StatedTerms(List.of(figures).stream().map(Threshold::parse).toList(), KnownFailures.NONE, List.of());
    }

    @Test
    void aRunWhoseViolationsAreAllKnownEndsWithZeroAndSaysSo() throws InterruptedException {
        RunResult run = run(BROKEN, known(DAY, "*", "*-*"));

        assertThat(run.exitCode()).isEqualTo(ExitCode.VALID);
        assertThat(run.judgement().exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(RunText.of(run).replaceAll("\\s+", " "))
                .startsWith("verdict: INVALID")
                .contains("every violation is known and accepted, see below")
                .contains("accepted ")
                .contains("until 2026-12-31: reported (storage)");
        assertThat(RunSummary.read(run.directory()).ending().exitCode()).isZero();
        assertThat(RunSummary.read(run.directory()).found().beside().terms().acceptsAll())
                .isTrue();
    }

    /** Of very many shapes a run keeps some: what nobody can name is not known. */
    @Test
    void aViolationWithoutAShapeIsNotAccepted() throws InterruptedException, IOException {
        Path run = run(BROKEN, RunTerms.NONE).directory();
        StatedTerms terms = known(DAY, "*", "*-*");
        assertThat(terms.of(run).acceptsAll()).isTrue();

        Path record = run.resolve("run.json");
        String text = Files.readString(record);
        Files.writeString(record, text.replaceFirst("\"G2-item\" : (\\d+)", "\"G2-item\" : 9$1"));

        assertThat(Files.readString(record)).isNotEqualTo(text);
        assertThat(terms.of(run).acceptsAll()).isFalse();
        assertThat(terms.of(run).remarks()).anyMatch(remark -> remark.startsWith("known, beside what is not: "));
    }

    /** A CI server has to show the same as the exit code says. */
    @Test
    void exportsOfAnAcceptedRunAreGreenAndNameTheReason() throws InterruptedException {
        Path run = run(BROKEN, known(DAY, "*", "*-*")).directory();

        assertThat(Export.JUNIT.of(run))
                .doesNotContain("<failure", "<error")
                .contains("known and accepted: ")
                .contains("until 2026-12-31");
        assertThat(Export.SARIF.of(run)).contains("\"status\" : \"accepted\"");
        assertThat(Export.MARKDOWN.of(run)).contains("| accepted |");
    }

    @Test
    void oneViolationThatIsNotKnownKeepsTheRunInvalid() throws InterruptedException {
        RunResult run = run(BROKEN, known(DAY, "*", "*-G1a-*"));

        assertThat(run.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(run.beside().measures().terms()).isEqualTo(KeptTerms.NONE);
    }

    @Test
    void anAcceptanceEndsWithItsDayAndHoldsForItsDatabaseAlone() throws InterruptedException {
        RunResult late = run(BROKEN, known(DAY.plusDays(1), "*", "*-*"));
        RunResult elsewhere = run(BROKEN, known(DAY, "PostgreSQL 18.*", "*-*"));

        assertThat(late.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(late.notes())
                .anySatisfy(note ->
                        assertThat(note).endsWith("is not accepted any more: it was known until 2026-12-31 (storage)"));
        assertThat(elsewhere.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(elsewhere.notes()).isEmpty();
    }

    @Test
    void aFigureThatIsMissedEndsWithOneAlthoughTheLevelHolds() throws InterruptedException {
        RunResult run = run(HONEST, requires("committed > 1000", "committed > 1000000"));

        assertThat(run.judgement().exitCode()).isEqualTo(ExitCode.VALID);
        assertThat(run.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(RunText.of(run).replaceAll("\\s+", " "))
                .startsWith("verdict: VALID")
                .contains("1 required figure missed, see below")
                .contains("missed committed > 1000000 (was ");
        assertThat(Export.JUNIT.of(run.directory()))
                .contains("required: committed &gt; 1000\"")
                .contains("<failure type=\"threshold\"");
    }

    /** What nobody measured is not reached, whatever the verdict. */
    @Test
    void aFigureThatIsNotKnownIsMissed() throws InterruptedException {
        RunResult run = run(HONEST, requires("availability > 1%"));

        assertThat(run.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(run.beside().measures().terms().missed())
                .containsExactly("availability > 1% (not known: no faults, or a virtual clock)");
    }

    @Test
    void aFigureThatIsReachedIsATestThatPasses() throws InterruptedException {
        RunResult run = run(HONEST, requires("committed > 1000"));

        assertThat(run.exitCode()).isEqualTo(ExitCode.VALID);
        assertThat(Export.JUNIT.of(run.directory()))
                .contains("required: committed &gt; 1000\"")
                .doesNotContain("<failure", "<error");
    }
}
