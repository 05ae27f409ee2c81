package moirai.history;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Random transactions as sessions see them, for tests of all formats. */
public final class Recordings {

    /** Prefixes and near-prefixes of few lists, so that reads share, extend and contradict each other. */
    private static final Arbitrary<Elements> ANSWERS = Arbitraries.frequencyOf(
            net.jqwik.api.Tuple.of(1, Arbitraries.just(Elements.UNKNOWN)),
            net.jqwik.api.Tuple.of(6, growingLists()),
            net.jqwik.api.Tuple.of(
                    1, Arbitraries.integers().array(int[].class).ofMaxSize(5).map(Elements::of)));

    private static final Arbitrary<Long> REGISTER_KEYS =
            Arbitraries.oneOf(Arbitraries.longs().between(-1, 2), Arbitraries.longs());
    private static final Arbitrary<Long> VALUES =
            Arbitraries.oneOf(Arbitraries.longs().between(0, 5), Arbitraries.longs());

    private Recordings() {}

    /** Returns all transactions of a history as objects. */
    public static List<Txn> txns(History history) {
        var txns = new ArrayList<Txn>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            txns.add(history.txn(txn));
        }
        return txns;
    }

    /**
     * Returns what one thread ran on lists: the session with this number, and later one with a number that is 100
     * higher.
     */
    public static Arbitrary<List<Txn>> txns(int session) {
        return txns(session, ops());
    }

    /** Returns the same with scans of ranges among the ops. */
    public static Arbitrary<List<Txn>> scanTxns(int session) {
        Arbitrary<List<Op>> steps = Arbitraries.oneOf(ops().map(List::of), scans())
                .list()
                .ofMaxSize(4)
                .map(Recordings::flat);
        return txnsOf(session, steps);
    }

    /** Returns the same on registers. */
    public static Arbitrary<List<Txn>> registerTxns(int session) {
        return txns(session, registerOps());
    }

    /** Returns the same on sets. */
    public static Arbitrary<List<Txn>> setTxns(int session) {
        return txns(session, setOps());
    }

    /** Returns the same on counters. */
    public static Arbitrary<List<Txn>> counterTxns(int session) {
        return txns(session, counterOps());
    }

    /** Returns transactions of one session, on data of any kind. */
    static Arbitrary<List<Txn>> anyTxns(int session) {
        return Arbitraries.oneOf(
                txns(session), scanTxns(session), registerTxns(session), setTxns(session), counterTxns(session));
    }

    private static Arbitrary<List<Txn>> txns(int session, Arbitrary<Op> ops) {
        return txnsOf(session, ops.list().ofMaxSize(6));
    }

    private static Arbitrary<List<Txn>> txnsOf(int session, Arbitrary<List<Op>> ops) {
        return Combinators.combine(
                        draft(ops).list().ofMaxSize(12),
                        Arbitraries.longs(),
                        Arbitraries.integers().between(0, 12))
                .as((drafts, startNanos, sessionChange) -> {
                    var txns = new ArrayList<Txn>();
                    long now = startNanos / 2;
                    for (int i = 0; i < drafts.size(); i++) {
                        Txn draft = drafts.get(i);
                        long start = now + draft.startNanos();
                        now = start + (draft.endNanos() - draft.startNanos());
                        int ran = i < sessionChange ? session : session + 100;
                        txns.add(new Txn(ran, draft.ops(), draft.outcome(), start, now));
                    }
                    return txns;
                });
    }

    private static Arbitrary<Txn> draft(Arbitrary<List<Op>> someOps) {
        Arbitrary<Long> pauses = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 2), Arbitraries.longs().between(0, 10_000_000_000L));
        return Combinators.combine(someOps, outcomes(), pauses, pauses)
                .as((ops, outcome, pause, duration) -> new Txn(0, ops, outcome, pause, pause + duration));
    }

    private static Arbitrary<Outcome> outcomes() {
        Arbitrary<String> causes = Arbitraries.oneOf(
                Arbitraries.of("", "40001", "con nection\nlost %", "größer €"),
                Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(6));
        return Arbitraries.oneOf(
                Arbitraries.just(new Outcome.Committed()),
                causes.map(Outcome.Aborted::new),
                causes.map(Outcome.Indeterminate::new));
    }

    private static Arbitrary<Op> ops() {
        Arbitrary<Integer> keys = Arbitraries.oneOf(Arbitraries.integers().between(-1, 2), Arbitraries.integers());
        return Arbitraries.oneOf(
                Combinators.combine(keys, Arbitraries.integers().greaterOrEqual(Integer.MIN_VALUE + 1))
                        .as(Op.Append::new),
                Combinators.combine(keys, ANSWERS).as(Op.Read::new));
    }

    /** Returns a scan and the reads of what it found, or one without an answer. */
    private static Arbitrary<List<Op>> scans() {
        return Combinators.combine(
                        Arbitraries.integers().between(-2, 3),
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.bytes().between((byte) 0, (byte) 31),
                        growingLists().filter(list -> list.count() > 0),
                        Arbitraries.integers().between(0, 4))
                .as((from, width, found, list, answered) -> {
                    var matches = new ArrayList<Op>();
                    for (int key = from; key <= from + width && answered > 0; key++) {
                        if ((found >> (key - from) & 1) == 1) {
                            matches.add(new Op.Read(key, list));
                        }
                    }
                    int count = answered > 0 ? matches.size() : Op.Scan.UNANSWERED;
                    matches.addFirst(new Op.Scan(from, (long) from + width, count));
                    return List.copyOf(matches);
                });
    }

    private static List<Op> flat(List<List<Op>> steps) {
        return steps.stream().flatMap(List::stream).toList();
    }

    private static Arbitrary<Op> registerOps() {
        return Arbitraries.oneOf(
                Combinators.combine(REGISTER_KEYS, VALUES).as(Op.Write::new),
                Combinators.combine(REGISTER_KEYS, VALUES).as(Op.ReadValue::new),
                REGISTER_KEYS.map(Op.ReadInitial::new),
                REGISTER_KEYS.map(Op.Read::planned));
    }

    private static Arbitrary<Op> setOps() {
        Arbitrary<Elements> elements = Arbitraries.oneOf(Arbitraries.integers().between(0, 9), Arbitraries.integers())
                .array(int[].class)
                .ofMaxSize(6)
                .map(values -> Elements.of(IntStream.of(values).sorted().toArray()));
        return Arbitraries.oneOf(
                Combinators.combine(REGISTER_KEYS, Arbitraries.integers()).as(Op.Add::new),
                Combinators.combine(REGISTER_KEYS, elements).as(Op.ReadSet::new),
                REGISTER_KEYS.map(Op.Read::planned));
    }

    private static Arbitrary<Op> counterOps() {
        return Arbitraries.oneOf(
                Combinators.combine(REGISTER_KEYS, VALUES).as(Op.Increment::new),
                Combinators.combine(REGISTER_KEYS, VALUES).as(Op.ReadCounter::new),
                REGISTER_KEYS.map(Op.Read::planned));
    }

    private static Arbitrary<Elements> growingLists() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 30),
                        Arbitraries.integers().between(-1, 60))
                .as((length, flawAt) -> {
                    int[] list = new int[length];
                    for (int i = 0; i < length; i++) {
                        list[i] = i == flawAt ? -1 : 1000 + 3 * i;
                    }
                    return Elements.of(list);
                });
    }
}
