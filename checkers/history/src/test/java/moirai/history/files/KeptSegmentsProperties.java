package moirai.history.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Recordings;
import moirai.history.Txn;
import moirai.history.keeping.Keep;
import moirai.history.keeping.Manifest;
import moirai.history.keeping.SegmentKeeper;
import moirai.history.keeping.SegmentSpan;
import moirai.history.keeping.TimeSpan;
import moirai.history.resuming.HistoryExtent;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever is dropped, and wherever that is killed, the rest reads, and nothing is missing that nobody named. */
class KeptSegmentsProperties {

    private static final long SECOND = 1_000_000_000L;
    private static final Keep.Recent POLICY = new Keep.Recent(Duration.ofSeconds(1), true, true);

    /** Transactions of sessions that append to one list and read it, so that segments need their dictionaries. */
    private static List<List<Txn>> writers(Random random) {
        var list = new ArrayList<Integer>();
        var writers = new ArrayList<List<Txn>>();
        for (int writer = 0; writer < 1 + random.nextInt(3); writer++) {
            var txns = new ArrayList<Txn>();
            long nanos = random.nextLong(SECOND);
            for (int i = 0; i < random.nextInt(40); i++) {
                list.add(list.size());
                long end = nanos + random.nextLong(3 * SECOND);
                int[] seen = list.stream().mapToInt(element -> element).toArray();
                List<Op> ops = List.of(new Op.Append(7, list.size() - 1), new Op.Read(7, Elements.of(seen)));
                txns.add(new Txn(writer, ops, new Outcome.Committed(), nanos, end));
                nanos = end + random.nextLong(SECOND);
            }
            writers.add(txns);
        }
        return writers;
    }

    private static List<SegmentSpan> spans(Path directory) {
        try (HistoryTail tail = HistoryTail.open(directory)) {
            tail.finish();
            while (!tail.poll(20).isEnd()) {}
            return tail.passed();
        }
    }

    private static Map<Path, byte[]> files(Path directory) {
        var contents = new TreeMap<Path, byte[]>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                contents.put(file, Files.readAllBytes(file));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return contents;
    }

    private static void restore(Path directory, Map<Path, byte[]> contents) throws IOException {
        for (Path file : files(directory).keySet()) {
            Files.delete(file);
        }
        for (var file : contents.entrySet()) {
            Files.write(file.getKey(), file.getValue());
        }
    }

    private static void requireReadable(
            Path directory, List<List<Txn>> writers, List<SegmentSpan> spans, Manifest manifest) {
        HistoryReader.Loaded loaded = HistoryReader.read(directory);
        assertThat(loaded.history().isComplete()).isEqualTo(manifest.isEmpty());
        assertThat(loaded.warnings()).hasSize(manifest.isEmpty() ? 0 : 1);
        if (!manifest.isEmpty()) {
            assertThat(loaded.warnings().getFirst())
                    .contains("were dropped by --keep 1s,anomalies,faults after everything up to ")
                    .endsWith(" had been judged; this is the part that was kept");
        }
        long all = writers.stream().mapToLong(List::size).sum();
        assertThat(HistoryExtent.of(directory).txns()).isEqualTo(all);
        assertThat(HistoryExtent.of(directory).lastNanos())
                .isEqualTo(writers.stream()
                        .flatMap(List::stream)
                        .mapToLong(Txn::endNanos)
                        .max()
                        .orElse(0));
        for (int writer = 0; writer < writers.size(); writer++) {
            assertThat(ofSession(loaded.history(), writer))
                    .isEqualTo(kept(writers.get(writer), writer, spans, manifest));
        }
        try (HistoryTail tail = HistoryTail.open(directory)) {
            tail.finish();
            var pieces = new ArrayList<HistoryTail.Piece>();
            do {
                pieces.add(tail.poll(15));
            } while (!pieces.getLast().isEnd());
            assertThat(pieces.getLast().warnings()).isEqualTo(loaded.warnings());
            assertThat(tail.hasSkipped()).isEqualTo(!manifest.isEmpty());
            for (int writer = 0; writer < writers.size(); writer++) {
                int session = writer;
                assertThat(pieces.stream().flatMap(piece -> ofSession(piece.ended(), session).stream()))
                        .isEqualTo(ofSession(loaded.history(), session));
            }
        }
    }

    private static List<Txn> ofSession(History history, int session) {
        return Recordings.txns(history).stream()
                .filter(txn -> txn.session() == session)
                .toList();
    }

