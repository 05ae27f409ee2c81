package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.counters.BankRules;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.Simulation;
import moirai.generators.Structure;
import moirai.generators.Workload;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreException;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.StoreSession;
import moirai.mockstore.StoreTxn;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In histories of honest stores, under load and while clients die, nothing is found that their level forbids.
 *
 * <p>{@code -Dsoundness.histories=100} makes as many histories for each level; the build makes few.
 */
class SoundnessUnderLoadTest {

    private static final int HISTORIES = Integer.getInteger("soundness.histories", 6);
    private static final int LIST_TXNS = 1_500;
    private static final int REGISTER_TXNS = 120;

    /** A level of the simulated database, and the load and failures of its clients. */
    record Load(MemoryIsolation isolation, boolean scans, double clientAborts, double indeterminate) {

        Workload workload() {
            return scans ? Workload.predicate() : Workload.append();
        }

        IsolationLevel level() {
            return switch (isolation) {
                case STRICT_SERIALIZABLE -> IsolationLevel.STRICT_SERIALIZABLE;
                case SNAPSHOT_ISOLATION -> IsolationLevel.STRONG_SNAPSHOT_ISOLATION;
            };
        }
    }

    static List<Load> loads() {
        return Stream.of(MemoryIsolation.values())
                .flatMap(isolation -> Stream.of(false, true)
                        .flatMap(scans -> Stream.of(
                                new Load(isolation, scans, 0.01, 0.005), new Load(isolation, scans, 0.1, 0.1))))
                .toList();
    }

    static List<Load> loadsWithoutScans() {
        return loads().stream().filter(load -> !load.scans()).toList();
    }

