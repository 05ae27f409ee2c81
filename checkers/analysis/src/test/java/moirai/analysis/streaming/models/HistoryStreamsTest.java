package moirai.analysis.streaming.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.sets.SerialOracle;
import moirai.analysis.streaming.HistoryStream;
import moirai.analysis.streaming.Past;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.analysis.validation.LevelChecker;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

/** A stream tells some anomalies before it ends, and no others. */
class HistoryStreamsTest {

    private static final Outcome COMMITTED = new Outcome.Committed();
    private static final int[] NOTHING = {};

    private static HistoryBuilder of(String workload) {
        return new HistoryBuilder(
                new RunHeader(new Seed(1), workload, "serializable", "serializable", "simulated", Instant.EPOCH));
    }

    /** Returns a stream that has judged the transactions, and is told that others may follow. */
    private static HistoryStream judged(HistoryBuilder builder) {
        History ended = builder.build();
        HistoryStream stream =
                HistoryStreams.of(ended.dataModel(), ended.header(), Past.NONE, StreamLimits.DEFAULT, Optional.empty());
        stream.accept(ended, new HistoryBuilder(ended.header()).build(), 1_000);
        stream.judge();
        return stream;
    }

    private static Standing strict(HistoryStream stream) {
        return stream.progress().levels().getOrDefault(IsolationLevel.STRICT_SERIALIZABLE, Standing.UNKNOWN);
    }

    @Test
    void staleReadOfARegisterIsToldAtOnce() {
        HistoryStream stream = judged(of("register")
                .write(1, 7)
                .end(0, COMMITTED, 0, 10)
                .readInitial(1)
                .end(1, COMMITTED, 20, 30));

        assertThat(strict(stream)).isEqualTo(Standing.BROKEN);
        assertThat(stream.sightings()).isNotEmpty();
    }

    @Test
    void elementThatALaterReadMissesIsToldAtOnce() {
        HistoryStream stream = judged(of("set")
                .add(1, 7)
                .end(0, COMMITTED, 0, 10)
                .readSet(1, NOTHING, 0)
                .end(1, COMMITTED, 20, 30));

        assertThat(strict(stream)).isEqualTo(Standing.BROKEN);
    }

    @Test
    void elementOfARefusedTransactionIsToldAtOnce() {
        HistoryStream stream = judged(of("set")
                .add(1, 7)
                .end(0, new Outcome.Aborted("refused"), 0, 10)
                .readSet(1, new int[] {7}, 1)
                .end(1, COMMITTED, 20, 30));

        assertThat(stream.progress().levels()).containsEntry(IsolationLevel.READ_COMMITTED, Standing.BROKEN);
    }

    /**
     * The read was over before anybody added the element again, and what is told stays told. As a whole, which takes no
     * times at this level, the history is serial if the last comes first. Such reads of the future are not compared.
     */
    @Test
    void elementOfARefusedTransactionThatIsAddedAgainLaterIsOfTheFutureForTheWholeAlone() {
        History whole = of("set")
                .add(1, 7)
                .end(0, new Outcome.Aborted("refused"), 0, 10)
                .readSet(1, new int[] {7}, 1)
                .end(1, COMMITTED, 20, 30)
                .add(1, 7)
                .end(2, COMMITTED, 1_020, 1_030)
                .build();
        HistoryStream stream = judged(of("set").add(whole.txn(0)).add(whole.txn(1)));
        stream.accept(of("set").add(whole.txn(2)).build(), of("set").build(), 2_000);
        stream.finish();

        assertThat(stream.progress().levels()).containsEntry(IsolationLevel.READ_COMMITTED, Standing.BROKEN);

        assertThat(SerialOracle.holds(whole, SerialOracle.Order.ANY)).isTrue();
        assertThat(SerialOracle.holds(whole, SerialOracle.Order.REALTIME)).isFalse();
        Findings findings = new LevelChecker().ofEveryLevel().analyze(whole);
        assertThat(findings.at(IsolationLevel.SERIALIZABLE)).isInstanceOf(Verdict.Pass.class);
        assertThat(findings.at(IsolationLevel.STRONG_READ_COMMITTED)).isInstanceOf(Verdict.Fail.class);
        assertThat(ModelStreamProperties.readsTheFuture(whole)).isTrue();
    }