    private static List<Txn> kept(List<Txn> txns, int writer, List<SegmentSpan> spans, Manifest manifest) {
        var kept = new ArrayList<Txn>();
        int next = 0;
        for (SegmentSpan span : spans) {
            if (span.writer() == writer) {
                if (!manifest.isDropped(writer, span.segment())) {
                    kept.addAll(txns.subList(next, (int) span.contents().txnsUpTo()));
                }
                next = (int) span.contents().txnsUpTo();
            }
        }
        kept.addAll(txns.subList(next, txns.size()));
        return kept;
    }

    @Property(tries = 150)
    void whatIsKeptReadsWhereverADropIsKilled(@ForAll Random random) throws IOException {
        try (var scratch = new Scratch()) {
            List<List<Txn>> writers = writers(random);
            var options = new HistoryDirectory.Options(false, 60 + random.nextInt(200));
            scratch.record(options, writers, List.of());
            List<SegmentSpan> spans = spans(scratch.path);
            var keeper = new SegmentKeeper(scratch.path, POLICY);
            keeper.passed(spans);
            requireReadable(scratch.path, writers, spans, Manifest.NONE);
            for (int step = 1; step <= 3; step++) {
                Map<Path, byte[]> before = files(scratch.path);
                long proven = 40L * step * SECOND;
                List<TimeSpan> around = IntStream.range(0, random.nextInt(3))
                        .mapToObj(i -> TimeSpan.around(random.nextLong(proven), SECOND, 3 * SECOND))
                        .toList();
                keeper.drop(Scratch.judgedUpTo(proven), proven + random.nextLong(2 * SECOND), around);
                Map<Path, byte[]> after = files(scratch.path);

                requireReadable(scratch.path, writers, spans, keeper.manifest());
                List<Path> gone = before.keySet().stream()
                        .filter(file -> !after.containsKey(file))
                        .toList();
                restore(scratch.path, before);
                if (!gone.isEmpty()) {
                    // Killed before the manifest was renamed, and then between deletions.
                    Path manifest = scratch.path.resolve(Manifest.NAME);
                    Path part = Files.writeString(scratch.path.resolve(Manifest.NAME + ".new"), "moirai segm");
                    requireReadable(scratch.path, writers, spans, Manifest.of(scratch.path));
                    Files.delete(part);
                    Files.write(manifest, after.getOrDefault(manifest, new byte[0]));
                    for (Path file : gone.subList(0, random.nextInt(gone.size()))) {
                        Files.delete(file);
                    }
                    requireReadable(scratch.path, writers, spans, keeper.manifest());
                    assertThat(new SegmentKeeper(scratch.path, POLICY).manifest())
                            .isEqualTo(keeper.manifest());
                    assertThat(gone).noneMatch(Files::exists);
                }
                requireReadable(scratch.path, writers, spans, keeper.manifest());
            }
        }
    }

    @Property(tries = 50)
    void segmentThatNoManifestNamesIsMissed(@ForAll Random random) throws IOException {
        try (var scratch = new Scratch()) {
            List<List<Txn>> writers = writers(random);
            scratch.record(new HistoryDirectory.Options(false, 60), writers, List.of());
            List<SegmentSpan> spans = spans(scratch.path);
            var keeper = new SegmentKeeper(scratch.path, POLICY);
            keeper.passed(spans);
            keeper.drop(Scratch.judgedUpTo(20 * SECOND), 20 * SECOND, List.of());
            List<SegmentSpan> kept = spans.stream()
                    .filter(span -> !keeper.manifest().isDropped(span.writer(), span.segment()))
                    .toList();
            if (kept.isEmpty()) {
                return;
            }
            SegmentSpan lost = kept.get(random.nextInt(kept.size()));
            Path file = scratch.segment(lost.writer(), lost.segment());
            Files.delete(file);

            assertThatThrownBy(() -> HistoryReader.read(scratch.path))
                    .isInstanceOf(HistoryFormatException.class)
                    .hasMessageContaining(file.getFileName() + ": missing, although");
        }
    }

    @Property(tries = 20)
    void damagedManifestIsRefused(@ForAll Random random) throws IOException {
        try (var scratch = new Scratch()) {
            scratch.record(new HistoryDirectory.Options(false, 60), writers(random), List.of());
            var keeper = new SegmentKeeper(scratch.path, POLICY);
            keeper.passed(spans(scratch.path));
            if (keeper.drop(Scratch.judgedUpTo(Long.MAX_VALUE), Long.MAX_VALUE, List.of()) == 0) {
                return;
            }
            Path manifest = scratch.path.resolve(Manifest.NAME);
            byte[] bytes = Files.readAllBytes(manifest);
            bytes[random.nextInt(bytes.length)] ^= 1;
            Files.write(manifest, bytes);

            assertThatThrownBy(() -> HistoryReader.read(scratch.path))
                    .isInstanceOf(HistoryFormatException.class)
                    .hasMessageContaining("is damaged");
        }
    }
}
