package moirai.studies.tpcc;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import moirai.directed.encoding.Bounds;
import moirai.directed.execution.Execution;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.Anomaly;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.programs.sql.SqlTxn;
import moirai.programs.tpcc.Delivery;
import moirai.programs.tpcc.NewOrder;
import moirai.programs.tpcc.OrderItem;
import moirai.sources.JavaSources;
import moirai.sources.SourceOptions;
import moirai.studies.programs.SeparateReads;
import moirai.studies.tpcc.Stage.Played;

/**
 * A search of TPC-C's own source for anomalies under eventual consistency, which replays each of them through the
 * methods of that source in several settings: writes that the anomaly leaves open are seen or not, either order is the
 * longer one, the last order of the district is delivered before or not, and one more transaction follows or not.
 */
final class DirectedColumn implements AutoCloseable {

    private static final String SOURCE = "runs/programs/src/main/java/moirai/programs/tpcc";

    private static final SqlTxn DELIVERY = new Delivery(1, 1, 9, Arguments.NOON.plusHours(1));

    private static final SqlTxn ORDER =
            new NewOrder(1, 1, 2, List.of(new OrderItem(1, 1)), Arguments.NOON.plusHours(2));

    private final Program program;
    private final List<List<SqlTxn>> prologues = List.of(List.of(), List.of(DELIVERY));
    private final List<Stage> stages = new ArrayList<>();
    private final Map<Row, Findings> findings = new LinkedHashMap<>();
    private final Map<String, Replay> best = new TreeMap<>();
    private final Map<String, Played> serial = new HashMap<>();
    private final Set<String> brokenSerially = new TreeSet<>();

    /**
     * The findings of a row.
     *
     * @param replays the number of replays that reached their end
     * @param broken by replays in which writes that the anomaly leaves open are seen
     * @param brokenUnseen by the other replays
     * @param seconds of the search, then of the replays
     */
    record Findings(int anomalies, int replays, Set<String> broken, Set<String> brokenUnseen, List<Double> seconds) {

        Findings {
            broken = Collections.unmodifiableSortedSet(new TreeSet<>(broken));
            brokenUnseen = Collections.unmodifiableSortedSet(new TreeSet<>(brokenUnseen));
            seconds = List.copyOf(seconds);
        }
    }

    /**
     * A replay that breaks an invariant.
     *
     * @param seesMore whether writes that the anomaly leaves open are seen
     */
    record Replay(
            Row row,
            Anomaly anomaly,
            List<SqlTxn> prologue,
            List<SqlTxn> calls,
            List<SqlTxn> epilogue,
            boolean seesMore) {

        Replay {
            prologue = List.copyOf(prologue);
            calls = List.copyOf(calls);
            epilogue = List.copyOf(epilogue);
        }

        /** Returns the number of its transactions. */
        int length() {
            return calls.size() + epilogue.size();
        }
    }

    /** Creates a column that reads the source in this folder, the root of the project. */
    DirectedColumn(Path root, History history) throws SQLException {
        program = program(root, history);
        for (List<SqlTxn> prologue : prologues) {
            stages.add(new Stage(history, prologue));
        }
    }

    /** Returns the transactions that write, as a store without row locks runs them. */
    static Program program(Path root, History history) {
        var options = new SourceOptions(
                List.of(root.resolve(SOURCE)), List.of(), List.of("NewOrder.run", "Payment.run", "Delivery.run"), 1);
        return history.keyed(
                SeparateReads.ofCells(JavaSources.translate(options).program()));
    }