    /** Its increment may be in the sum, since the client has not heard of the end. */
    @Test
    void openIncrementMayBeReadAndIsNotMissed() {
        History ended =
                of("counter").readCounter(1, 5).end(0, COMMITTED, 20, 30).build();
        History open = of("counter").increment(1, 5).endUnfinished(1, 10).build();
        HistoryStream stream =
                HistoryStreams.of(ended.dataModel(), ended.header(), Past.NONE, StreamLimits.DEFAULT, Optional.empty());

        stream.accept(ended, open, 1_000);
        stream.judge();

        assertThat(stream.sightings()).isEmpty();
        assertThat(strict(stream)).isEqualTo(Standing.UNKNOWN);
    }

    @Test
    void counterThatMissesWhatHadEndedIsToldAfterThatIsForgotten() {
        HistoryStream stream = judged(of("counter").increment(1, 5).end(0, COMMITTED, 0, 10));
        assertThat(stream.progress().work().held()).isZero();

        HistoryBuilder later = of("counter").readCounter(1, 4).end(1, COMMITTED, 1_020, 1_030);
        stream.accept(later.build(), of("counter").build(), 2_000);
        stream.judge();

        assertThat(strict(stream)).isEqualTo(Standing.BROKEN);
    }

    @Test
    void wrongTotalIsToldAtOnce() {
        HistoryStream stream = judged(of("bank key-count=2 total=100")
                .readCounter(0, 50)
                .readCounter(1, 49)
                .end(0, COMMITTED, 0, 10));

        assertThat(strict(stream)).isEqualTo(Standing.BROKEN);
        assertThat(stream.sightings())
                .singleElement()
                .satisfies(seen -> assertThat(seen.sighting().count()).isOne());
    }

    /** Nobody says how many accounts there are: the read may be of some of them. */
    @Test
    void totalOfUnknownAccountsProvesNothing() {
        HistoryStream stream =
                judged(of("bank").readCounter(0, 50).readCounter(1, 49).end(0, COMMITTED, 0, 10));

        assertThat(stream.sightings()).isEmpty();
    }

    /** Another transaction may write the same value: only runs of ours say that none does. */
    @Test
    void valuesThatMayRepeatProveNothing() {
        var builder = new HistoryBuilder(RunHeader.NONE);
        HistoryStream stream = judged(
                builder.write(1, 7).end(0, COMMITTED, 0, 10).readInitial(1).end(1, COMMITTED, 20, 30));
        stream.finish();
        Findings found = stream.findings(List.of(), List.of()).findings();

        assertThat(found.anomalies()).isEmpty();
        assertThat(found.at(IsolationLevel.READ_COMMITTED))
                .isInstanceOfSatisfying(
                        Verdict.Undecided.class,
                        open -> assertThat(open.reason()).contains("unique"));
    }

    /** A session that hangs holds its key, although nobody else has used it for long. */
    @Test
    void openTransactionKeepsItsKeyInUse() {
        RunHeader header = of("register").build().header();
        HistoryStream stream = HistoryStreams.of(
                DataModel.REGISTER, header, Past.NONE, new StreamLimits(2, 4, 2, 10), Optional.empty());
        History none = new HistoryBuilder(header).build();
        for (int i = 0; i < 60; i++) {
            long start = 10L * i;
            History ended = of("register")
                    .write(i == 0 ? 1 : 100 + i, 1)
                    .end(0, COMMITTED, start, start + 1)
                    .build();
            // What hangs since 15 holds up the judgement of others for a while only.
            boolean isHanging = i > 1;
            History open = of("register").write(1, 8).endUnfinished(2, 15).build();
            stream.accept(ended, isHanging ? open : none, start + 2);
            stream.judge();
        }
        History last = of("register").write(1, 8).end(2, COMMITTED, 15, 1_000).build();
        stream.accept(last, none, 1_001);
        stream.finish();

        assertThat(strict(stream)).isEqualTo(Standing.HOLDS);
    }
}
