package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Labels;
import moirai.history.Recordings;
import moirai.history.SameHistory;
import moirai.history.Txn;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class HistoryCopyProperties {

    @Property
    void copyIsTheSameInAllColumns(
            @ForAll("recordings") List<Txn> txns,
            @ForAll boolean timed,
            @ForAll boolean complete,
            @ForAll boolean labelled) {
        var builder = new HistoryBuilder(Scratch.HEADER);
        txns.forEach(builder::add);
        builder.fault(new FaultEvent(7, FaultEvent.Phase.INJECTED, "kill", "n1"));
        if (labelled) {
            builder.labels(Labels.of(Map.of(1L, ":x", Long.MIN_VALUE, "größer"), Map.of(-5L, "\"five\"")));
        }
        History history = (timed ? builder : builder.untimed()).build(complete);
        try (var scratch = new Scratch()) {
            HistoryCopy.write(history, history.header(), scratch.path);

            HistoryReader.Loaded loaded = scratch.read();

            SameHistory.requireSame(loaded.history(), history);
            assertThat(loaded.warnings()).hasSize(complete ? 0 : 1);
        }
    }

    @Provide
    Arbitrary<List<Txn>> recordings() {
        return Arbitraries.oneOf(
                both(Recordings.txns(0), Recordings.txns(1)),
                Recordings.scanTxns(0),
                Recordings.registerTxns(0),
                Recordings.setTxns(0),
                Recordings.counterTxns(0));
    }

    private static Arbitrary<List<Txn>> both(Arbitrary<List<Txn>> some, Arbitrary<List<Txn>> others) {
        return Combinators.combine(some, others)
                .as((first, second) -> java.util.stream.Stream.concat(first.stream(), second.stream())
                        .toList());
    }
}
