package moirai.history.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import moirai.history.HistoryFormatException;
import moirai.history.keeping.Manifest;

/**
 * One writer's segments, read one after the other as a chain of records.
 *
 * <p>Knows how segments follow each other and where a chain may end; {@link TxnCursor} knows the meaning of the records
 * between HEADER and ROLL or CLOSE.
 *
 * <p>A chain that {@linkplain #growing grows} does not end where its file does: {@link #nextFrame} finds later what is
 * added. One that is {@linkplain #salvaging salvaged} goes on behind damage, with the next segment that is whole at its
 * begin.
 */
final class WriterChain implements AutoCloseable {

    private final Path directory;
    private final int writer;
    private int lastSegment;
    private int segment;
    private Manifest manifest;
    private boolean hasSkipped;
    /** The number of transactions in the dropped segments, and all before, behind which the chain went on last. */
    private long txnsSkipped;

    private SegmentInput input;
    private Optional<SegmentHeader> header = Optional.empty();
    private final List<String> warnings = new ArrayList<>();
    private boolean growing;
    private final boolean isSalvaged;
    private boolean hasLost;
    /** Whether magic and HEADER of this segment were read. */
    private boolean entered;
    /** Whether there was no further frame when the file, which grows, was last looked at. */
    private boolean waits;

    private boolean ended;
    private boolean isTorn;
    private long bytesBefore;

    /** Opens the chain of a writer of which nothing was dropped. */
    WriterChain(Path directory, int writer, int lastSegment) {
        this(directory, writer, lastSegment, Manifest.NONE);
    }

    WriterChain(Path directory, int writer, int lastSegment, Manifest manifest) {
        this(directory, writer, lastSegment, manifest, false, false);
    }

    private WriterChain(
            Path directory, int writer, int lastSegment, Manifest manifest, boolean growing, boolean isSalvaged) {
        this.manifest = manifest;
        this.growing = growing;
        this.isSalvaged = isSalvaged;
        this.directory = directory;
        this.writer = writer;
        this.segment = kept(SegmentFormat.FIRST_SEGMENT);
        this.lastSegment = Math.max(segment, lastSegment);
        if (isSalvaged) {
            passMissing();
        }
        this.input = SegmentInput.open(file());
        try {
            enterSegment();
        } catch (HistoryFormatException damage) {
            if (!isSalvaged) {
                input.close();
                throw damage;
            }
            salvage(damage);
        }
    }

    /** Opens the chain of a writer that may go on until {@link #finish}; its first segment exists or was dropped. */
    static WriterChain growing(Path directory, int writer) {
        return new WriterChain(directory, writer, SegmentFormat.FIRST_SEGMENT, Manifest.of(directory), true, false);
    }

    /** Opens a chain that goes on behind damage. Any of its segments but the last may be missing. */
    static WriterChain salvaging(Path directory, int writer, int lastSegment, Manifest manifest) {
        return new WriterChain(directory, writer, lastSegment, manifest, false, true);
    }

    /** Returns whether records are lost. */
    boolean hasLost() {
        return hasLost;
    }

    /** Returns whether this chain goes on behind damage, by {@link #salvage}. */
    boolean isSalvaged() {
        return isSalvaged;
    }

    /**
     * Goes on with the next segment that can be entered, or ends the chain if there is none. What is behind the damage
     * in its segment is lost: what a read shares with earlier ones is not known any more.
     */
    void salvage(HistoryFormatException damage) {
        Optional<HistoryFormatException> found = Optional.of(damage);
        while (found.isPresent()) {
            hasLost = true;
            warnings.add(found.get().getMessage() + "; " + input.bytesLeft() + " bytes of this segment are lost");
            input.close();
            ended = segment >= lastSegment;
            found = ended ? Optional.empty() : enterNext();
        }
    }

    private Optional<HistoryFormatException> enterNext() {
        segment = kept(segment + 1);
        passMissing();
        input = SegmentInput.open(file());
        try {
            enterSegment();
            return Optional.empty();
        } catch (HistoryFormatException damage) {
            return Optional.of(damage);
        }
    }

