package moirai.runs.interim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import moirai.history.Elements;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryWriter;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HistoryFollowerTest {

    @TempDir
    private Path path;

    @Test
    void judgementThatGoesOnToItsEndIsThatOfTheRun() throws InterruptedException {
        record();

        try (var follower = HistoryFollower.start(path, IsolationLevel.SERIALIZABLE, verdict -> {})) {
            assertThat(follower.rest())
                    .hasValueSatisfying(streamed ->
                            assertThat(streamed.evidence().committed()).isEqualTo(1));
        }
    }

    /** Whatever breaks it, the history has to be judged anew. */
    @Test
    void judgementThatBreaksOffWithAnErrorIsNone() throws InterruptedException {
        record();

        try (var follower = HistoryFollower.start(path, IsolationLevel.SERIALIZABLE, verdict -> {
            throw new StackOverflowError("planted");
        })) {
            assertThat(follower.rest()).isEmpty();
        }
    }

    private void record() {
        var header = new RunHeader(new Seed(1), "append", "serializable", "serializable", "test", Instant.EPOCH);
        List<Op> ops = List.of(new Op.Append(1, 1), new Op.Read(1, Elements.of(1)));
        try (HistoryWriter writer = HistoryDirectory.create(path, header, HistoryDirectory.Options.LIVE)
                .forWriters(1)
                .writer(0)) {
            writer.begin(0, TxnPlan.of(ops), 0);
            writer.end(new Txn(0, ops, new Outcome.Committed(), 0, 1));
        }
    }
}
