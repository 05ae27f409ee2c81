package moirai.programs.smallbank;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Deposits money in a customer's checking account. */
public record DepositChecking(String name, BigDecimal amount) implements SqlTxn {

    @Override
    public Effect run(Connection connection) throws SQLException {
        int customer = Accounts.customer(connection, name);
        Accounts.addToChecking(connection, customer, amount);
        return Effect.brings(amount);
    }
}
