package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Recordings;
import moirai.history.Txn;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RoundTripProperties {

    @Property
    void recordedIsReadBack(
            @ForAll("writers") List<List<Txn>> writers,
            @ForAll("faults") List<FaultEvent> faults,
            @ForAll boolean buffered,
            @ForAll boolean smallSegments) {
        try (var scratch = new Scratch()) {
            scratch.record(new HistoryDirectory.Options(buffered, smallSegments ? 1 : 1 << 20), writers, faults);

            HistoryReader.Loaded loaded = scratch.read();

            History history = loaded.history();
            assertThat(loaded.warnings()).isEmpty();
            assertThat(history.isComplete()).isTrue();
            assertThat(history.header()).isEqualTo(Scratch.HEADER);
            assertThat(Recordings.txns(history)).isEqualTo(merged(writers));
            assertThat(history.faults())
                    .isEqualTo(faults.stream()
                            .sorted(Comparator.comparingLong(FaultEvent::nanos))
                            .toList());
        }
    }

    /** The obvious merge: of the writers' next transactions the one that starts first, of equal ones the first. */
    private static List<Txn> merged(List<List<Txn>> writers) {
        var merged = new ArrayList<Txn>();
        int[] next = new int[writers.size()];
        while (true) {
            int first = -1;
            for (int i = 0; i < next.length; i++) {
                if (next[i] < writers.get(i).size()
                        && (first < 0
                                || writers.get(i).get(next[i]).startNanos()
                                        < writers.get(first).get(next[first]).startNanos())) {
                    first = i;
                }
            }
            if (first < 0) {
                return merged;
            }
            merged.add(writers.get(first).get(next[first]++));
        }
    }

    @Provide
    Arbitrary<List<List<Txn>>> writers() {
        return Combinators.combine(Recordings.txns(0), Recordings.txns(1), Recordings.scanTxns(2))
                .as(List::of);
    }

    @Provide
    Arbitrary<List<FaultEvent>> faults() {
        return Combinators.combine(
                        Arbitraries.longs(),
                        Arbitraries.of(FaultEvent.Phase.class),
                        Arbitraries.of("kill", "", "größer €"),
                        Arbitraries.of("n1", "n2"))
                .as(FaultEvent::new)
                .list()
                .ofMaxSize(4);
    }
}
