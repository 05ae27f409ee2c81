package moirai.reenactment.replicas;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.directed.encoding.Conflict;
import moirai.directed.execution.Execution;
import moirai.directed.program.Statement;
import moirai.reenactment.CaseStep;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.Interleaving;
import moirai.reenactment.Placement;

/**
 * The node of each call, the order of steps, and the COMMIT after which each replica continues.
 *
 * <p>Terms: a reader is a call of a transaction without any statement that writes. Steps: (1) Readers go to the
 * replicas in turn, all others to the primary. (2) Replicas have commits in their order, so the writes that a reader is
 * to see have to be committed before those that it must not see. If another reader needs the opposite order, as in a
 * long fork, no replica can show it. (3) Then this reader goes to the primary, and the writes that it must not see are
 * committed late: their COMMIT waits for a standby that is away. Until that wait ends, replicas show the commit and the
 * primary does not.
 *
 * <p>Source: PostgreSQL, {@code RecordTransactionCommit} in xact.c: the commit is in the log before the wait for
 * standbys, and visible after it. Cost: O(calls³) beside that of {@link Interleaving}.
 *
 * @param replicas how many there are
 */
record ReplicaPlan(DirectedCase wanted, Placement placement, List<CaseStep> order, int replicas) {

    ReplicaPlan {
        order = List.copyOf(order);
    }

    static ReplicaPlan of(DirectedCase wanted, int replicas, boolean hasSnapshots) {
        Placement placement = new Placing(wanted, replicas).placed();
        return new ReplicaPlan(wanted, placement, Interleaving.of(wanted, hasSnapshots, placement), replicas);
    }

    /** Returns the number of the node where a call is; 0 for the primary. */
    int node(int call) {
        return placement.nodes().get(call);
    }

    boolean isLate(int call) {
        return placement.late().contains(call);
    }

    /** Returns how many calls at the primary have to end before late commits are shown there. */
    int othersAtPrimary() {
        return (int) IntStream.range(0, placement.nodes().size())
                .filter(call -> node(call) == 0 && !isLate(call))
                .count();
    }

    /** Returns the replicas that have to show the commit of a call. */
    List<Integer> followers(int call) {
        return IntStream.rangeClosed(1, replicas)
                .filter(node -> placement.shows(wanted.predicted(), node, call))
                .boxed()
                .toList();
    }

    /** A placement while it is computed. */
    private static final class Placing {

        private final DirectedCase wanted;
        private final Execution execution;
        private final int calls;
        private final List<Integer> nodes = new ArrayList<>();
        private final Set<Integer> late = new HashSet<>();
        private final boolean[][] before;

        Placing(DirectedCase wanted, int replicas) {
            this.wanted = wanted;
            this.execution = wanted.predicted();
            this.calls = wanted.scenario().calls().size();
            this.before = new boolean[calls][calls];
            int readers = 0;
            for (int call = 0; call < calls; call++) {
                nodes.add(onlyReads(call) ? 1 + readers++ % replicas : 0);
            }
        }

        private boolean onlyReads(int call) {
            String type = wanted.scenario().calls().get(call).txn();
            return wanted.program().txn(type).statements(wanted.loopMax()).stream()
                    .allMatch(Statement.Select.class::isInstance);
        }

        Placement placed() {
            for (int first = 0; first < calls; first++) {
                for (int second = 0; second < calls; second++) {
                    boolean isOrdered = nodes.get(first) == 0
                            && nodes.get(second) == 0
                            && (isRelated(Conflict.WRITE_WRITE, first, second)
                                    || isRelated(Conflict.WRITE_READ, first, second));
                    if (isOrdered) {
                        keep(first, second);
                    }
                }
            }
            for (int reader = 0; reader < calls; reader++) {
                if (nodes.get(reader) != 0) {
                    order(reader);
                }
            }
            return new Placement(nodes, late);
        }

        private void order(int reader) {
            for (int shown = 0; shown < calls; shown++) {
                for (int missed = 0; missed < calls; missed++) {
                    boolean isToMiss = isRelated(Conflict.READ_WRITE, reader, missed)
                            && !isRelated(Conflict.WRITE_READ, missed, reader);
                    if (isRelated(Conflict.WRITE_READ, shown, reader) && isToMiss && !keep(shown, missed)) {
                        nodes.set(reader, 0);
                        late.add(missed);
                    }
                }
            }
        }

        /** Keeps one COMMIT before another; returns false if the opposite is kept already. */
        private boolean keep(int first, int second) {
            if (first == second || before[second][first]) {
                return false;
            }
            boolean[] toFirst = new boolean[calls];
            for (int call = 0; call < calls; call++) {
                toFirst[call] = call == first || before[call][first];
            }
            boolean[] fromSecond = Arrays.copyOf(before[second], calls);
            fromSecond[second] = true;
            for (int a = 0; a < calls; a++) {
                for (int b = 0; b < calls; b++) {
                    before[a][b] |= toFirst[a] && fromSecond[b];
                }
            }
            return true;
        }

        private boolean isRelated(Conflict conflict, int from, int to) {
            int count = execution.turns().size();
            return IntStream.range(0, count)
                    .filter(out -> execution.turns().get(out).call() == from)
                    .anyMatch(out -> IntStream.range(0, count)
                            .filter(in -> execution.turns().get(in).call() == to)
                            .anyMatch(in -> execution.has(conflict, out, in)));
        }
    }
}
