package moirai.junit.weak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import it.unimi.dsi.fastutil.ints.IntList;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import moirai.exploration.Exploration;
import moirai.exploration.ExplorationOptions;
import moirai.exploration.ExplorationResult;
import moirai.exploration.Invariant;
import moirai.exploration.Signature;
import moirai.exploration.jdbc.JdbcCall;
import moirai.exploration.jdbc.JdbcProgram;
import moirai.history.level.IsolationLevel;
import moirai.junit.weak.choices.ChoiceTape;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.choice.Exhaustive;
import moirai.mockstore.jdbc.MoiraiDataSource;
import moirai.mockstore.levels.StoreLevel;
import moirai.mockstore.sql.SqlSession;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Tries with every list of answers see the same behaviours as an exploration, which has its own search and its own
 * definition of the levels.
 */
class EveryBehaviourOracleProperties {

    private static final List<String> SCHEMA = List.of("CREATE TABLE kv (k INT PRIMARY KEY, v INT)");
    private static final String LOAD = "INSERT INTO kv VALUES (1, 0), (2, 0), (3, 0)";
    private static final long HISTORIES_MAX = 3_000;

    /** A read or a write of a key. */
    record Op(boolean isWrite, int key) {}

    @Property(tries = 150)
    void everyBehaviourIsSeen(
            @ForAll("programs") List<List<List<Op>>> sessions, @ForAll("levels") IsolationLevel level) {
        Set<Signature> expected = new HashSet<>();
        ExplorationResult explored = Exploration.of(
                program(sessions),
                ExplorationOptions.at(level).upTo(HISTORIES_MAX, 1),
                new Invariant("seen", behaviour -> {
                    expected.add(Signature.of(behaviour));
                    return true;
                }));
        assumeThat(explored.isExhausted()).isTrue();

        Set<Signature> seen = seen(sessions, level);

        assertThat(seen).isEqualTo(expected);
    }

    /** Calls that are functions of what they read are never refused, as the property above shows; others are. */
    @Property(tries = 50)
    void whatACallDecidesOtherwiseIsSeen(
            @ForAll("programs") List<List<List<Op>>> sessions, @ForAll("levels") IsolationLevel level)
            throws InterruptedException {
        List<List<List<Op>>> changed = new ArrayList<>(sessions);
        Op first = sessions.getFirst().getFirst().getFirst();
        changed.set(0, List.of(List.of(new Op(first.isWrite(), 3))));
        try (Tries tries = Tries.onNew(StoreLevel.of(level), List.of())) {
            load(tries);
            MoiraiDataSource source = MoiraiDataSource.of(tries.database());
            var decisions = new Decisions();
            tries.follow(Optional.of(decisions));
            for (List<List<List<Op>>> program : List.of(sessions, sessions, changed)) {
                assertThat(decisions.difference()).isEmpty();
                tries.run(
                        () -> tries.inParallel(calls(program, source)),
                        ChoiceTape.scripted(IntList.of()),
                        new BitSet());
            }

            assertThat(decisions.difference()).contains("call 1 does now", "in an earlier run");
        }
    }

    private static void load(Tries tries) {
        try (SqlSession session = tries.database().session()) {
            SCHEMA.forEach(session::execute);
            session.execute(LOAD);
        }
    }

    private static Set<Signature> seen(List<List<List<Op>>> sessions, IsolationLevel level) {
        var seen = new HashSet<Signature>();
        try (Tries tries = Tries.onNew(StoreLevel.of(level), List.of())) {
            load(tries);
            MoiraiDataSource source = MoiraiDataSource.of(tries.database());
            var all = new Exhaustive();
            var decisions = new Decisions();
            tries.follow(Optional.of(decisions));
            do {
                Outcome outcome =
                        tries.run(() -> tries.inParallel(calls(sessions, source)), ChoiceTape.by(all), new BitSet());
                assertThat(outcome.thrown()).isEmpty();
                assertThat(decisions.difference()).isEmpty();
                RoundResult round = outcome.trial().rounds().getFirst();
                if (round.ends().stream().allMatch(end -> end.thrown().isEmpty())) {
                    seen.add(Signature.of(round.behaviour()));
                }
            } while (all.next());
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
        return seen;
    }

    private static List<Call> calls(List<List<List<Op>>> sessions, MoiraiDataSource source) {
        var calls = new ArrayList<Call>();
        for (int session = 0; session < sessions.size(); session++) {
            int number = session;
            calls.add(() -> {
                try (Connection connection = source.getConnection()) {
                    connection.setAutoCommit(false);
                    for (int txn = 0; txn < sessions.get(number).size(); txn++) {
                        run(connection, sessions.get(number).get(txn), number, txn);
                        connection.commit();
                    }
                }
            });
        }
        return calls;
    }

    private static JdbcProgram program(List<List<List<Op>>> sessions) {
        JdbcProgram program = JdbcProgram.on(
                SCHEMA, connection -> connection.createStatement().executeUpdate(LOAD));
        for (int session = 0; session < sessions.size(); session++) {
            var calls = new ArrayList<JdbcCall>();
            for (int txn = 0; txn < sessions.get(session).size(); txn++) {
                List<Op> ops = sessions.get(session).get(txn);
                int number = session;
                int position = txn;
                calls.add(new JdbcCall("txn", connection -> {
                    run(connection, ops, number, position);
                    return "done";
                }));
            }
            program = program.session(calls.toArray(JdbcCall[]::new));
        }
        return program;
    }

    private static void run(Connection connection, List<Op> ops, int session, int txn) throws SQLException {
        for (int index = 0; index < ops.size(); index++) {
            Op op = ops.get(index);
            String sql = op.isWrite() ? "UPDATE kv SET v = ? WHERE k = ?" : "SELECT v + ? FROM kv WHERE k = ?";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setInt(1, session * 100 + txn * 10 + index + 1);
                statement.setInt(2, op.key());
                statement.execute();
            }
        }
    }

    @Provide
    Arbitrary<List<List<List<Op>>>> programs() {
        Arbitrary<Op> op = Combinators.combine(
                        Arbitraries.of(true, false), Arbitraries.integers().between(1, 2))
                .as(Op::new);
        Arbitrary<List<Op>> txn = op.list().ofMinSize(1).ofMaxSize(3);
        return txn.list()
                .ofMinSize(1)
                .ofMaxSize(2)
                .list()
                .ofMinSize(2)
                .ofMaxSize(3)
                .filter(sessions -> sessions.stream().mapToInt(List::size).sum() <= 4);
    }

    @Provide
    Arbitrary<IsolationLevel> levels() {
        return Arbitraries.of(StoreLevels.all().stream()
                .filter(level -> level != IsolationLevel.STRICT_SERIALIZABLE
                        && level != IsolationLevel.STRONG_SNAPSHOT_ISOLATION)
                .toList());
    }
}
