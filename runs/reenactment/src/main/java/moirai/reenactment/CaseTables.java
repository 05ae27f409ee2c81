package moirai.reenactment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import moirai.directed.encoding.Scenario;

/** The tables of a case in a database. */
public interface CaseTables {

    /** Creates the tables, with the first rows. */
    void create(Connection connection) throws SQLException;

    /** Returns the current rows, in an order that depends on nothing else. */
    List<Scenario.InitialRow> rows(Connection connection) throws SQLException;
}
