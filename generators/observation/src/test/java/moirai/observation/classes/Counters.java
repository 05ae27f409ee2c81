package moirai.observation.classes;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import moirai.observation.txns.ObservedApplication;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Parameter;

/** Applications as users write them, and as they should not. */
public final class Counters {

    private static final String TABLE = "CREATE TABLE counter (id INTEGER PRIMARY KEY, hits INTEGER NOT NULL)";

    private Counters() {}

    private static void update(Connection connection, String sql, int... values) throws SQLException {
        try (var update = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                update.setInt(i + 1, values[i]);
            }
            update.executeUpdate();
        }
    }

    /** An application whose caller commits. */
    public static class Called {

        public static List<String> schema() {
            return List.of(TABLE);
        }

        /** Writes what it read, if there is something. */
        public void hit(Connection connection, int id, int times) throws SQLException {
            try (var select = connection.prepareStatement("SELECT hits FROM counter WHERE id = ?")) {
                select.setInt(1, id);
                var found = select.executeQuery();
                if (found.next() && found.getInt(1) >= times) {
                    update(connection, "UPDATE counter SET hits = ? WHERE id = ?", found.getInt(1) + times, id);
                }
            }
        }

        public static void reset(Connection connection, int id) throws SQLException {
            update(connection, "UPDATE counter SET hits = 0 WHERE id = ?", id);
        }

        public static void move(Connection connection, Appendable log) throws SQLException {
            update(connection, "DELETE FROM counter WHERE id = ?", log.hashCode());
        }

        /** No transaction, since no connection reaches it. */
        public int size() {
            return 0;
        }
    }

    /** Commits itself, or forgets to. */
    public static class Owning {

        private final DataSource source;

        public Owning(DataSource source) throws SQLException {
            this.source = source;
            try (var connection = source.getConnection();
                    var statement = connection.createStatement()) {
                statement.execute(TABLE);
            }
        }

        public void add(long id, BigDecimal times) throws SQLException {
            try (var connection = source.getConnection();
                    var update = connection.prepareStatement("UPDATE counter SET hits = hits + ? WHERE id = ?")) {
                update.setBigDecimal(1, times);
                update.setLong(2, id);
                update.executeUpdate();
            }
        }

        public void forget(int id) throws SQLException {
            try (var connection = source.getConnection()) {
                connection.setAutoCommit(false);
                update(connection, "DELETE FROM counter WHERE id = ?", id);
            }
        }

        public void look() {}

        @Override
        public String toString() {
            return "counters";
        }
    }

    /** Says itself what its transactions are. */
    public static class Telling implements ObservedApplication {

        @Override
        public List<String> schema() {
            return List.of(TABLE);
        }

        @Override
        public List<ObservedTxn> txns(DataSource source) {
            return List.of(new ObservedTxn("clear", List.of(Parameter.integer("id")), arguments -> {
                try (var connection = source.getConnection()) {
                    update(connection, "DELETE FROM counter WHERE id = ?", arguments.integer("id"));
                }
            }));
        }
    }

    /** Cannot be made. */
    public static class Broken {

        public Broken(DataSource source) {
            throw new IllegalStateException(
                    "no settings for " + source.getClass().getName().length());
        }

        public void run() {}
    }

    /** Cannot be made either. */
    public static class Closed {

        public Closed(String name) {}

        public void hit(Connection connection) {}
    }
}