    /**
     * A session whose commit gets no answer ends, and another takes its place. Cycles alone decide: in most histories
     * no transaction reads the appends of several others, and axioms could not judge large ones of these in time.
     */
    @ParameterizedTest
    @MethodSource("loads")
    void simulatedDatabaseShowsNothingThatItsLevelForbids(Load load) {
        int indeterminate = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            History history = simulated(load, seed);

            assertThat(new LevelChecker(Engine.CYCLES, StepBudget.DEFAULT).check(history, load.level()))
                    .as("seed %s of %s", seed, load)
                    .isInstanceOf(Verdict.Pass.class);
            indeterminate += indeterminate(history);
        }
        assertThat(indeterminate).isGreaterThan((int) (HISTORIES * LIST_TXNS * load.indeterminate() / 2));
    }

    /**
     * Nothing is found, and everything is decided except sums, where a tenth of unknown increments leaves too many
     * orders.
     */
    @ParameterizedTest
    @MethodSource("loadsWithoutScans")
    void simulatedStructuresShowNothingThatTheirLevelForbids(Load load) {
        for (Structure structure : EnumSet.complementOf(EnumSet.of(Structure.LISTS))) {
            for (int seed = 0; seed < (HISTORIES + 2) / 3; seed++) {
                Workload workload = Workload.of(structure);
                Findings findings = checker(structure).analyze(simulated(load, seed, workload), load.level());

                assertThat(findings.forbiddenAt(load.level()))
                        .as("seed %s of %s on %s", seed, load, workload)
                        .isEmpty();
                boolean isOfSums = structure.model() == DataModel.COUNTER;
                assertThat(isOfSums || findings.at(load.level()) instanceof Verdict.Pass)
                        .as("seed %s of %s on %s is decided", seed, load, workload)
                        .isTrue();
            }
        }
    }

    /** Half a percent of the outcomes are unknown; a tenth would leave too many orders for any promised share. */
    @ParameterizedTest
    @EnumSource(
            value = Structure.class,
            names = {"COUNTERS", "ACCOUNTS"})
    void sumsAreProvenStrictlySerializableInMostRuns(Structure structure) {
        var load = new Load(MemoryIsolation.STRICT_SERIALIZABLE, false, 0.01, 0.005);
        int proven = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            History history = simulated(load, seed, Workload.of(structure));
            Findings findings = checker(structure).analyze(history, load.level());
            proven += findings.at(load.level()) instanceof Verdict.Pass ? 1 : 0;
        }

        assertThat(proven).isGreaterThanOrEqualTo((HISTORIES + 1) / 2);
    }

    /** Returns a checker that knows, as of a run, whether counters are accounts. */
    private static LevelChecker checker(Structure structure) {
        return new LevelChecker().withBank(BankRules.DEFAULT.of(structure == Structure.ACCOUNTS));
    }

    private static History simulated(Load load, int seed) {
        return simulated(load, seed, load.workload());
    }

    private static History simulated(Load load, int seed, Workload workload) {
        var random = new SplittableRandom(seed);
        var simulation = new Simulation(
                new Seed(seed),
                2 + random.nextInt(30),
                0.1 + 0.9 * random.nextDouble(),
                load.clientAborts(),
                load.indeterminate());
        return Recording.of(workload, new Seed(seed), MemoryDatabase.honest(load.isolation()), simulation, LIST_TXNS);
    }

    private static int indeterminate(History history) {
        return (int) IntStream.range(0, history.txnCount())
                .filter(txn -> history.outcome(txn).mayHaveTakenEffect() && !isCommitted(history, txn))
                .count();
    }

    private static boolean isCommitted(History history, int txn) {
        return history.outcome(txn) instanceof Outcome.Committed;
    }

    /**
     * The histories are of registers, at the nine levels of the mock store; some clients die while a transaction is
     * pending.
     */
    @ParameterizedTest
    @MethodSource("moirai.mockstore.StoreLevels#all")
    void mockStoreShowsNothingThatItsLevelForbids(IsolationLevel level) {
        for (int seed = 0; seed < HISTORIES; seed++) {
            History history = withLostAnswers(new Clients(level, seed).run(), seed);

            assertThat(new LevelChecker().check(history, level))
                    .as("seed %s at %s", seed, level)
                    .isInstanceOf(Verdict.Pass.class);
        }
    }

    /**
     * Returns the history with a tenth of its commits unacknowledged; the client's session goes on under another
     * number.
     */
    private static History withLostAnswers(History history, int seed) {
        var random = new SplittableRandom(seed);
        var builder = new HistoryBuilder(RunHeader.NONE);
        Map<Integer, Integer> numbers = new HashMap<>();
        int next = 1_000;
        for (int id = 0; id < history.txnCount(); id++) {
            Txn txn = history.txn(id);
            int session = numbers.getOrDefault(txn.session(), txn.session());
            boolean isLost = isCommitted(history, id) && random.nextInt(10) == 0;
            Outcome outcome = isLost ? new Outcome.Indeterminate("timeout") : txn.outcome();
            builder.add(new Txn(session, txn.ops(), outcome, txn.startNanos(), txn.endNanos()));
            if (isLost) {
                numbers.put(txn.session(), next++);
            }
        }
        return builder.build();
    }

    /** A set of sessions that take steps in random turn, in one thread. */
    private static final class Clients {

        private static final int SESSIONS = 5;
        private static final int KEYS = 4;

        private final SplittableRandom random;
        private final MockStore store;
        private final List<StoreSession> sessions = new ArrayList<>();
        private final List<List<StoreTxn>> pending = new ArrayList<>();
        private int begun;

        Clients(IsolationLevel level, int seed) {
            this.random = new SplittableRandom(seed);
            this.store = new MockStore(StoreOptions.uniform(level, new Seed(seed)));
            for (int i = 0; i < SESSIONS; i++) {
                sessions.add(store.session());
                pending.add(new ArrayList<>());
            }
        }

        History run() {
            while (begun < REGISTER_TXNS) {
                step(random.nextInt(SESSIONS));
            }
            return store.history();
        }

        private void step(int client) {
            List<StoreTxn> own = pending.get(client);
            if (own.isEmpty()) {
                own.add(sessions.get(client).begin());
                begun++;
                return;
            }
            try {
                advance(client, own);
            } catch (StoreException conflict) {
                assertThat(conflict.isConflict()).isTrue();
                own.clear();
            }
        }

        private void advance(int client, List<StoreTxn> own) {
            StoreTxn txn = own.getFirst();
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> txn.read(random.nextInt(KEYS));
                case 3, 4 -> txn.write(random.nextInt(KEYS), begun);
                case 5, 6 -> {
                    txn.commit();
                    own.clear();
                }
                default -> {
                    if (random.nextInt(4) == 0) {
                        // The client is gone, and its transaction has no end.
                        sessions.set(client, store.session());
                        own.clear();
                    }
                }
            }
        }
    }
}
