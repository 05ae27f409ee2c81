package moirai.programs.smallbank;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import moirai.programs.sql.Effect;
import moirai.programs.sql.SqlTxn;

/** Moves money between the checking accounts of two customers, if the first has it. */
public record SendPayment(String from, String to, BigDecimal amount) implements SqlTxn {

    @Override
    public Effect run(Connection connection) throws SQLException {
        int giver = Accounts.customer(connection, from);
        int taker = Accounts.customer(connection, to);
        BigDecimal balance = Accounts.checking(connection, giver);
        if (balance.compareTo(amount) < 0) {
            return Effect.ROLLBACK;
        }
        Accounts.addToChecking(connection, giver, amount.negate());
        Accounts.addToChecking(connection, taker, amount);
        return Effect.COMMIT;
    }
}
