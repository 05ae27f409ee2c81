package moirai.programs;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import moirai.programs.sql.SqlAssertion;
import moirai.programs.sql.SqlProgram;
import moirai.programs.sql.TxnKind;

/** SmallBank with an assertion that always breaks and reports all balances of the judged state. */
record WithBalances(SqlProgram bank) implements SqlProgram {

    static final String ID = "balances";

    @Override
    public String name() {
        return bank.name();
    }

    @Override
    public List<String> schema() {
        return bank.schema();
    }

    @Override
    public void load(Connection connection) throws SQLException {
        bank.load(connection);
    }

    @Override
    public List<TxnKind> transactions() {
        return bank.transactions();
    }

    @Override
    public List<SqlAssertion> assertions() {
        return List.of(SqlAssertion.ofTables(ID, "there is no money", WithBalances::balances));
    }

    /** Returns all balances by account. */
    static Optional<String> balances(Connection connection) throws SQLException {
        var text = new StringBuilder();
        for (String table : List.of("savings", "checking")) {
            try (var select = connection.prepareStatement("SELECT custid, bal FROM " + table + " ORDER BY custid");
                    var rows = select.executeQuery()) {
                while (rows.next()) {
                    text.append(table).append(' ').append(rows.getInt(1)).append(": ");
                    text.append(rows.getBigDecimal(2)).append('\n');
                }
            }
        }
        return Optional.of(text.toString());
    }
}
