package moirai.programs.smallbank;

import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Reads the balance of both accounts of a customer. */
public record Balance(String name) implements SqlTxn {

    @Override
    public Effect run(Connection connection) throws SQLException {
        int customer = Accounts.customer(connection, name);
        Accounts.savings(connection, customer);
        Accounts.checking(connection, customer);
        return Effect.COMMIT;
    }
}
