package moirai.sources.anomalies;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Money that is taken if there is enough. */
public final class LostUpdateWithGuard {

    static final String TABLE = "CREATE TABLE X (id INTEGER PRIMARY KEY, v INTEGER NOT NULL)";

    private final DataSource source;

    public LostUpdateWithGuard(DataSource source) {
        this.source = source;
    }

    /** Takes money; false if there is too little. */
    public boolean withdraw(int id, BigDecimal amount) throws SQLException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            BigDecimal balance = balance(connection, id);
            if (balance.compareTo(amount) < 0) {
                return false;
            }
            try (var update = connection.prepareStatement(UPDATE)) {
                update.setBigDecimal(1, balance.subtract(amount));
                update.setInt(2, id);
                update.executeUpdate();
            }
            connection.commit();
            return true;
        }
    }

    private static final String UPDATE = "UPDATE X SET v = ? " + "WHERE id = ?";

    private static BigDecimal balance(Connection connection, int id) throws SQLException {
        try (var select = connection.prepareStatement("SELECT v FROM X WHERE id = ?")) {
            select.setInt(1, id);
            var rows = select.executeQuery();
            rows.next();
            return rows.getBigDecimal("v");
        }
    }
}
