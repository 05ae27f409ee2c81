package moirai.mockstore;

import static moirai.analysis.axioms.KeyValueHistory.INITIAL;

import java.util.ArrayList;
import java.util.List;
import moirai.analysis.axioms.AxiomaticLevel;
import moirai.analysis.axioms.BaseOrder;

/**
 * Decides whether what a small program's transactions read satisfies a level, by the definition (Biswas, Enea 2019,
 * figure 2): tries all commit orders. Shares nothing with the store.
 *
 * <p>A transaction that rolls itself back is one that has written nothing (Bouajjani, Enea, Román-Calvo 2023, section
 * 2.2). With the strict reading of serializability its reads need a place in the serial order like any others. With
 * the lax one, which is Adya's (1999), only committed transactions need one: a transaction that rolls itself back comes
 * after what it has read and before the next of its session, and does not miss what came before it in its session or in
 * real time.
 */
final class CommitOrders {

    private final SmallProgram program;
    /** The sources of each body's external reads, by body. */
    private final List<List<Integer>> sources = new ArrayList<>();
    /** The begin and the end of each body. */
    private final long[][] times;

    private final int size;

    /**
     * A history.
     *
     * @param assignment of sources to all external reads, body by body
     * @param times of each body, begin and end
     */
    CommitOrders(SmallProgram program, List<Integer> assignment, long[][] times) {
        this.program = program;
        this.times = times;
        this.size = program.bodies().size();
        int from = 0;
        for (SmallProgram.Body body : program.bodies()) {
            int to = from + body.externalReads().size();
            sources.add(assignment.subList(from, to));
            from = to;
        }
    }

    /** Decides by the lax reading of serializability. */
    boolean satisfy(AxiomaticLevel level) {
        return satisfy(level, false);
    }

    /** Decides by the strict reading of serializability. */
    boolean satisfyWithRolledBack(AxiomaticLevel level) {
        return satisfy(level, true);
    }

    private boolean satisfy(AxiomaticLevel level, boolean isStrict) {
        boolean[][] base = new boolean[size][size];
        boolean[][] direct = new boolean[size][size];
        for (int one = 0; one < size; one++) {
            for (int other = 0; other < size; other++) {
                boolean inSession = one < other && session(one) == session(other);
                boolean inTime = level.order() == BaseOrder.REALTIME && times[one][1] < times[other][0];
                base[one][other] = inSession || inTime;
                direct[one][other] = base[one][other] || sources.get(other).contains(one);
            }
        }
        return extend(new Demands(level, base, direct, isStrict), new ArrayList<>());
    }

    /** The demands on an order of commits. */
    private static final class Demands {

        private final AxiomaticLevel level;
        /** Which body comes before which in its session or in real time. */
        private final boolean[][] base;
        /** The same, or because it is read from. */
        private final boolean[][] direct;
        /** Whether serializability is asked of those that roll back. */
        private final boolean isStrict;

        Demands(AxiomaticLevel level, boolean[][] base, boolean[][] direct, boolean isStrict) {
            this.level = level;
            this.base = base;
            this.direct = direct;
            this.isStrict = isStrict;
        }

        boolean isExempt(SmallProgram.Body reader) {
            return reader.isRolledBack() && !isStrict;
        }
    }

    private int session(int body) {
        return program.bodies().get(body).session();
    }

    private boolean extend(Demands demands, List<Integer> order) {
        if (order.size() == size) {
            return accepts(demands, order);
        }
        for (int next = 0; next < size; next++) {
            if (!order.contains(next) && isReady(demands.direct, order, next)) {
                order.add(next);
                if (extend(demands, order)) {
                    return true;
                }
                order.removeLast();
            }
        }
        return false;
    }

    private boolean isReady(boolean[][] direct, List<Integer> order, int next) {
        for (int before = 0; before < size; before++) {
            if (direct[before][next] && !order.contains(before)) {
                return false;
            }
        }
        return true;
    }

    private boolean accepts(Demands demands, List<Integer> order) {
        for (int reader = 0; reader < size; reader++) {
            List<Integer> keys = program.bodies().get(reader).externalReads();
            for (int read = 0; read < keys.size(); read++) {
                int source = sources.get(reader).get(read);
                for (int writer = 0; writer < size; writer++) {
                    boolean mustPrecede = writer != source
                            && writer != reader
                            && program.bodies().get(writer).writes(keys.get(read))
                            && isVisible(demands, order, new Read(reader, read, writer));
                    if (mustPrecede && (source == INITIAL || order.indexOf(writer) > order.indexOf(source))) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** A reader's read, and another transaction that may be visible to it. */
    private record Read(int reader, int index, int writer) {}

    private boolean isVisible(Demands demands, List<Integer> order, Read read) {
        boolean[][] direct = demands.direct;
        int reader = read.reader();
        int writer = read.writer();
        return switch (demands.level.axiom()) {
            case READ_COMMITTED -> sources.get(reader).subList(0, read.index()).contains(writer);
            case READ_ATOMIC -> direct[writer][reader];
            case CAUSAL -> closed(direct)[writer][reader];
            case PARALLEL_SNAPSHOT -> closed(withConflicts(direct, order))[writer][reader];
            case PREFIX -> leadsTo(writer, reader, direct, order);
            case SNAPSHOT -> leadsTo(writer, reader, withConflicts(direct, order), order);
            case SERIAL ->
                demands.isExempt(program.bodies().get(reader))
                        ? demands.base[writer][reader]
                        : order.indexOf(writer) < order.indexOf(reader);
            default -> throw new IllegalArgumentException(demands.level + "; expected a level of the store");
        };
    }

    /** Returns whether the writer is, or comes before, a transaction that directly leads to the reader. */
    private boolean leadsTo(int writer, int reader, boolean[][] direct, List<Integer> order) {
        for (int last = 0; last < size; last++) {
            if (direct[last][reader] && order.indexOf(writer) <= order.indexOf(last)) {
                return true;
            }
        }
        return false;
    }

    private boolean[][] withConflicts(boolean[][] direct, List<Integer> order) {
        boolean[][] all = new boolean[size][size];
        for (int one = 0; one < size; one++) {
            for (int other = 0; other < size; other++) {
                all[one][other] = direct[one][other];
                for (int key = 0; key < program.keyCount(); key++) {
                    all[one][other] |= order.indexOf(one) < order.indexOf(other)
                            && program.bodies().get(one).writes(key)
                            && program.bodies().get(other).writes(key);
                }
            }
        }
        return all;
    }

    private boolean[][] closed(boolean[][] direct) {
        boolean[][] all = new boolean[size][size];
        for (int one = 0; one < size; one++) {
            all[one] = direct[one].clone();
        }
        for (int by = 0; by < size; by++) {
            for (int one = 0; one < size; one++) {
                for (int other = 0; other < size; other++) {
                    all[one][other] |= all[one][by] && all[by][other];
                }
            }
        }
        return all;
    }
}
