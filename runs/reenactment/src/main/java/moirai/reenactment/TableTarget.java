package moirai.reenactment;

import java.sql.SQLException;

/** A target whose tables need not be those of the abstract program. */
public interface TableTarget extends ReplayTarget {

    /**
     * Sets up these tables, as tables of its own.
     *
     * @param isSerial whether the calls will be run one after the other, each of which is to see all before it, instead
     *     of what the case says
     * @throws SQLException if the database refuses to be set up, or cannot be reached
     */
    Stage open(DirectedCase wanted, CaseTables tables, boolean isSerial) throws SQLException;
}
