package moirai.junit.properties;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.clients.memory.Simulation;
import moirai.clients.memory.TxnSink;
import moirai.generators.TxnGenerator;
import moirai.generators.Workload;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;

/** A simulated database: an honest one at a level, or one with a bug. */
final class Simulated {

    /** The probability that a bug shows at an opportunity: some transactions have to be right beside it. */
    private static final double BUG_PROBABILITY = 0.5;

    private static final double SWITCH_PROBABILITY = 0.5;
    private static final double CLIENT_ABORT_PROBABILITY = 0.03;
    private static final double INDETERMINATE_PROBABILITY = 0.02;

    private static final int TXNS_MAX = 40;
    /** Enough for snapshots that are 64 commits old. */
    private static final int TXNS_MAX_OF_OLD_SNAPSHOTS = 160;

    /** The level of a database without a bug. */
    private final MemoryIsolation isolation;

    private final Optional<PlantedBug> bug;

    private Simulated(MemoryIsolation isolation, Optional<PlantedBug> bug) {
        this.isolation = isolation;
        this.bug = bug;
    }

    static Simulated with(PlantedBug bug) {
        return new Simulated(MemoryIsolation.STRICT_SERIALIZABLE, Optional.of(bug));
    }

    /** Returns all databases that keep to a level, strict serializability first. */
    static List<Simulated> keeping(IsolationLevel level) {
        var databases = new ArrayList<Simulated>();
        databases.add(new Simulated(MemoryIsolation.STRICT_SERIALIZABLE, Optional.empty()));
        if (IsolationLevel.STRONG_SNAPSHOT_ISOLATION.implies(level)) {
            databases.add(new Simulated(MemoryIsolation.SNAPSHOT_ISOLATION, Optional.empty()));
        }
        for (PlantedBug bug : PlantedBug.values()) {
            if (kept(bug).stream().anyMatch(held -> held.implies(level))) {
                databases.add(with(bug));
            }
        }
        return List.copyOf(databases);
    }

    /** Returns the phenomenon that a bug causes, as its documentation says. */
    static Phenomenon phenomenon(PlantedBug bug) {
        return switch (bug) {
            case LOST_UPDATE -> Phenomenon.LOST_UPDATE;
            case FRACTURED_READ, VIEW_GOING_BACK -> Phenomenon.G_SINGLE;
            case ABORTED_READ -> Phenomenon.G1A;
            case DIRTY_UPDATE -> Phenomenon.DIRTY_UPDATE;
            case INTERMEDIATE_READ -> Phenomenon.G1B;
            case WRITE_SKEW -> Phenomenon.G2_ITEM;
            case STALE_READ, LOST_WRITE -> Phenomenon.G_SINGLE_REALTIME;
            case DIRTY_WRITE -> Phenomenon.G0;
            case CIRCULAR_READ -> Phenomenon.G1C;
            case LATE_APPEND -> Phenomenon.G0_REALTIME;
            case DUPLICATE_APPEND -> Phenomenon.DUPLICATE_ELEMENTS;
            case REORDERED_APPENDS -> Phenomenon.REORDERED_APPENDS;
            case INTERNAL -> Phenomenon.INTERNAL;
            case GARBAGE_READ -> Phenomenon.GARBAGE_READ;
            case INCOMPATIBLE_ORDER -> Phenomenon.INCOMPATIBLE_ORDER;
            case LONG_FORK -> Phenomenon.G_NONADJACENT;
            case PHANTOM -> Phenomenon.G2;
        };
    }

    /** Returns the strongest levels that a database with a bug keeps to, as the bug's documentation says. */
    private static List<IsolationLevel> kept(PlantedBug bug) {
        return switch (bug) {
            case LOST_UPDATE -> List.of(IsolationLevel.PREFIX);
            case FRACTURED_READ -> List.of(IsolationLevel.MONOTONIC_ATOMIC_VIEW);
            case VIEW_GOING_BACK, INTERNAL -> List.of(IsolationLevel.READ_COMMITTED);
            case ABORTED_READ, DIRTY_UPDATE, INTERMEDIATE_READ, CIRCULAR_READ ->
                List.of(IsolationLevel.READ_UNCOMMITTED);
            case WRITE_SKEW -> List.of(IsolationLevel.STRONG_SNAPSHOT_ISOLATION);
            case STALE_READ, LATE_APPEND, LOST_WRITE -> List.of(IsolationLevel.SERIALIZABLE);
            case LONG_FORK -> List.of(IsolationLevel.CONSISTENT_VIEW);
            case PHANTOM -> List.of(IsolationLevel.REPEATABLE_READ, IsolationLevel.STRONG_SNAPSHOT_ISOLATION);
            case DIRTY_WRITE, DUPLICATE_APPEND, REORDERED_APPENDS, GARBAGE_READ, INCOMPATIBLE_ORDER -> List.of();
        };
    }

    /** Returns the history of random transactions. The same seed gives the same history. */
    History history(Seed seed) {
        var random = seed.part(0).generator();
        Workload workload = recipe().withKeyCount(1 + random.nextInt(4))
                .withMaxWritesPerKey(2 + random.nextInt(12))
                .withMaxTxnLength(2 + random.nextInt(4));
        int txnsMax = looksBack() ? TXNS_MAX_OF_OLD_SNAPSHOTS : TXNS_MAX;
        int txns = bug.isPresent() ? txnsMax / 2 + random.nextInt(txnsMax / 2) : 1 + random.nextInt(txnsMax);
        var simulation = new Simulation(
                seed.part(1),
                2 + random.nextInt(4),
                SWITCH_PROBABILITY,
                CLIENT_ABORT_PROBABILITY,
                INDETERMINATE_PROBABILITY);
        var plans = new TxnGenerator(workload, seed.part(2));
        var sink = new Collecting();
        simulation.run(database(seed.part(3)), Stream.generate(plans::next).iterator(), txns, sink);
        return sink.builder.build();
    }

    private Workload recipe() {
        return bug.filter(planted -> planted == PlantedBug.PHANTOM).isPresent()
                ? Workload.predicate()
                : Workload.append();
    }

    private boolean looksBack() {
        return bug.filter(planted -> planted == PlantedBug.STALE_READ || planted == PlantedBug.LONG_FORK)
                .isPresent();
    }

    private MemoryDatabase database(Seed seed) {
        return bug.map(planted -> MemoryDatabase.planted(planted, BUG_PROBABILITY, seed))
                .orElseGet(() -> MemoryDatabase.honest(isolation));
    }

    /** A sink that collects the transactions in the order in which they end. */
    private static final class Collecting implements TxnSink {

        private final HistoryBuilder builder = new HistoryBuilder(RunHeader.NONE);

        @Override
        public void begin(int session, TxnPlan plan, long nanos) {}

        @Override
        public void end(Txn txn) {
            builder.add(txn);
        }
    }
}
