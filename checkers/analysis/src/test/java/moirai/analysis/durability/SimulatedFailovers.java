package moirai.analysis.durability;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import moirai.history.Elements;
import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;

/**
 * A store of one primary and two replicas as the smallest program that can lose what it acknowledged: commits form a
 * log, a failover drops some of its end, and a replica may be behind when it is finally read.
 */
final class SimulatedFailovers {

    static final int KEYS = 2;
    private static final long FINAL_NANOS = 10_000;

    private final WriteKind kind;
    private final Random random;
    private final long[] initial = new long[KEYS];
    /** What happened, in the order of commits; below, what is still there. */
    private final List<Txn> txns = new ArrayList<>();

    private final List<Txn> log = new ArrayList<>();
    private final List<FaultEvent> faults = new ArrayList<>();
    private final List<List<Txn>> nodes = new ArrayList<>();
    private int values;

    /** Runs a random workload. */
    SimulatedFailovers(WriteKind kind, Random random, boolean hasFailovers) {
        this.kind = kind;
        this.random = random;
        if (kind == WriteKind.BALANCE_CHANGE) {
            initial[0] = 6;
            initial[1] = 5;
        }
        long now = 20;
        int count = 1 + random.nextInt(10);
        for (int i = 0; i < count; i++) {
            now += 1 + random.nextInt(4);
            commit(i, now);
            if (hasFailovers && random.nextInt(4) == 0) {
                now += 1;
                failover(now);
            }
        }
        read(count);
    }

    private void commit(int session, long now) {
        int luck = random.nextInt(20);
        boolean isAborted = luck == 0;
        boolean isUnknown = luck > 0 && luck < 5;
        Outcome outcome = isAborted
                ? new Outcome.Aborted("40001")
                : isUnknown ? new Outcome.Indeterminate("08006") : new Outcome.Committed();
        long start = now - random.nextInt(6);
        // Nobody knows when one of unknown outcome commits: perhaps after its session has given up.
        long end = isUnknown ? start + random.nextInt(3) : now + random.nextInt(6);
        var txn = new Txn(session, ops(), outcome, start, end);
        txns.add(txn);
        if (!isAborted && (!isUnknown || random.nextBoolean())) {
            log.add(txn);
        }
    }

    private List<Op> ops() {
        var ops = new ArrayList<Op>();
        if (kind == WriteKind.BALANCE_CHANGE) {
            int from = random.nextInt(KEYS);
            int amount = 1 + random.nextInt(3);
            return List.of(new Op.Increment(from, -amount), new Op.Increment(1 - from, amount));
        }
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
            int key = random.nextInt(KEYS);
            values++;
            ops.add(
                    switch (kind) {
                        case APPEND -> new Op.Append(key, values);
                        case ADD -> new Op.Add(key, values);
                        case WRITE -> new Op.Write(key, values);
                        case INCREMENT, BALANCE_CHANGE -> new Op.Increment(key, 1 + random.nextInt(3));
                    });
        }
        return ops;
    }

    private void failover(long now) {
        faults.add(new FaultEvent(now, Phase.INJECTED, "failover", "n2"));
        faults.add(new FaultEvent(now, Phase.HEALED, "failover", "n2"));
        for (int lost = random.nextInt(4); lost > 0 && !log.isEmpty(); lost--) {
            log.removeLast();
        }
    }

    private void read(int firstSession) {
        faults.add(new FaultEvent(FINAL_NANOS, Phase.INJECTED, Durability.FINAL_READS, "n1 n2 n3"));
        nodes.add(List.copyOf(log));
        for (int node = 1; node < 3; node++) {
            int behind = random.nextInt(3) == 0 ? random.nextInt(3) : 0;
            nodes.add(List.copyOf(log.subList(0, Math.max(0, log.size() - behind))));
        }
        for (int node = 0; node < nodes.size(); node++) {
            var reads = new ArrayList<Op>();
            for (int key = 0; key < KEYS; key++) {
                reads.add(read(key, nodes.get(node)));
            }
            long start = FINAL_NANOS + 1 + node;
            txns.add(new Txn(firstSession + node, reads, new Outcome.Committed(), start, start + 5));
        }
        faults.add(new FaultEvent(FINAL_NANOS + 100, Phase.HEALED, Durability.FINAL_READS, "n1 n2 n3"));
    }

    private Op read(int key, List<Txn> from) {
        List<Op> ops = from.stream()
                .flatMap(txn -> txn.ops().stream())
                .filter(op -> op.key() == key)
                .toList();
        return switch (kind) {
            case APPEND -> new Op.Read(key, elements(ops));
            case ADD -> new Op.ReadSet(key, elements(ops));
            case WRITE ->
                ops.isEmpty() ? new Op.ReadInitial(key) : new Op.ReadValue(key, ((Op.Write) ops.getLast()).value());
            case INCREMENT, BALANCE_CHANGE -> new Op.ReadCounter(key, sum(key, ops));
        };
    }

    private long sum(int key, List<Op> ops) {
        return initial[key]
                + ops.stream().mapToLong(op -> ((Op.Increment) op).amount()).sum();
    }

    private static Elements elements(List<Op> ops) {
        int[] elements = ops.stream()
                .mapToInt(op -> op instanceof Op.Append append ? append.element() : ((Op.Add) op).element())
                .toArray();
        return Elements.copyOf(elements, elements.length);
    }

    /** Returns the history. */
    History history() {
        return history(txns, true);
    }

    /** Returns some of its transactions as a history. */
    History history(List<Txn> some, boolean withFaults) {
        String recipe = kind == WriteKind.BALANCE_CHANGE
                ? "bank key-count=2 read-share=0.5 max-amount=3 total=11 negative-balances=true"
                : "";
        var builder =
                new HistoryBuilder(new RunHeader(RunHeader.NONE.seed(), recipe, "", "", "", RunHeader.NONE.started()));
        some.forEach(builder::add);
        if (withFaults) {
            faults.forEach(builder::fault);
        }
        return builder.build();
    }

    List<Txn> txns() {
        return txns;
    }

    List<FaultEvent> faults() {
        return faults;
    }

    /** Returns the acknowledged transactions that are gone. */
    Set<Txn> lost() {
        var lost = new HashSet<>(txns);
        lost.removeIf(txn -> !(txn.outcome() instanceof Outcome.Committed) || txn.startNanos() > FINAL_NANOS);
        log.forEach(lost::remove);
        return lost;
    }

    /** Returns what is there of transactions of unknown outcome. */
    long recovered() {
        return log.stream()
                .filter(txn -> txn.outcome().isIndeterminate())
                .mapToLong(txn -> txn.ops().size())
                .sum();
    }

    /** Returns the writes of a key, of each transaction that may have taken effect the last one. */
    List<Txn> writers(int key) {
        return txns.stream()
                .filter(txn -> txn.startNanos() < FINAL_NANOS
                        && txn.outcome().mayHaveTakenEffect()
                        && txn.ops().stream().anyMatch(op -> op.key() == key))
                .toList();
    }

    /** Returns the states of a key at the nodes. */
    List<Op> shown(int key) {
        return nodes.stream().map(node -> read(key, node)).toList();
    }
}
