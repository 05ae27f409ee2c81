package moirai.studies.tpcc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.programs.sql.Draws;
import moirai.programs.sql.MockTarget;
import moirai.programs.sql.SqlTarget;
import moirai.programs.sql.SqlTxn;
import moirai.programs.tpcc.Tpcc;
import moirai.studies.tpcc.invariants.CallLog;
import moirai.studies.tpcc.invariants.Counters;
import moirai.studies.tpcc.invariants.LoggedCall;
import moirai.studies.tpcc.invariants.TpccInvariant;

/**
 * Many clients that run TPC-C's mix at random, in real transactions at a level, as the paper's random tests do for
 * minutes with 10, 50 and 100 clients. Who is next is random, and so is each read, within the level.
 */
final class RandomClients {

    private static final Tpcc TPCC = Tpcc.withShortOrders();

    private RandomClients() {}

    /**
     * The result of a run.
     *
     * @param committed the number of committed transactions
     */
    record Result(IsolationLevel level, int clients, int committed, Set<String> broken) {

        Result {
            broken = Set.copyOf(broken);
        }
    }

    /** Lets each of the clients run so many transactions. */
    static Result run(IsolationLevel level, int clients, int txnsEach, Seed seed) throws SQLException {
        try (SqlTarget.Database database = new MockTarget(level).open(TPCC, seed)) {
            Counters before = load(database);
            List<LoggedCall> log = log(database, clients, txnsEach, seed);
            database.ended();
            try (Connection observer = database.observer()) {
                Set<String> broken =
                        TpccInvariant.broken(observer, new CallLog(before, log)).keySet();
                return new Result(level, clients, log.size(), new TreeSet<>(broken));
            }
        }
    }

    private static Counters load(SqlTarget.Database database) throws SQLException {
        try (Connection connection = database.session();
                var statement = connection.createStatement()) {
            for (String sql : TPCC.schema()) {
                statement.execute(sql);
            }
            TPCC.load(connection);
            Counters before = Counters.read(connection);
            connection.commit();
            database.loaded();
            return before;
        }
    }

    private static List<LoggedCall> log(SqlTarget.Database database, int clients, int txnsEach, Seed seed)
            throws SQLException {
        SplittableRandom random = seed.part(-1).generator();
        var connections = new ArrayList<Connection>();
        var draws = new ArrayList<Draws>();
        var log = new ArrayList<LoggedCall>();
        try {
            for (int client = 0; client < clients; client++) {
                connections.add(database.session());
                draws.add(new Draws(seed, client));
            }
            for (int number = 0; number < clients * txnsEach; number++) {
                int client = random.nextInt(clients);
                SqlTxn txn = RandomCalls.drawn(TPCC.transactions(), draws.get(client), random);
                attempt(txn, connections.get(client), log);
            }
            return log;
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
    }

    /** Tries a transaction. One that the store refuses, by a conflict or a taken number, is not logged. */
    private static void attempt(SqlTxn txn, Connection connection, List<LoggedCall> log) throws SQLException {
        try {
            LoggedCall.run(txn, connection).ifPresent(log::add);
        } catch (SQLException refused) {
            connection.rollback();
        }
    }
}