    private void passMissing() {
        while (segment < lastSegment && !Files.exists(file())) {
            hasLost = true;
            warnings.add(file() + ": missing, with all that it held");
            segment = kept(segment + 1);
        }
    }

    /** Notes that nothing will be added, and that this is the last segment: the chain ends where its files do. */
    void finish(int last) {
        growing = false;
        waits = false;
        lastSegment = Math.max(lastSegment, last);
        if (ended) {
            requireNoneAfterClose();
        } else if (entered) {
            input.grow();
        } else {
            enterAgain();
        }
    }

    /** Returns whether the last record was read. */
    boolean isEnded() {
        return ended;
    }

    int writer() {
        return writer;
    }

    /** Returns the number of the segment that is read. */
    int segment() {
        return segment;
    }

    /** Returns whether segments were passed over, since they were dropped. */
    boolean hasSkipped() {
        return hasSkipped;
    }

    /**
     * Returns the number of transactions in the segments that were passed over last, and in all before; 0 if none were.
     */
    long txnsSkipped() {
        return txnsSkipped;
    }

    /** Returns this segment or, if it was dropped, the next one that was not. */
    private int kept(int next) {
        Optional<Manifest.Range> dropped = manifest.rangeOf(writer, next);
        hasSkipped |= dropped.isPresent();
        txnsSkipped = dropped.map(Manifest.Range::txnCount).orElse(txnsSkipped);
        return dropped.map(range -> range.last() + 1).orElse(next);
    }

    /** Returns the header that all segments share; empty if not even the first was written whole. */
    Optional<SegmentHeader> header() {
        return header;
    }

    /** Returns warnings of what was skipped so far. */
    List<String> warnings() {
        return Collections.unmodifiableList(warnings);
    }

    Path file() {
        return directory.resolve(SegmentFormat.name(writer, segment));
    }

    /** Returns the version of the format of this segment. */
    int version() {
        return input.version();
    }

    Payload payload() {
        return input.payload();
    }

    /** Returns the number of bytes that were read, of all segments so far. */
    long bytesRead() {
        return bytesBefore + input.offset();
    }

    /** Returns the number of bytes of all segments. O(segments) calls of the operating system. */
    long bytes() {
        long bytes = 0;
        for (int number = SegmentFormat.FIRST_SEGMENT; number <= lastSegment; number++) {
            bytes += directory
                    .resolve(SegmentFormat.name(writer, number))
                    .toFile()
                    .length();
        }
        return bytes;
    }

    /**
     * Advances to the next frame of this segment; returns false at the end of the chain, and at that of a file which
     * grows.
     */
    boolean nextFrame() {
        if (ended || !hasEntered() || (waits && !input.grow())) {
            return false;
        }
        SegmentInput.Found found = input.next();
        if (growing && found != SegmentInput.Found.FRAME && input.grow()) {
            found = input.next();
        }
        waits = growing && found != SegmentInput.Found.FRAME;
        return switch (found) {
            case FRAME -> true;
            case END, TORN_TAIL -> {
                if (!growing) {
                    endTorn();
                }
                yield false;
            }
        };
    }

    /** Continues with the next segment, after a ROLL record. */
    void roll() {
        if (requireLastRecord("ROLL") != SegmentInput.Found.END) {
            throw input.damaged(input.bytesLeft() + " bytes after ROLL");
        }
        bytesBefore += input.offset();
        input.close();
        int before = segment;
        segment = kept(before + 1);
        // Not from the listing: a segment may be younger than it, but is always older than the ROLL before it.
        if (!Files.exists(file())) {
            // Dropped meanwhile.
            manifest = Manifest.of(directory);
            segment = kept(segment);
        }
        if (isSalvaged) {
            passMissing();
        }
        if (!Files.exists(file())) {
            throw new HistoryFormatException(
                    file().toString(), "missing, although " + SegmentFormat.name(writer, before) + " leads to it");
        }
        lastSegment = Math.max(lastSegment, segment);
        input = SegmentInput.open(file());
        enterSegment();
    }

