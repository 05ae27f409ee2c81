package moirai.reenactment.cassandra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import moirai.clients.cql.Consistency;
import moirai.clients.cql.CqlChannel;
import moirai.clients.cql.CqlChannel.Request;
import moirai.directed.encoding.Scenario;
import moirai.directed.execution.Cell;
import moirai.directed.execution.Execution;
import moirai.directed.execution.Knowledge;
import moirai.directed.execution.Observation;
import moirai.directed.execution.Turn;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.cassandra.CqlTables.Stamp;
import moirai.reenactment.placement.PlacedTurn;

/** A single replay of a case, one turn after the other. Single-threaded. */
final class CasePlayer {

    private final DirectedCase wanted;
    private final List<CqlChannel> nodes;
    private final Partitions partitions;
    private final CqlTables tables;
    private final int attempt;
    private final LongSupplier micros;
    private final List<Call> calls = new ArrayList<>();

    /** The results of turns, by their number. */
    private final Map<Integer, Done> done = new HashMap<>();

    private long firstMicros;

    /**
     * A turn that was played.
     *
     * @param micros the time of its writes
     * @param times the time at which each cell that it met was written
     */
    private record Done(long micros, List<Request> writes, Map<Cell, Long> times) {

        static final Done NOTHING = new Done(0, List.of(), Map.of());

        static Done of(CqlStatement statement) {
            return new Done(statement.micros(), statement.writes(), statement.times());
        }
    }

    /** A client in the midst of its transaction. */
    private static final class Call {
        final Knowledge knowledge;
        final List<Statement> left;
        final Map<String, Observation> observations = new LinkedHashMap<>();

        Call(Knowledge knowledge, List<Statement> statements) {
            this.knowledge = knowledge;
            this.left = new ArrayList<>(statements);
        }
    }

    /**
     * The nodes and tables on which a case is played.
     *
     * @param micros the time of each write, which is never that of another write
     */
    record Place(List<CqlChannel> nodes, Partitions partitions, CqlTables tables, LongSupplier micros) {

        Place {
            nodes = List.copyOf(nodes);
        }
    }

    CasePlayer(DirectedCase wanted, Place place, int attempt) {
        this.wanted = wanted;
        this.nodes = place.nodes();
        this.partitions = place.partitions();
        this.tables = place.tables();
        this.attempt = attempt;
        this.micros = place.micros();
        Program program = wanted.program();
        for (Scenario.Call call : wanted.scenario().calls()) {
            calls.add(new Call(
                    new Knowledge(call.arguments()), program.txn(call.txn()).statements(wanted.loopMax())));
        }
    }

    /** Writes the first rows, plays all turns, and heals all links. */
    void play(List<PlacedTurn> placed) {
        CqlStatement first = statement(0, Consistency.ALL);
        firstMicros = first.micros();
        wanted.scenario().rows().forEach(first::place);
        List<Turn> turns = wanted.predicted().turns();
        for (int turn = 0; turn < turns.size(); turn++) {
            PlacedTurn at = placed.get(turn);
            hand(at);
            partitions.arrange(at, nodes.size());
            done.put(turn, play(turns.get(turn), at));
        }
        // Whose guard was not to hold, and does.
        calls.forEach(call -> new ArrayList<>(call.left).forEach(left -> run(call, left, 0, Consistency.ONE)));
        partitions.healAll();
    }

    /** Brings the writes that a node has missed to that node alone, with their original time. */
    private void hand(PlacedTurn at) {
        if (!at.handed().isEmpty()) {
            partitions.isolate(at.node(), nodes.size());
            for (int writer : at.handed()) {
                partitions.written();
                done.getOrDefault(writer, Done.NOTHING)
                        .writes()
                        .forEach(write -> nodes.get(at.node()).execute(write.at(Consistency.ONE), CqlStatement.LIMIT));
            }
        }
    }

    /**
     * Plays a turn. When it is done, all reachable nodes have its write, so that none receives it during a later turn.
     */
    private Done play(Turn turn, PlacedTurn at) {
        Consistency consistency = switch (nodes.size() - at.cutFrom().size()) {
            case 1 -> Consistency.ONE;
            case 2 -> Consistency.TWO;
            default -> Consistency.THREE;
        };
        Call call = calls.get(turn.call());
        while (!call.left.isEmpty()) {
            Statement next = call.left.getFirst();
            Done played = run(call, next, at.node(), consistency);
            if (next.label().equals(turn.statement().label())) {
                return played;
            }
        }
        return Done.NOTHING;
    }

    private Done run(Call call, Statement next, int node, Consistency consistency) {
        call.left.remove(next);
        if (!call.knowledge.holds(next.guard(), Map.of())) {
            return Done.NOTHING;
        }
        partitions.written();
        CqlStatement statement = statement(node, consistency);
        Observation observation = statement.run(next, call.knowledge);
        partitions.written();
        call.knowledge.learn(next.label(), observation);
        call.observations.put(next.label(), observation);
        return Done.of(statement);
    }

    /**
     * Returns whether each cell that decides what a turn reads was as old as the write that the case has it read. The
     * time of a row's removal cannot be read, so a read that depends on it makes the result false.
     */
    boolean readsAreFromTheirWriters() {
        Execution predicted = wanted.predicted();
        return IntStream.range(0, predicted.turns().size())
                .allMatch(turn -> predicted.effects().get(turn).reads().stream()
                        .allMatch(cell -> isFromItsWriter(turn, cell, predicted.lastSeen(turn, cell))));
    }

    private boolean isFromItsWriter(int turn, Cell cell, int writer) {
        Map<Cell, Long> times = done.getOrDefault(turn, Done.NOTHING).times();
        if (writer < 0 && !times.containsKey(cell)) {
            return isMissingAtFirst(cell);
        }
        long expected = writer < 0
                ? firstMicros
                : done.getOrDefault(writer, Done.NOTHING).micros();
        return times.getOrDefault(cell, -1L) == expected;
    }

    private boolean isMissingAtFirst(Cell cell) {
        Program program = wanted.program();
        return wanted.scenario().rows().stream()
                .filter(row -> row.table().equals(cell.table()))
                .noneMatch(row -> program.table(row.table()).key().stream()
                        .map(field -> row.values().getOrDefault(field, 0))
                        .toList()
                        .equals(cell.key()));
    }

    private CqlStatement statement(int node, Consistency consistency) {
        return new CqlStatement(tables, nodes.get(node), new Stamp(attempt, micros.getAsLong(), consistency));
    }

    /** Returns the observations of each call. */
    List<Map<String, Observation>> returned() {
        return calls.stream().map(call -> call.observations).toList();
    }

    /** Returns the call whose observations would make it roll back, which is not possible here; -1 for none. */
    int givenUp() {
        for (int call = 0; call < calls.size(); call++) {
            String txn = wanted.scenario().calls().get(call).txn();
            if (!calls.get(call).knowledge.holds(wanted.program().txn(txn).commit(), Map.of())) {
                return call;
            }
        }
        return -1;
    }

    /** Returns the rows that are left, as all replicas together know them. */
    List<Scenario.InitialRow> rows() {
        CqlStatement last = statement(0, Consistency.ALL);
        return wanted.program().tables().stream()
                .flatMap(table -> last.rows(table, Consistency.ALL).stream())
                .toList();
    }
}
