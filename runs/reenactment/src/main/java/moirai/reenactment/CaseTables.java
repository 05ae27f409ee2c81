package moirai.reenactment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import moirai.directed.encoding.Scenario;

/** What the tables of a case look like in a database. */
public interface CaseTables {

    /** Makes the tables, with the first rows. */
    void create(Connection connection) throws SQLException;

    /** The rows that are there, in an order that depends on nothing else. */
    List<Scenario.InitialRow> rows(Connection connection) throws SQLException;
}
