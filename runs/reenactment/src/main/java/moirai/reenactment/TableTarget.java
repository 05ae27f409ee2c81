package moirai.reenactment;

import java.sql.SQLException;

/** A target whose tables need not be those of the abstract program. */
public interface TableTarget extends ReplayTarget {

    @Override
    default Stage open(DirectedCase wanted) throws SQLException {
        return open(wanted, new Tables(wanted), false);
    }

    /**
     * Sets up these tables in a place of their own.
     *
     * @param isSerial whether the calls will run one after the other, each seeing all earlier calls, instead of as the
     *    case says
     * @throws SQLException if the database refuses to be set up, or cannot be reached
     */
    Stage open(DirectedCase wanted, CaseTables tables, boolean isSerial) throws SQLException;
}
