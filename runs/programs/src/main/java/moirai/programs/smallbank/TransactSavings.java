package moirai.programs.smallbank;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Adds an amount, which may be negative, to a customer's savings, unless the balance would become negative. */
public record TransactSavings(String name, BigDecimal amount) implements SqlTxn {

    @Override
    public Effect run(Connection connection) throws SQLException {
        int customer = Accounts.customer(connection, name);
        BigDecimal balance = Accounts.savings(connection, customer);
        if (balance.add(amount).signum() < 0) {
            return Effect.ROLLBACK;
        }
        Accounts.addToSavings(connection, customer, amount);
        return Effect.brings(amount);
    }
}
