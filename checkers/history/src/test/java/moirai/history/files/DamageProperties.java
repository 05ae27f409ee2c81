package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import moirai.history.Elements;
import moirai.history.FaultEvent;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Recordings;
import moirai.history.Txn;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Any bytes give a warning and a prefix of what was recorded, or a refusal. */
class DamageProperties {

    private static final Outcome COMMITTED = new Outcome.Committed();
    private static final List<Txn> TXNS = List.of(
            new Txn(0, List.of(new Op.Append(1, 5), new Op.Read(1, Elements.of(3, 4))), COMMITTED, 1000, 2000),
            new Txn(0, List.of(new Op.Read(1, Elements.of(3, 4, 5))), new Outcome.Aborted("40001"), 3000, 4000),
            new Txn(0, List.of(new Op.Append(2, -1)), COMMITTED, 5000, 6000),
            new Txn(0, List.of(new Op.Read(2, Elements.EMPTY)), new Outcome.Indeterminate("08006"), 7000, 8000));
    private static final List<FaultEvent> FAULTS =
            List.of(new FaultEvent(9000, FaultEvent.Phase.INJECTED, "kill", "n1"));

    private static final Scratch LIVE = recorded(HistoryDirectory.Options.LIVE);
    private static final Scratch SMALL_SEGMENTS = recorded(new HistoryDirectory.Options(false, 80));
    private static final Scratch SIMULATION = recorded(HistoryDirectory.Options.SIMULATION);

    /** Returns what is damaged: recorded on disk once, and kept in memory. */
    private static Scratch recorded(HistoryDirectory.Options options) {
        try (var disk = new Scratch()) {
            disk.record(options, List.of(TXNS), FAULTS);
            return disk.inMemory();
        }
    }

    @Example
    void tailTornAtAnyByteIsSkippedAndSaid() {
        forEachCut((whole, cut) -> Arrays.copyOf(whole, cut));
    }

    @Example
    void tailOfZerosFromAnyByteOnIsSkippedAndSaid() {
        forEachCut((whole, cut) -> Arrays.copyOf(Arrays.copyOf(whole, cut), whole.length + 5000));
    }

    private interface Cut {
        byte[] apply(byte[] whole, int cut);
    }

