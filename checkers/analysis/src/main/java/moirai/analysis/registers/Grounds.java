package moirai.analysis.registers;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import moirai.analysis.Dependency;
import moirai.analysis.Succession;
import moirai.analysis.axioms.KeyValueHistory;

/** Looks up, for what was found in a graph, the orders of versions that its edges rest on. */
final class Grounds {

    private final KeyValueHistory history;
    private final Versions versions;
    private final Orders orders;
    private final BitSet asideKeys;

    Grounds(KeyValueHistory history, Versions versions, Orders orders, BitSet asideKeys) {
        this.history = history;
        this.versions = versions;
        this.orders = orders;
        this.asideKeys = asideKeys;
    }

    /**
     * Returns the orders that the edges of a cycle rest on, each after those that it rests on itself. O(ops of the
     * transactions × orders that leave their versions).
     *
     * @param txns recorded ids
     */
    List<Succession> of(List<Integer> txns, List<Dependency> dependencies) {
        Set<Succession> initial = new LinkedHashSet<>();
        var needed = new IntAVLTreeSet();
        for (int i = 0; i < txns.size(); i++) {
            int from = dense(txns.get(i));
            int to = dense(txns.get((i + 1) % txns.size()));
            switch (dependencies.get(i)) {
                case WRITE_WRITE -> needed.add(overwritten(from, to));
                case READ_WRITE -> addAntidependency(from, to, needed, initial);
                case WRITE_READ, PREDICATE_READ_WRITE, PROCESS, REALTIME, READ_READ -> {}
            }
        }
        return closed(needed, initial);
    }

    /** Returns a circle of orders; one order alone says that another version precedes the initial one. */
    List<Succession> circle(IntArrayList circle) {
        var successions = new ArrayList<Succession>();
        for (int i = 0; i < circle.size(); i++) {
            successions.add(succession(circle.getInt(i)));
        }
        int last = circle.getInt(circle.size() - 1);
        if (versions.isInitial(orders.later(last))) {
            successions.addFirst(onInitial(orders.secondTxn(last), versions.writer(orders.earlier(last)), last));
        }
        return List.copyOf(successions);
    }

    private Succession onInitial(int reader, int writer, int order) {
        return onInitialOf(versions.key(orders.later(order)), reader, writer);
    }

    private Succession onInitialOf(int key, int reader, int writer) {
        int to = history.recordedTxn(writer);
        return new Succession(
                key, Succession.INITIAL, to, Succession.Rule.INITIAL_FIRST, history.recordedTxn(reader), to);
    }

    private List<Succession> closed(IntAVLTreeSet needed, Set<Succession> initial) {
        var pending = new IntArrayList(needed);
        for (int i = 0; i < pending.size(); i++) {
            int order = pending.getInt(i);
            int premise = orders.premise(order);
            if (Orders.initialKey(premise) >= 0) {
                initial.add(onInitialOf(Orders.initialKey(premise), orders.firstTxn(order), orders.secondTxn(order)));
            } else if (premise != Orders.NONE && needed.add(premise)) {
                pending.add(premise);
            }
        }
        var successions = new ArrayList<>(initial);
        needed.forEach(order -> successions.add(succession(order)));
        return List.copyOf(successions);
    }

    private Succession succession(int order) {
        int earlier = orders.earlier(order);
        int later = orders.later(order);
        return new Succession(
                versions.key(later),
                versions.isInitial(earlier) ? Succession.INITIAL : history.recordedTxn(versions.writer(earlier)),
                versions.isInitial(later) ? Succession.INITIAL : history.recordedTxn(versions.writer(later)),
                orders.rule(order),
                history.recordedTxn(orders.firstTxn(order)),
                history.recordedTxn(orders.secondTxn(order)));
    }

    /** Returns the first order that puts a version of one transaction before one of the other. */
    private int overwritten(int from, int to) {
        int found = Orders.NONE;
        for (int write = history.firstWrite(from); write < history.endWrite(from); write++) {
            int later = versions.of(to, history.writeKey(write));
            if (later != Versions.NONE && !asideKeys.get(history.writeKey(write))) {
                found = earliest(found, orders.between(write, later));
            }
        }
        if (found == Orders.NONE) {
            throw new IllegalStateException("T" + from + " ww T" + to + " rests on nothing");
        }
        return found;
    }

    private static int earliest(int one, int other) {
        return one == Orders.NONE || (other != Orders.NONE && other < one) ? other : one;
    }

    private void addAntidependency(int from, int to, IntAVLTreeSet needed, Set<Succession> initial) {
        int found = Orders.NONE;
        for (int read = history.firstRead(from); read < history.endRead(from); read++) {
            int key = history.readKey(read);
            int later = versions.of(to, key);
            if (later == Versions.NONE || asideKeys.get(key)) {
                continue;
            }
            if (versions.isInitial(versions.ofRead(read))) {
                initial.add(onInitialOf(key, from, to));
                return;
            }
            found = earliest(found, orders.between(versions.ofRead(read), later));
        }
        if (found == Orders.NONE) {
            throw new IllegalStateException("T" + from + " rw T" + to + " rests on nothing");
        }
        needed.add(found);
    }

    /** Returns the id in the reduced history of a recorded transaction. */
    private int dense(int recorded) {
        return history.indexOf(recorded);
    }
}
