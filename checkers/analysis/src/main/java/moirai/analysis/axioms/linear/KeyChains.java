package moirai.analysis.axioms.linear;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Arrays;
import java.util.stream.IntStream;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.analysis.columns.Groups;
import moirai.analysis.columns.StableSort;

/**
 * The transactions on one key, in chains of versions whose order is certain, and the order of the chains in time.
 *
 * <p>A chain begins with the initial state or with a write that read nothing. It goes on with the transaction that read
 * a version and wrote the next, and every version is followed by its readers. Of a chain, {@code firstEnd} is when the
 * first of its transactions ended, and {@code lastStart} when the last one began. All of a chain comes before all of
 * another if its first end is before the other's last start.
 */
final class KeyChains {

    private static final int NONE = -1;

    private final KeyValueHistory history;
    private final int[] txns;
    /** The places of transactions in {@link #txns}; the initial state has the place behind the last. */
    private final Int2IntOpenHashMap places = new Int2IntOpenHashMap();

    /** The place of the transaction that read the version of each place, and wrote. */
    private final int[] next;
    /** All places in chains, one chain after the other, and the version that each of them wrote or read. */
    private final IntArrayList members = new IntArrayList();

    private final IntArrayList versions = new IntArrayList();
    private final IntArrayList firstMember = new IntArrayList();

    private final IntSet suspects = new IntLinkedOpenHashSet();
    private int[] order = {};

    /** @param txns the transactions that use the key, and no other */
    KeyChains(KeyValueHistory history, int... txns) {
        this.history = history;
        this.txns = txns;
        this.next = new int[txns.length + 1];
        places.defaultReturnValue(NONE);
        for (int place = 0; place < txns.length; place++) {
            places.put(txns[place], place);
        }
        places.put(KeyValueHistory.INITIAL, txns.length);
        if (linkVersions() && listMembers()) {
            new Zones().sort();
        }
    }

    /** Returns whether an order explains every read and keeps real time. */
    boolean areOrdered() {
        return suspects.isEmpty();
    }

    /** Returns that order. */
    int[] order() {
        return order;
    }

    /** Returns transactions that have no order by themselves; empty if all have one. */
    IntSet suspects() {
        return suspects;
    }

    private int initial() {
        return txns.length;
    }

    /** Returns the place of the version that was read, or {@link #NONE}. */
    private int source(int place) {
        int read = history.firstRead(txns[place]);
        return read == history.endRead(txns[place]) ? NONE : places.get(history.readSource(read));
    }

    private boolean isWriter(int place) {
        return history.firstWrite(txns[place]) < history.endWrite(txns[place]);
    }

    private long start(int place) {
        return history.startNanos(txns[place]);
    }

    private long end(int place) {
        return history.endNanos(txns[place]);
    }

    private void suspect(int place) {
        if (place != initial()) {
            suspects.add(txns[place]);
        }
    }

    /** Finds what follows each version; two transactions that read one version and wrote contradict each other. */
    private boolean linkVersions() {
        Arrays.fill(next, NONE);
        for (int place = 0; place < txns.length; place++) {
            int source = source(place);
            if (source != NONE && isWriter(place)) {
                if (next[source] != NONE) {
                    suspect(source);
                    suspect(next[source]);
                    suspect(place);
                    return false;
                }
                next[source] = place;
            }
        }
        return true;
    }

    /** Lists the chains; versions in a circle are in none. */
    private boolean listMembers() {
        Groups readers = Groups.of(txns.length, txns.length + 2, place -> {
            int source = isWriter(place) ? NONE : source(place);
            return source == NONE ? txns.length + 1 : source;
        });
        addChain(initial(), readers);
        for (int place = 0; place < txns.length; place++) {
            if (isWriter(place) && source(place) == NONE) {
                addChain(place, readers);
            }
        }
        firstMember.add(members.size());
        var listed = new boolean[txns.length];
        versions.forEach(version -> {
            if (version != initial()) {
                listed[version] = true;
            }
        });
        for (int place = 0; place < txns.length; place++) {
            if (isWriter(place) && !listed[place]) {
                int version = place;
                do {
                    suspect(version);
                    version = next[version];
                } while (version != NONE && suspects.add(txns[version]));
                return false;
            }
        }
        return true;
    }