    private static void forEachCut(Cut cut) {
        try (var scratch = LIVE.inMemory()) {
            Path file = scratch.segment(0, 1);
            byte[] whole = Scratch.bytes(file);
            int headerEnd = SegmentFormat.PREAMBLE_BYTES
                    + SegmentFormat.FRAME_HEADER_BYTES
                    + ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN).getInt(SegmentFormat.PREAMBLE_BYTES);
            int seen = 0;
            for (int at = 0; at < whole.length; at++) {
                byte[] torn = cut.apply(whole, at);
                Scratch.write(file, torn);
                if (at < headerEnd) {
                    assertThat(scratch.isRefused()).as("cut at %d", at).isTrue();
                } else {
                    HistoryReader.Loaded loaded = scratch.read();
                    requirePrefix(loaded, at);
                    requireSkipped(loaded.warnings().getFirst(), file, torn.length);
                    assertThat(loaded.history().txnCount()).isGreaterThanOrEqualTo(seen);
                    seen = loaded.history().txnCount();
                }
            }
            assertThat(seen).isEqualTo(TXNS.size());
        }
    }

    private static void requireSkipped(String warning, Path file, int size) {
        var place = java.util.regex.Pattern.compile(java.util.regex.Pattern.quote(file.toString())
                        + " at offset (\\d+): (?:not closed|skipped (\\d+) bytes that are no whole frame)"
                        + "; the run was killed or goes on")
                .matcher(warning);
        assertThat(place.matches()).as(warning).isTrue();
        int skipped = place.group(2) == null ? 0 : Integer.parseInt(place.group(2));
        assertThat(Integer.parseInt(place.group(1)) + skipped).isEqualTo(size);
    }

    /** Requires all transactions as recorded, except the last, whose end may be lost. */
    private static void requirePrefix(HistoryReader.Loaded loaded, int at) {
        assertThat(loaded.warnings()).as("damage at %d", at).isNotEmpty();
        assertThat(loaded.history().isComplete()).isFalse();
        List<Txn> found = Recordings.txns(loaded.history());
        for (int i = 0; i < found.size(); i++) {
            if (i == found.size() - 1 && found.get(i).outcome().equals(Outcome.Indeterminate.UNFINISHED)) {
                assertThat(found.get(i).startNanos()).isEqualTo(TXNS.get(i).startNanos());
            } else {
                assertThat(found.get(i)).as("damage at %d", at).isEqualTo(TXNS.get(i));
            }
        }
    }

    @Example
    void everyFlippedBitIsNoticed() {
        try (var scratch = LIVE.inMemory()) {
            Path file = scratch.segment(0, 1);
            byte[] whole = Scratch.bytes(file);
            for (int bit = 0; bit < 8 * whole.length; bit++) {
                byte[] flipped = whole.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                Scratch.write(file, flipped);
                if (!scratch.isRefused()) {
                    requirePrefix(scratch.read(), bit / 8);
                }
            }
        }
    }

    @Property(tries = 500)
    void scribblesOnSeveralSegmentsAreNoticed(
            @ForAll @IntRange(max = 1000) int which,
            @ForAll @IntRange(max = 1000) int at,
            @ForAll @Size(min = 1, max = 12) byte[] scribble) {
        try (var scratch = SMALL_SEGMENTS.inMemory()) {
            List<Path> segments = scratch.segments();
            Path file = segments.get(which % segments.size());
            byte[] whole = Scratch.bytes(file);
            byte[] changed = scribbled(whole, at, scribble);
            Scratch.write(file, changed);
            if (Arrays.equals(whole, changed)) {
                assertThat(scratch.read().warnings()).isEmpty();
            } else if (isOfOlderVersion(whole, changed)) {
                assertThat(Recordings.txns(scratch.read().history())).isEqualTo(TXNS);
            } else if (!scratch.isRefused()) {
                requirePrefix(scratch.read(), at % whole.length);
            }
        }
    }

    private static byte[] scribbled(byte[] whole, int at, byte[] scribble) {
        byte[] changed = whole.clone();
        int from = at % whole.length;
        System.arraycopy(scribble, 0, changed, from, Math.min(scribble.length, whole.length - from));
        return changed;
    }

    /** The number of version 2 or 4 alone is no damage: their rules are those of today for what they could hold. */
    private static boolean isOfOlderVersion(byte[] whole, byte[] changed) {
        byte[] older = whole.clone();
        older[SegmentFormat.MAGIC_BYTES] = changed[SegmentFormat.MAGIC_BYTES];
        return Arrays.equals(older, changed)
                && List.of((byte) 2, (byte) 4).contains(changed[SegmentFormat.MAGIC_BYTES]);
    }

    /** Whatever is damaged, all that stands in other segments is salvaged, and nothing that was not recorded. */
    @Property(tries = 500)
    void whatIsWholeIsSalvaged(
            @ForAll @IntRange(max = 1000) int which,
            @ForAll @IntRange(max = 1000) int at,
            @ForAll @Size(min = 1, max = 12) byte[] scribble) {
        try (var scratch = SMALL_SEGMENTS.inMemory()) {
            List<Path> segments = scratch.segments();
            Path file = segments.get(which % segments.size());
            Scratch.write(file, scribbled(Scratch.bytes(file), at, scribble));

            HistoryReader.Loaded salvaged = HistoryReader.salvage(scratch.path);

            assertThat(salvaged.warnings().isEmpty())
                    .isEqualTo(salvaged.history().isComplete());
            if (!scratch.isRefused()) {
                assertThat(Recordings.txns(salvaged.history()))
                        .isEqualTo(Recordings.txns(scratch.read().history()));
                assertThat(salvaged.warnings()).isEqualTo(scratch.read().warnings());
            }
            requireRecorded(Recordings.txns(salvaged.history()), whole(scratch, file));
        }
    }

    @Example
    void whatIsWholeIsSalvagedWhereASegmentIsMissing() throws IOException {
        for (int i = 0; i + 1 < SMALL_SEGMENTS.segments().size(); i++) {
            try (var scratch = SMALL_SEGMENTS.inMemory()) {
                Path file = scratch.segments().get(i);
                Files.delete(file);

                HistoryReader.Loaded salvaged = HistoryReader.salvage(scratch.path);

                assertThat(scratch.isRefused()).isTrue();
                assertThat(salvaged.warnings()).containsExactly(file + ": missing, with all that it held");
                requireRecorded(Recordings.txns(salvaged.history()), whole(scratch, file));
            }
        }
    }

    /** Returns the transactions of all segments but one; each holds one, but the first, which is full of its header. */
    private static List<Txn> whole(Scratch scratch, Path without) {
        var whole = new ArrayList<Txn>();
        for (int i = 0; i < TXNS.size(); i++) {
            if (!scratch.segment(0, i + 2).equals(without)) {
                whole.add(TXNS.get(i));
            }
        }
        return whole;
    }

    private static void requireRecorded(List<Txn> found, List<Txn> atLeast) {
        assertThat(found).containsAll(atLeast);
        assertThat(found)
                .allSatisfy(txn -> assertThat(TXNS)
                        .anySatisfy(recorded -> assertThat(txn.equals(recorded)
                                        || (txn.outcome().equals(Outcome.Indeterminate.UNFINISHED)
                                                && txn.startNanos() == recorded.startNanos()))
                                .isTrue()));
        assertThat(found.stream().map(Txn::startNanos)).doesNotHaveDuplicates();
    }

    /** With a valid checksum, records may say anything; the reader still only refuses. */
    @Property(tries = 2000)
    void recordsThatMakeNoSenseAreRefusedOrRead(
            @ForAll @IntRange(max = 1000) int at, @ForAll @Size(min = 1, max = 6) byte[] scribble) {
        try (var scratch = SIMULATION.inMemory()) {
            Path file = scratch.segment(0, 1);
            byte[] changed = Scratch.bytes(file);
            int from = SegmentFormat.PREAMBLE_BYTES + at % (changed.length - SegmentFormat.PREAMBLE_BYTES);
            System.arraycopy(scribble, 0, changed, from, Math.min(scribble.length, changed.length - from));
            repairChecksums(changed);
            Scratch.write(file, changed);

            if (!scratch.isRefused()) {
                assertThat(scratch.read().history().txnCount()).isLessThan(1000);
            }
        }
    }

    /** Makes the checksum of every frame fit its bytes. */
    static void repairChecksums(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int frame = SegmentFormat.PREAMBLE_BYTES;
        while (frame + SegmentFormat.FRAME_HEADER_BYTES <= bytes.length) {
            int length = buffer.getInt(frame);
            if (length <= 0 || length > bytes.length - frame - SegmentFormat.FRAME_HEADER_BYTES) {
                return;
            }
            var crc = new CRC32C();
            crc.update(bytes, frame + SegmentFormat.FRAME_HEADER_BYTES, length);
            buffer.putInt(frame + Integer.BYTES, (int) crc.getValue());
            frame += SegmentFormat.FRAME_HEADER_BYTES + length;
        }
    }
}
