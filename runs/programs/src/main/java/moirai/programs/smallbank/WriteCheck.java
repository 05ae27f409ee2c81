package moirai.programs.smallbank;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Takes a check from a customer's checking account, with a fee of 1 if both accounts together do not cover it. */
public record WriteCheck(String name, BigDecimal amount) implements SqlTxn {

    @Override
    public Effect run(Connection connection) throws SQLException {
        int customer = Accounts.customer(connection, name);
        BigDecimal total = Accounts.savings(connection, customer).add(Accounts.checking(connection, customer));
        BigDecimal taken = total.compareTo(amount) < 0 ? amount.add(BigDecimal.ONE) : amount;
        Accounts.addToChecking(connection, customer, taken.negate());
        return Effect.brings(taken.negate());
    }
}
