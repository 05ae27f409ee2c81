package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Recordings;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.resuming.HistoryExtent;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Runs of random parts, of which each may have been killed at any byte of each of its files. */
class ResumedHistoryProperties {

    private static final Comparator<Txn> ORDER =
            Comparator.comparingLong(Txn::startNanos).thenComparingInt(Txn::session);

    @Property(tries = 200)
    void readersAgreeAndNothingThatWasWrittenIsMissing(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 4) int parts,
            @ForAll @IntRange(min = 1, max = 40) int piece) {
        var random = new Random(seed);
        try (var scratch = new Scratch()) {
            var ended = new ArrayList<Txn>();
            long nanos = 0;
            int session = 0;
            for (int part = 0; part < parts; part++) {
                int writers = 1 + random.nextInt(3);
                HistoryDirectory directory = HistoryDirectory.resume(
                                scratch.path, Scratch.HEADER, Scratch.SMALL_SEGMENTS)
                        .forWriters(writers);
                for (int writer = 0; writer < writers; writer++) {
                    nanos = record(directory, writer, session++, nanos, random, ended);
                }
                if (part > 0) {
                    assertThat(HistoryExtent.of(scratch.path).nextSession()).isEqualTo(session);
                }
            }

            List<Txn> whole = Recordings.txns(scratch.read().history());
            var pieces = new ArrayList<Txn>();
            try (var tail = HistoryTail.open(scratch.path)) {
                tail.finish();
                HistoryTail.Piece next;
                do {
                    next = tail.poll(piece);
                    pieces.addAll(Recordings.txns(next.ended()));
                } while (!next.isEnd());
                assertThat(next.warnings()).isEqualTo(scratch.read().warnings());
                assertThat(tail.late()).isEmpty();
            }

            assertThat(whole).containsAll(ended);
            assertThat(timeless(pieces)).isEqualTo(timeless(whole));
        }
    }

    /** Returns the transactions with the ends of unfinished ones left out, which readers choose. */
    private static List<Txn> timeless(List<Txn> txns) {
        return txns.stream()
                .map(txn -> txn.outcome().equals(Outcome.Indeterminate.UNFINISHED)
                        ? new Txn(txn.session(), txn.ops(), txn.outcome(), txn.startNanos(), txn.startNanos())
                        : txn)
                .sorted(ORDER)
                .toList();
    }

    private static long record(
            HistoryDirectory directory, int writer, int session, long from, Random random, List<Txn> ended) {
        HistoryWriter recording = directory.writer(writer);
        long nanos = from;
        int count = 1 + random.nextInt(30);
        for (int i = 0; i < count; i++) {
            Txn txn =
                    new Txn(session, List.of(new Op.Append(session, i)), new Outcome.Committed(), nanos + 1, nanos + 5);
            Scratch.record(recording, txn);
            ended.add(txn);
            nanos += 6;
        }
        if (random.nextBoolean()) {
            // Killed: the last end may not be on the disk, and its plan is.
            recording.begin(session, TxnPlan.of(new Op.Append(session, count)), nanos + 1);
            nanos += 6;
        } else {
            recording.close();
        }
        return nanos;
    }
}
