package moirai.runs.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import moirai.generators.Workload;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunSettings;
import moirai.runs.StopRequest;
import moirai.runs.cases.Cases;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.Control;
import moirai.runs.cases.HistoryCase;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;
import moirai.runs.replay.WholeRun;
import org.junit.jupiter.api.Test;

/** A confirmed case is checked again on a real PostgreSQL, as before a run. */
class CorpusIT {

    private static CorpusCheck check(HistoryCase found, String isolation) throws InterruptedException {
        var settings = new RunSettings(
                found.header().seed(),
                Workload.append(),
                new Levels(isolation, IsolationLevel.SERIALIZABLE),
                new Load(10, Duration.ofSeconds(1), Load.UNLIMITED),
                EvidenceRule.NONE);
        var run = new WholeRun(settings, Products.POSTGRES.target(Wish.of(isolation)));
        return CorpusCheck.of(found, run, "the run itself comes next", Duration.ofMinutes(1), new StopRequest());
    }

    @Test
    void aCaseIsShownAtItsLevelAndGoneWhereTheLevelIsRaised() throws InterruptedException {
        HistoryCase skew = Cases.writeSkew();
        var place = new Confirmation.Place("PostgreSQL 18.6", "repeatable-read");
        HistoryCase confirmed =
                skew.confirmed(List.of(new Confirmation(Control.EXACT, skew.order(), 20, 20, 0, place)));

        CorpusCheck weak = check(confirmed, "repeatable-read");
        CorpusCheck strong = check(confirmed, "serializable");

        assertThat(weak.toString()).isIn("SHOWN 20 of 20", "SHOWN 19 of 20");
        assertThat(strong.word()).as(strong.toString()).isEqualTo(CorpusCheck.Word.GONE);
        assertThat(strong.text())
                .startsWith("0 of ")
                .endsWith(", with that which had shown it 20 of 20 at repeatable-read: gone at serializable");
    }
}
