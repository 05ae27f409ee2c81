package moirai.runs.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.EvidenceRule;
import moirai.runs.Levels;
import moirai.runs.Load;
import moirai.runs.RunSettings;
import moirai.runs.Target;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Origin;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;
import org.junit.jupiter.api.Test;

class WholeRunTest {

    private static final HistoryCase FOUND =
            SampleCases.of(SampleCases.ABORTED_READ, Phenomenon.G1A, IsolationLevel.READ_COMMITTED, "serializable");
    private static final Load TIMED = new Load(10, Duration.ofSeconds(1), Load.UNLIMITED);

    private static Load load(Target target, HistoryCase found) {
        var settings = new RunSettings(
                found.header().seed(),
                Workload.append(),
                new Levels("serializable", IsolationLevel.SERIALIZABLE),
                TIMED,
                EvidenceRule.NONE);
        return new WholeRun(settings, target).settings(found).load();
    }

    /** The number of transactions in a second depends on the machine; their effects do not. */
    @Test
    void aSimulationIsRepeatedByTheNumberOfItsTransactions() {
        Load again = load(new Target.Planted(PlantedBug.ABORTED_READ, 0.1), FOUND);

        assertThat(again.txnCount()).isEqualTo(FOUND.origin().txnCount()).isEqualTo(5_000);
        assertThat(again.timeLimit()).isGreaterThan(TIMED.timeLimit());
        assertThat(again.concurrency()).isEqualTo(TIMED.concurrency());
    }

    @Test
    void aLiveRunAndOneOfUnknownSizeAreRepeatedAsTheyWereAsked() {
        Target live = Products.named("h2").orElseThrow().target(Wish.of("serializable"));
        var unknown = new HistoryCase(
                FOUND.claim(), FOUND.history(), new Origin("memory", "", List.of(), 0, List.of()), List.of());

        assertThat(load(live, FOUND)).isEqualTo(TIMED);
        assertThat(load(new Target.Planted(PlantedBug.ABORTED_READ, 0.1), unknown))
                .isEqualTo(TIMED);
    }
}
