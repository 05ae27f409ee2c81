package moirai.runs.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Txn;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What SQL says of the tables of a history is what the history says. */
class HistoryRowsProperties {

    private static final int KEYS = 3;

    @Property(tries = 40)
    void sumsInSqlAreThoseOfTheHistory(@ForAll("lists") List<Txn> txns, @ForAll @IntRange(max = 12) int firstPiece)
            throws SQLException {
        History whole = history(txns);
        try (Connection connection = loaded(txns, firstPiece)) {
            assertThat(numbers(connection, "SELECT count(*) FROM txns WHERE outcome = 'committed'"))
                    .containsExactly(countTxns(whole, Outcome.Committed.class));
            assertThat(numbers(connection, "SELECT count(*) FROM txns WHERE outcome = 'aborted' AND cause = '40001'"))
                    .containsExactly(countTxns(whole, Outcome.Aborted.class));
            assertThat(numbers(connection, "SELECT coalesce(sum(op_count), 0) FROM txns"))
                    .containsExactly((long) whole.opCount());
            assertThat(numbers(connection, "SELECT coalesce(sum(latency_micros), 0) FROM txns"))
                    .containsExactly(ofTxns(whole)
                            .map(txn -> (whole.endNanos((int) txn) - whole.startNanos((int) txn)) / 1000)
                            .sum());
            assertThat(numbers(connection, "SELECT count(*) FROM ops WHERE type = 'append'"))
                    .containsExactly(
                            ofOps(whole).filter(op -> whole.isAppend((int) op)).count());
            assertThat(numbers(connection, "SELECT coalesce(sum(value), 0) FROM ops"))
                    .containsExactly(ofOps(whole)
                            .filter(op -> whole.isAppend((int) op))
                            .map(op -> whole.element((int) op))
                            .sum());
            assertThat(numbers(connection, "SELECT coalesce(sum(length), 0) FROM reads"))
                    .containsExactly(ofOps(whole)
                            .filter(op -> whole.isAnswered((int) op))
                            .map(op -> whole.length((int) op))
                            .sum());
        }
    }

    @Property(tries = 40)
    void theElementsOfEachReadAreThoseOfTheHistory(
            @ForAll("lists") List<Txn> txns, @ForAll @IntRange(max = 12) int firstPiece) throws SQLException {
        History whole = history(txns);
        var expected = new ArrayList<Long>();
        for (int txn = 0; txn < whole.txnCount(); txn++) {
            for (int op = whole.firstOp(txn); op < whole.endOp(txn); op++) {
                for (int i = 0; whole.isAnswered(op) && i < whole.length(op); i++) {
                    expected.addAll(List.of(
                            (long) txn, whole.keyName(whole.key(op)), (long) whole.listElement(whole.list(op), i)));
                }
            }
        }
        try (Connection connection = loaded(txns, firstPiece)) {
            assertThat(numbers(
                            connection, "SELECT txn, key, element FROM read_elements ORDER BY txn, read_place, place"))
                    .isEqualTo(expected);
            assertThat(numbers(
                            connection,
                            "SELECT count(*) FROM reads r WHERE r.length > 0 AND r.last <>"
                                    + " (SELECT element FROM lists l WHERE l.list = r.list"
                                    + " AND l.place = r.length - 1)"))
                    .containsExactly(0L);
            assertThat(numbers(connection, "SELECT count(*) - count(DISTINCT (list, place)) FROM lists"))
                    .containsExactly(0L);
        }
    }

    private static History history(List<Txn> txns) {
        var builder = new HistoryBuilder(RunHeader.NONE);
        txns.forEach(builder::add);
        return builder.build();
    }

    /** Returns a database in memory with the transactions in two pieces, of which one may be empty. */
    private static Connection loaded(List<Txn> txns, int firstPiece) throws SQLException {
        var resources = new DuckDb.Resources("200MiB", Path.of("target", "spill"));
        Connection connection = DuckDb.load().inMemory(resources);
        RunDatabase.make(connection, RunTables.ALL);
        int cut = Math.min(firstPiece, txns.size());
        try (var rows = new HistoryRows(connection)) {
            rows.add(history(txns.subList(0, cut)));
            rows.add(history(txns.subList(cut, txns.size())));
        }
        return connection;
    }

    private static List<Long> numbers(Connection connection, String sql) throws SQLException {
        var numbers = new ArrayList<Long>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
                    numbers.add(((Number) rows.getObject(column)).longValue());
                }
            }
        }
        return numbers;
    }

    private static long countTxns(History history, Class<? extends Outcome> outcome) {
        return ofTxns(history)
                .filter(txn -> outcome.isInstance(history.outcome((int) txn)))
                .count();
    }

    private static LongStream ofTxns(History history) {
        return IntStream.range(0, history.txnCount()).asLongStream();
    }

    private static LongStream ofOps(History history) {
        return IntStream.range(0, history.opCount()).asLongStream();
    }

    /** Transactions whose reads are of any prefix of what was appended before, so that lists extend each other. */
    @Provide
    Arbitrary<List<Txn>> lists() {
        Arbitrary<List<Integer>> steps =
                Arbitraries.integers().between(0, 999).list().ofMaxSize(4);
        return Combinators.combine(
                        steps,
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.integers().between(0, 9))
                .as(Drawn::new)
                .list()
                .ofMaxSize(12)
                .map(HistoryRowsProperties::txns);
    }

    /** The numbers that a transaction is made of. */
    private record Drawn(List<Integer> steps, int session, int outcome) {}

    private static List<Txn> txns(List<Drawn> drawn) {
        Map<Long, List<Integer>> lists = new HashMap<>();
        var txns = new ArrayList<Txn>();
        int element = 0;
        for (Drawn one : drawn) {
            var ops = new ArrayList<Op>();
            for (int step : one.steps()) {
                long key = step % KEYS;
                List<Integer> list = lists.computeIfAbsent(key, unseen -> new ArrayList<>());
                if (step % 2 == 0) {
                    ops.add(new Op.Append(key, ++element));
                    list.add(element);
                } else {
                    int length = step % (list.size() + 1);
                    ops.add(new Op.Read(
                            key,
                            Elements.of(list.subList(0, length).stream()
                                    .mapToInt(Integer::intValue)
                                    .toArray())));
                }
            }
            Outcome outcome = switch (one.outcome()) {
                case 0 -> new Outcome.Indeterminate("08006");
                case 1, 2 -> new Outcome.Aborted("40001");
                default -> new Outcome.Committed();
            };
            txns.add(new Txn(one.session(), ops, outcome, 10_000L * txns.size(), 10_000L * txns.size() + 4_321));
        }
        return txns.stream().collect(Collectors.toUnmodifiableList());
    }
}