    /** Searches and replays a row until the predicate is satisfied. */
    void explore(Row row, Predicate<DirectedColumn> isEnough) throws SQLException {
        long begin = System.nanoTime();
        Program slice = Slice.of(program, row.ring(), row.tables());
        List<Anomaly> anomalies = new AnomalySearch(slice, Levels.all(Promises.EVENTUAL), Bounds.SMALL)
                .find(row.ring())
                .anomalies();
        long found = System.nanoTime();
        var broken = new TreeSet<String>();
        var brokenUnseen = new TreeSet<String>();
        int replays = 0;
        for (Anomaly anomaly : anomalies) {
            if (isEnough.test(this)) {
                break;
            }
            Execution execution = Execution.of(slice, anomaly.scenario(), Bounds.SMALL.loopMax());
            for (Replay replay : settings(row, anomaly)) {
                Played played = play(replay, execution);
                replays += played.isComplete() ? 1 : 0;
                (replay.seesMore() ? broken : brokenUnseen)
                        .addAll(played.broken().keySet());
                played.broken().keySet().forEach(id -> best.merge(id, replay, DirectedColumn::simpler));
            }
        }
        long end = System.nanoTime();
        List<Double> seconds = List.of((found - begin) / 1e9, (end - found) / 1e9);
        findings.put(row, new Findings(anomalies.size(), replays, broken, brokenUnseen, seconds));
    }

    private static Replay simpler(Replay first, Replay second) {
        boolean isSimpler = second.length() < first.length()
                || (second.length() == first.length() && second.seesMore() && !first.seesMore());
        return isSimpler ? second : first;
    }

    private List<Replay> settings(Row row, Anomaly anomaly) {
        var settings = new ArrayList<Replay>();
        boolean hasOrder = row.has("newOrder");
        for (int longer = hasOrder ? 0 : -1; longer < (hasOrder ? row.ring().size() : 0); longer++) {
            Optional<List<SqlTxn>> calls = Arguments.of(anomaly.scenario().calls(), longer);
            if (calls.isEmpty() || (longer >= 0 && !(calls.get().get(longer) instanceof NewOrder))) {
                continue;
            }
            for (boolean seesMore : new boolean[] {true, false}) {
                for (List<SqlTxn> prologue : hasOrder ? prologues : List.of(List.<SqlTxn>of())) {
                    for (List<SqlTxn> epilogue : epilogues(row)) {
                        settings.add(new Replay(row, anomaly, prologue, calls.get(), epilogue, seesMore));
                    }
                }
            }
        }
        return settings;
    }

    private static List<List<SqlTxn>> epilogues(Row row) {
        return row.tables().contains("district")
                ? List.of(List.of(), List.of(ORDER), List.of(DELIVERY))
                : List.of(List.of());
    }

    private Played play(Replay replay, Execution execution) throws SQLException {
        Stage stage = stages.get(prologues.indexOf(replay.prologue()));
        var statements = new ArrayList<List<String>>();
        for (SqlTxn call : replay.calls()) {
            statements.add(stages.getFirst().statements(call));
        }
        Optional<Plan> plan = Plan.of(execution, statements, replay.seesMore());
        if (plan.isEmpty()) {
            return Played.INCOMPLETE;
        }
        playSerially(stage, replay, replay.calls());
        playSerially(stage, replay, replay.calls().reversed());
        return stage.play(replay.calls(), plan.get().order(), plan.get()::sees, replay.epilogue());
    }

    /** Runs the same calls one after the other. An assertion that this breaks is no invariant. */
    private void playSerially(Stage stage, Replay replay, List<SqlTxn> calls) throws SQLException {
        var txns = new ArrayList<>(calls);
        txns.addAll(replay.epilogue());
        String key = replay.prologue() + " " + txns;
        if (!serial.containsKey(key)) {
            Played played = stage.playSerially(txns);
            serial.put(key, played);
            brokenSerially.addAll(played.broken().keySet());
        }
    }

    /**
     * Returns for each invariant the first of the shortest replays that break it; replays that see more come first.
     */
    Map<String, Replay> best() {
        return Collections.unmodifiableMap(new TreeMap<>(best));
    }

    /** Returns the findings of the rows that were explored, in their order. */
    Map<Row, Findings> findings() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(findings));
    }

    /** Returns the number of serial runs of the same calls. */
    int serialRuns() {
        return serial.size();
    }

    /** Returns the invariants that serial runs broke. */
    Set<String> brokenSerially() {
        return Collections.unmodifiableSet(new TreeSet<>(brokenSerially));
    }

    @Override
    public void close() {
        stages.forEach(Stage::close);
    }
}