    private void addChain(int root, Groups readers) {
        int first = members.size();
        for (int version = root; version != NONE; version = next[version]) {
            if (version != initial()) {
                members.add(version);
                versions.add(version);
            }
            for (int reader : StableSort.by(this::start, readers.members(version))) {
                members.add(reader);
                versions.add(version);
            }
        }
        if (members.size() > first) {
            firstMember.add(first);
        }
    }

    /** Suspects two members of a chain, and what makes one of them come before the other. */
    private void suspectBetween(int member, int other) {
        int from = Math.min(member, other);
        int to = Math.max(member, other);
        suspect(members.getInt(from));
        suspect(members.getInt(to));
        for (int version = versions.getInt(from); version != versions.getInt(to); version = next[version]) {
            suspect(version);
        }
        suspect(versions.getInt(to));
    }

    /** The chains in time. */
    private final class Zones {

        private final int count = firstMember.size() - 1;
        private final long[] firstEnd = new long[count];
        private final long[] lastStart = new long[count];
        /** The members of that end and of that start; of the chain from the initial state, its first for the end. */
        private final int[] ofEnd = new int[count];

        private final int[] ofStart = new int[count];

        void sort() {
            for (int chain = 0; chain < count; chain++) {
                if (!measure(chain)) {
                    return;
                }
            }
            if (areApart()) {
                order = IntStream.of(inTime())
                        .flatMap(chain -> IntStream.range(firstMember.getInt(chain), firstMember.getInt(chain + 1)))
                        .map(member -> txns[members.getInt(member)])
                        .toArray();
            }
        }

        private boolean isFromInitial(int chain) {
            int first = firstMember.getInt(chain);
            return versions.getInt(first) == initial() || source(versions.getInt(first)) == initial();
        }

        /** Finds first end and last start; a member that ended before an earlier one began is a contradiction. */
        private boolean measure(int chain) {
            int first = firstMember.getInt(chain);
            int latest = first;
            int earliest = first;
            for (int member = first; member < firstMember.getInt(chain + 1); member++) {
                if (end(members.getInt(member)) < start(members.getInt(latest))) {
                    suspectBetween(latest, member);
                    return false;
                }
                if (start(members.getInt(member)) > start(members.getInt(latest))) {
                    latest = member;
                }
                if (end(members.getInt(member)) < end(members.getInt(earliest))) {
                    earliest = member;
                }
            }
            boolean isFirst = isFromInitial(chain);
            ofEnd[chain] = isFirst ? first : earliest;
            ofStart[chain] = latest;
            firstEnd[chain] = isFirst ? Long.MIN_VALUE : end(members.getInt(earliest));
            lastStart[chain] = start(members.getInt(latest));
            return true;
        }

        /** Returns whether no two chains have to come before one another. */
        private boolean areApart() {
            int[] byEnd = StableSort.range(count, chain -> firstEnd[chain]);
            int[] latest = new int[count];
            for (int i = 0; i < count; i++) {
                int chain = byEnd[i];
                // Of those that end before: which of them begins last, among those that end before this one begins?
                int before = Math.min(i, endingBefore(byEnd, lastStart[chain]));
                if (before > 0 && firstEnd[chain] < lastStart[latest[before - 1]]) {
                    suspectZone(latest[before - 1]);
                    suspectZone(chain);
                    return false;
                }
                latest[i] = i > 0 && lastStart[latest[i - 1]] >= lastStart[chain] ? latest[i - 1] : chain;
            }
            return true;
        }

        /** Returns how many chains of this order have a first end before a time. */
        private int endingBefore(int[] byEnd, long time) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (firstEnd[byEnd[middle]] < time) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        private void suspectZone(int chain) {
            suspectBetween(ofEnd[chain], ofStart[chain]);
        }

        /**
         * Returns the chains in an order that keeps real time. A chain whose first end comes before its last start
         * fills the time between; no two of these overlap. Of another chain, the moment of its last start decides.
         */
        private int[] inTime() {
            int[] backward = StableSort.range(count, chain -> firstEnd[chain] < lastStart[chain] ? 1 : 0);
            return StableSort.by(chain -> Math.min(firstEnd[chain], lastStart[chain]), backward);
        }
    }
}
