package moirai.history.files;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import moirai.history.HistoryFormatException;

/**
 * The parts of a run, of which there is one more for each time that it was resumed; see {@link SegmentFormat}.
 *
 * @param header that of the last part
 * @param ends the number of writers up to each part, ascending; of a history that does not say how many there are, 0
 */
record RunParts(SegmentHeader header, List<Integer> ends) {

    RunParts {
        ends = List.copyOf(ends);
    }

    /**
     * Returns the parts that the headers of these chains tell of, as far as they are there; empty if there is no
     * header.
     *
     * @throws HistoryFormatException if the headers are not of one run
     */
    static Optional<RunParts> of(Collection<WriterChain> chains) {
        Optional<SegmentHeader> some = Optional.empty();
        var ends = new TreeSet<Integer>();
        for (WriterChain chain : chains) {
            Optional<SegmentHeader> header = chain.header();
            if (header.isPresent()) {
                ends.add(header.get().writerCount());
                some = some.isPresent() ? some : header;
            }
        }
        if (some.isEmpty()) {
            return Optional.empty();
        }
        SegmentHeader last = some.get().forWriters(ends.last());
        for (WriterChain chain : chains) {
            chain.requireSameRunAs(last);
            chain.header().ifPresent(header -> requirePart(chain, header.writerCount(), ends));
        }
        return Optional.of(new RunParts(last, List.copyOf(ends)));
    }

    /** Fails if a writer belongs to another part than its header says: the files are of different runs then. */
    private static void requirePart(WriterChain chain, int count, TreeSet<Integer> ends) {
        boolean isUnknown = ends.contains(0);
        Integer expected = isUnknown ? Integer.valueOf(0) : ends.higher(chain.writer());
        if (expected == null || count != expected || (isUnknown && ends.size() > 1)) {
            throw new HistoryFormatException(
                    chain.file().toString(),
                    "is of another run than its neighbours: writer " + chain.writer() + " of " + count
                            + " writers, and others of " + ends + " writers");
        }
    }

    /** Returns how many writers the history has, or 0 if that is not known. */
    int writerCount() {
        return header.writerCount();
    }

    /** Returns the number of the first writer of the last part. */
    int firstOfLast() {
        return ends.size() < 2 ? 0 : ends.get(ends.size() - 2);
    }

    /** Returns whether a writer belongs to a part that is over, because another part follows. */
    boolean isOver(int writer) {
        return writer < firstOfLast();
    }

    /** Returns how many parts there are of which something was recorded. */
    int count() {
        return ends.size();
    }

    /**
     * Returns what is missing: one sentence for all parts that were resumed after a kill or a full disk, one for the
     * last part if it was killed, however many of their writers there are, and one for each damage.
     */
    List<String> warnings(Collection<WriterChain> chains) {
        var warnings = new ArrayList<String>();
        List<WriterChain> killed = chains.stream()
                .filter(chain -> isOver(chain.writer()) && chain.isTorn())
                .toList();
        if (!killed.isEmpty()) {
            List<Integer> parts = killed.stream()
                    .map(chain -> part(chain.writer()))
                    .distinct()
                    .toList();
            warnings.add((parts.size() == 1
                            ? "part " + parts.getFirst() + " of " + count()
                            : parts.size() + " of " + count() + " parts")
                    + " broke off: " + killed.size() + " writers did not close their files, the first "
                    + killed.getFirst().warnings().getFirst());
        }
        List<WriterChain> left = chains.stream()
                .filter(chain -> !isOver(chain.writer()) && chain.isTorn())
                .toList();
        if (left.size() > 1) {
            warnings.add(left.size() + " writers did not close their files, the first "
                    + left.getFirst().warnings().getFirst());
        }
        chains.stream()
                .filter(chain -> !chain.isTorn() || (left.size() == 1 && left.contains(chain)))
                .forEach(chain -> warnings.addAll(chain.warnings()));
        return warnings;
    }

    /** Returns the number of a writer's part, from 1, among those of which something was recorded. */
    private int part(int writer) {
        int part = 0;
        while (part < ends.size() - 1 && writer >= ends.get(part)) {
            part++;
        }
        return part + 1;
    }
}
