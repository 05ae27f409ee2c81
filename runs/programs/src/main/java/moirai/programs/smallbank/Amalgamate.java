package moirai.programs.smallbank;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Moves all money of one customer to the checking account of another. */
public record Amalgamate(String from, String to) implements SqlTxn {

    @Override
    public Effect run(Connection connection) throws SQLException {
        int giver = Accounts.customer(connection, from);
        int taker = Accounts.customer(connection, to);
        BigDecimal all = Accounts.savings(connection, giver).add(Accounts.checking(connection, giver));
        Accounts.clear(connection, giver);
        Accounts.addToChecking(connection, taker, all);
        return Effect.COMMIT;
    }
}
