package moirai.clients.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.history.Elements;
import moirai.history.HistoryNotation;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulationTest {

    /** Keeps every event as a line, in order; checks on the way what must hold at each event. */
    private static final class Journal implements TxnSink {

        private final List<String> lines = new ArrayList<>();
        private final List<Txn> ended = new ArrayList<>();
        private final Map<Integer, TxnPlan> open = new HashMap<>();
        private final Map<Integer, Long> starts = new HashMap<>();
        private final Set<Integer> over = new HashSet<>();
        private long lastNanos = -1;

        @Override
        public void begin(int session, TxnPlan plan, long nanos) {
            assertThat(over).doesNotContain(session);
            assertThat(open.put(session, plan)).isNull();
            assertThat(nanos).isGreaterThan(lastNanos);
            starts.put(session, nanos);
            lastNanos = nanos;
            lines.add("begin s" + session + " @" + nanos + " " + plan);
        }

        @Override
        public void end(Txn txn) {
            assertThat(open.remove(txn.session())).isEqualTo(TxnPlan.of(txn.ops()));
            assertThat(starts.remove(txn.session())).isEqualTo(txn.startNanos());
            assertThat(txn.endNanos()).isGreaterThan(lastNanos);
            lastNanos = txn.endNanos();
            if (txn.outcome() instanceof Outcome.Indeterminate) {
                over.add(txn.session());
            }
            lines.add("end " + HistoryNotation.format(txn));
            ended.add(txn);
        }
    }

    private static Journal run(MemoryDatabase database, Simulation simulation, int txns) {
        var journal = new Journal();
        var totals = simulation.run(database, TestPlans.usual(simulation.seed().value()), txns, journal);
        assertThat(journal.open).isEmpty();
        assertThat(totals.txns()).isEqualTo(txns).isEqualTo(journal.ended.size());
        assertThat(totals.committed()).isEqualTo(count(journal, Outcome.Committed.class));
        assertThat(totals.aborted()).isEqualTo(count(journal, Outcome.Aborted.class));
        assertThat(totals.indeterminate()).isEqualTo(count(journal, Outcome.Indeterminate.class));
        return journal;
    }

    private static long count(Journal journal, Class<? extends Outcome> kind) {
        return journal.ended.stream()
                .filter(txn -> kind.isInstance(txn.outcome()))
                .count();
    }

    private static MemoryDatabase honest() {
        return MemoryDatabase.honest(MemoryIsolation.STRICT_SERIALIZABLE);
    }

    @Test
    void sameSeedGivesTheSameEvents() {
        var simulation = Simulation.of(new Seed(42), 20);

        assertThat(run(honest(), simulation, 2000).lines).isEqualTo(run(honest(), simulation, 2000).lines);
    }

    @ParameterizedTest
    @EnumSource
    void sameSeedGivesTheSameEventsWithABug(PlantedBug bug) {
        var simulation = Simulation.of(new Seed(42), 20);

        assertThat(run(MemoryDatabase.planted(bug, 0.5, new Seed(1)), simulation, 2000).lines)
                .isEqualTo(run(MemoryDatabase.planted(bug, 0.5, new Seed(1)), simulation, 2000).lines);
    }

    @Test
    void otherSeedGivesOtherEvents() {
        assertThat(run(honest(), Simulation.of(new Seed(1), 20), 100).lines)
                .isNotEqualTo(run(honest(), Simulation.of(new Seed(2), 20), 100).lines);
    }

    @Test
    void troublesComeAboutAsOftenAsAsked() {
        int txns = 50_000;
        var journal = run(honest(), new Simulation(new Seed(5), 10, 0.1, 0.02, 0.01), txns);
        long clientAborts = journal.ended.stream()
                .filter(txn -> txn.outcome().equals(new Outcome.Aborted("client")))
                .count();

        assertThat(clientAborts / (double) txns).isCloseTo(0.02, within(0.003));
        assertThat(count(journal, Outcome.Indeterminate.class) / (double) txns).isCloseTo(0.01, within(0.002));
        assertThat(journal.over).hasSize((int) count(journal, Outcome.Indeterminate.class));
    }

    @Test
    void aboutHalfOfTheIndeterminateAppendsTakeEffect() {
        // One session at a time is never refused, so that only the trouble decides.
        int count = 2000;
        var plans = new ArrayList<TxnPlan>();
        for (int key = 0; key < count; key++) {
            plans.add(TxnPlan.of(new Op.Append(key, 1)));
        }
        var ended = new ArrayList<Txn>();
        var database = honest();
        new Simulation(new Seed(9), 1, 1, 0, 1).run(database, plans.iterator(), count, new Recorder(ended));
        var reader = database.begin();
        int seen = 0;
        for (int key = 0; key < count; key++) {
            seen += reader.read(key).count();
        }

        assertThat(ended).allMatch(txn -> txn.outcome().equals(new Outcome.Indeterminate("timeout")));
        assertThat(ended).extracting(Txn::session).doesNotHaveDuplicates();
        assertThat(seen / (double) count).isCloseTo(0.5, within(0.05));
    }

    @Test
    void clientAbortLeavesLaterReadsUnanswered() {
        var plan = TxnPlan.of(Op.Read.planned(1), Op.Read.planned(2), Op.Read.planned(3));
        var journal = new ArrayList<Txn>();
        new Simulation(new Seed(3), 1, 1, 1, 0)
                .run(honest(), Collections.nCopies(100, plan).iterator(), 100, new Recorder(journal));
        var answers = new HashSet<List<Boolean>>();
        for (Txn txn : journal) {
            answers.add(txn.ops().stream()
                    .map(op -> op instanceof Op.Read read && read.elements().isKnown())
                    .toList());
        }

        assertThat(answers)
                .containsExactlyInAnyOrder(
                        List.of(false, false, false),
                        List.of(true, false, false),
                        List.of(true, true, false),
                        List.of(true, true, true));
    }

    /** Begin, each op and the end take a nanosecond at least, and the client's two events stand outside of these. */
    @Test
    void intervalHasRoomForEveryStep() {
        var journal = run(honest(), new Simulation(new Seed(8), 1, 1, 0, 0), 1000);

        assertThat(journal.ended)
                .allMatch(txn -> txn.endNanos() - txn.startNanos() >= txn.ops().size() + 3);
    }

    /** Commits take effect within their intervals: nobody sees one too early or misses one too late. */
    @Test
    void commitsTakeEffectInsideTheirIntervals() {
        var journal = run(honest(), new Simulation(new Seed(8), 20, 0.5, 0.01, 0), 800);
        var writers = new LinkedHashMap<Op.Append, Txn>();
        var committed = journal.ended.stream()
                .filter(txn -> txn.outcome() instanceof Outcome.Committed)
                .toList();
        committed.forEach(txn -> txn.ops().forEach(op -> {
            if (op instanceof Op.Append append) {
                writers.put(append, txn);
            }
        }));
        var misfits = new ArrayList<String>();
        for (Txn reader : committed) {
            for (Op op : reader.ops()) {
                if (op instanceof Op.Read(long key, Elements elements)) {
                    writers.forEach((append, writer) -> {
                        boolean fits = append.key() != key
                                || (contains(elements, append.element())
                                        ? writer.startNanos() < reader.endNanos()
                                        : writer.endNanos() > reader.startNanos());
                        if (!fits) {
                            misfits.add(append + " of " + writer + " in " + reader);
                        }
                    });
                }
            }
        }

        assertThat(misfits).isEmpty();
    }

    private static boolean contains(Elements elements, int element) {
        for (int i = 0; i < elements.count(); i++) {
            if (elements.at(i) == element) {
                return true;
            }
        }
        return false;
    }

    @Test
    void sessionsOverlap() {
        var journal = run(honest(), Simulation.of(new Seed(8), 20), 2000);
        long overlapping = 0;
        for (int i = 1; i < journal.ended.size(); i++) {
            if (journal.ended.get(i).startNanos() < journal.ended.get(i - 1).endNanos()) {
                overlapping++;
            }
        }

        assertThat(overlapping).isGreaterThan(1500);
    }

    @Test
    void runEndsWhenThePlansDo() {
        var plans = List.of(TxnPlan.of(new Op.Append(1, 1)), TxnPlan.of(Op.Read.planned(1)));
        var totals = new Simulation(new Seed(1), 5, 1, 0, 0)
                .run(honest(), plans.iterator(), Long.MAX_VALUE, new Recorder(new ArrayList<>()));

        assertThat(totals.txns()).isEqualTo(2);
    }

    @Test
    void impossibleSettingsAreRefused() {
        assertThatThrownBy(() -> Simulation.of(new Seed(1), 0)).hasMessageContaining("sessions: 0");
        assertThatThrownBy(() -> new Simulation(new Seed(1), 1, 0.1, -1, 0))
                .hasMessageContaining("clientAbortProbability: -1.0");
    }
}