    /** Ends the chain, after a CLOSE record. */
    void end() {
        if (requireLastRecord("CLOSE") != SegmentInput.Found.END) {
            warnings.add(skipped());
        }
        requireNoneAfterClose();
        ended = true;
    }

    private void requireNoneAfterClose() {
        if (segment < lastSegment) {
            throw payload().damaged("CLOSE, although " + SegmentFormat.name(writer, segment + 1) + " follows");
        }
    }

    private SegmentInput.Found requireLastRecord(String record) {
        if (payload().hasMore()) {
            throw payload().damaged("a record after " + record);
        }
        SegmentInput.Found behind = input.next();
        if (behind == SegmentInput.Found.FRAME) {
            throw payload().damaged("a record after " + record);
        }
        return behind;
    }

    private void enterSegment() {
        entered = openSegment();
        if (!entered && !growing) {
            endTorn();
        }
    }

    /** Returns whether magic and HEADER of this segment are there, and looks for them if they were not. */
    boolean hasEntered() {
        if (growing && !entered && input.grow()) {
            enterAgain();
        }
        return entered;
    }

    private void enterAgain() {
        input.close();
        input = SegmentInput.open(file());
        enterSegment();
    }

    /** Reads magic and HEADER; returns false if they were not written whole. */
    private boolean openSegment() {
        if (input.preamble() != SegmentInput.Found.FRAME) {
            return false;
        }
        return switch (input.next()) {
            case FRAME -> {
                var found = SegmentHeader.read(input.payload(), input.version(), writer, segment);
                requireSameRun(found);
                header = Optional.of(found);
                yield true;
            }
            case END, TORN_TAIL -> false;
        };
    }

    /** Compares this chain's header, or this segment's, with that of another of the part. */
    void requireSameRun(SegmentHeader expected) {
        header.filter(known -> !known.equals(expected)).ifPresent(known -> {
            throw new HistoryFormatException(
                    file().toString(), "is of another run than its neighbours: " + known + " and " + expected);
        });
    }

    /** Compares this chain's header with that of another part of the run, which may have another number of writers. */
    void requireSameRunAs(SegmentHeader other) {
        header.ifPresent(known -> requireSameRun(other.forWriters(known.writerCount())));
    }

    /** Ends a chain that stops without CLOSE: valid where a killed writer could have stopped, and damage elsewhere. */
    private void endTorn() {
        if (segment < lastSegment && isSalvaged) {
            throw input.damaged("the segment ends here without a ROLL");
        }
        ended = true;
        isTorn = true;
        String warning = skipped();
        if (segment < lastSegment) {
            HistoryFormatException damage =
                    input.damaged("the segment ends here without a ROLL, with " + input.bytesLeft()
                            + " bytes of no frame, although " + SegmentFormat.name(writer, segment + 1) + " follows");
            if (segment + 1 < lastSegment) {
                throw damage;
            }
            // Killed between the creation of the next segment and the ROLL: then that holds no record.
            input.close();
            segment++;
            input = SegmentInput.open(file());
            if (openSegment() && input.next() == SegmentInput.Found.FRAME) {
                throw damage;
            }
            if (input.bytesLeft() > 0) {
                warnings.add(skipped());
            }
        }
        warnings.addFirst(warning);
    }

    /** Returns whether the chain ended as that of a writer that was killed: without CLOSE. */
    boolean isTorn() {
        return ended && isTorn && !hasLost;
    }

    private String skipped() {
        String place = file() + " at offset " + input.offset() + ": ";
        return input.bytesLeft() == 0
                ? place + "not closed; the run was killed or goes on"
                : place + "skipped " + input.bytesLeft()
                        + " bytes that are no whole frame; the run was killed or goes on";
    }

    @Override
    public void close() {
        input.close();
    }
}
