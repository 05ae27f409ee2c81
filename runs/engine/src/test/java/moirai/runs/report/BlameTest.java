package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import moirai.clients.cql.CqlMode;
import moirai.runs.export.StoredRuns;
import moirai.runs.products.Promise;
import moirai.runs.store.RunSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlameTest {

    @TempDir
    private Path root;

    /** The planted bug breaks the level that the simulated database documents. */
    @Test
    void aBrokenPromiseIsABugOfTheDatabase() throws InterruptedException {
        RunSummary run = RunSummary.read(StoredRuns.invalid(root));

        assertThat(Blame.of(run.ending().meaning())).isEqualTo(Blame.DATABASE);
    }

    /** The sentence stands in stored runs of every version, so it is understood for as long as there are such runs. */
    @Test
    void theSentencesThatStoredRunsHaveAreUnderstood() {
        assertThat(Blame.of("not a bug of the database: its repeatable-read is documented as snapshot-isolation, which"
                        + " holds in all that was seen; the expectation, serializable, is stronger than the level asked"
                        + " for"))
                .isEqualTo(Blame.EXPECTATION);
        assertThat(Blame.of("not proven to be a bug of its isolation: InnoDB shows commits to readers before they are"
                        + " on the disk"))
                .isEqualTo(Blame.UNPROVEN);
        assertThat(Blame.of("commits that the database had acknowledged are gone; sessions disagree. DATABASE BUG,"
                        + " unless its settings allow it"))
                .isEqualTo(Blame.DATABASE);
        assertThat(Blame.of("commits that the database had acknowledged are gone. With asynchronous replication that"
                        + " is documented"))
                .isEqualTo(Blame.DOCUMENTED);
        assertThat(Blame.of("what this database promises at 'x' is not known to Moirai"))
                .isEqualTo(Blame.UNKNOWN);
        assertThat(Blame.of("")).isEqualTo(Blame.UNKNOWN);
    }

    @Test
    void aManualThatPromisesNothingIsAnException() {
        String exception = Promise.exception("Apache Cassandra 5.0.9, one node", CqlMode.BATCH.label())
                .orElseThrow();

        assertThat(Blame.of(exception)).isEqualTo(Blame.DOCUMENTED);
    }
}
