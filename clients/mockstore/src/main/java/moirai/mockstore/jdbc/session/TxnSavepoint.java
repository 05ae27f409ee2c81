package moirai.mockstore.jdbc.session;

import java.sql.SQLException;
import java.sql.Savepoint;
import moirai.mockstore.jdbc.facade.SqlErrors;
import moirai.mockstore.sql.syntax.Identifiers;

/** A savepoint that has either a number or a name. */
final class TxnSavepoint implements Savepoint {

    private static final int UNNUMBERED = 0;

    private final int number;
    private final String name;

    private TxnSavepoint(int number, String name) {
        this.number = number;
        this.name = name;
    }

    static TxnSavepoint numbered(int number) {
        return new TxnSavepoint(number, "jdbc_savepoint_" + number);
    }

    static TxnSavepoint named(String name) {
        return new TxnSavepoint(UNNUMBERED, name);
    }

    @Override
    public int getSavepointId() throws SQLException {
        if (number == UNNUMBERED) {
            throw SqlErrors.of(SqlErrors.WRONG_STATE, "the savepoint " + name + " has a name, and so no number");
        }
        return number;
    }

    @Override
    public String getSavepointName() throws SQLException {
        if (number != UNNUMBERED) {
            throw SqlErrors.of(SqlErrors.WRONG_STATE, "the savepoint has the number " + number + ", and so no name");
        }
        return name;
    }

    /** Returns the savepoint's name in an SQL statement. */
    String sql() {
        return Identifiers.literal(name);
    }

    @Override
    public String toString() {
        return name;
    }
}
