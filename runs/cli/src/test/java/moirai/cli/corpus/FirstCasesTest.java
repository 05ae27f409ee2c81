package moirai.cli.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunSettings;
import moirai.runs.StopRequest;
import moirai.runs.cases.Claim;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Origin;
import moirai.runs.corpus.Corpus;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;
import moirai.runs.replay.WholeRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the cases that a run replays before it begins; H2 shows write skew at what it calls serializable. */
class FirstCasesTest {

    private static final String LEVEL = "serializable";

    @TempDir
    private Path folder;

    private final StringWriter said = new StringWriter();

    private static HistoryCase writeSkew() {
        var header =
                new RunHeader(new Seed(7), Workload.append().toString(), LEVEL, LEVEL, "H2 2.3.232", Instant.EPOCH);
        History parsed = HistoryNotation.parse("""
                T0 s3 @1000..9000 r10=[] a25=7
                T1 s5 @2000..8000 r25=[] a10=8
                """);
        var history = new HistoryBuilder(header);
        for (int txn = 0; txn < parsed.txnCount(); txn++) {
            history.add(parsed.txn(txn));
        }
        return new HistoryCase(
                new Claim.Forbidden(Phenomenon.G2_ITEM, IsolationLevel.SERIALIZABLE),
                history.build(),
                new Origin("h2", "", List.of("run", "--db", "h2"), 5000, List.of()),
                List.of());
    }

    private ExitCode replay(String product) throws InterruptedException {
        return replay(product, IsolationLevel.SERIALIZABLE);
    }

    private ExitCode replay(String product, IsolationLevel expected) throws InterruptedException {
        return replay(product, "h2", expected);
    }

    private ExitCode replay(String product, String database, IsolationLevel expected) throws InterruptedException {
        var settings = new RunSettings(
                new Seed(7),
                Workload.append(),
                new Levels(LEVEL, expected),
                new Load(10, Duration.ofSeconds(1), Load.UNLIMITED),
                EvidenceRule.NONE);
        var run = new WholeRun(settings, Products.named(database).orElseThrow().target(Wish.of(LEVEL)));
        return FirstCases.replay(new Corpus(folder), product, run, new PrintWriter(said, true), new StopRequest());
    }

    @Test
    void promotedCasesOfTheProductAreReplayedAndNoOthers() throws IOException, InterruptedException {
        var corpus = new Corpus(folder);
        corpus.add(writeSkew());

        assertThat(replay("h2")).isEqualTo(ExitCode.VALID);
        corpus.promote(corpus.entries().getFirst());
        assertThat(replay("postgres")).isEqualTo(ExitCode.VALID);
        assertThat(said.toString()).isEmpty();

        assertThat(replay("h2")).isEqualTo(ExitCode.INVALID);
        assertThat(said.toString()).startsWith("corpus     " + writeSkew().fingerprint() + ": SHOWN ");
    }

    @Test
    void whatTheRunAllowsIsNotAsked() throws IOException, InterruptedException {
        var corpus = new Corpus(folder);
        corpus.add(writeSkew());
        corpus.promote(corpus.entries().getFirst());

        assertThat(replay("h2", IsolationLevel.SNAPSHOT_ISOLATION)).isEqualTo(ExitCode.VALID);
        assertThat(said.toString()).contains("not asked, as snapshot-isolation, which is expected here, allows it");
    }

    /** SQLite refuses one of the two transactions, so that a case which it once had shown is gone. */
    @Test
    void whatIsGoneIsNotMentioned() throws IOException, InterruptedException {
        var corpus = new Corpus(folder);
        HistoryCase skew = writeSkew();
        var place = new Confirmation.Place("SQLite 3.40.0", LEVEL);
        var before = new Confirmation(Control.EXACT, skew.order(), 20, 20, 0, place);
        corpus.add(skew.confirmed(List.of(before)));
        corpus.promote(corpus.entries().getFirst());

        assertThat(replay("h2", "sqlite", IsolationLevel.SERIALIZABLE)).isEqualTo(ExitCode.VALID);
        assertThat(said.toString()).isEmpty();
    }
}
