package moirai.reenactment;

import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * A database of one copy, where a case's calls are whole transactions at one level. It creates a schema of its own, and
 * drops it in the end.
 *
 * @param name for people
 * @param source gives a connection for each call, and one to set up
 * @param isolation as JDBC, or the driver of the database, numbers it
 */
public record ServerTarget(String name, DataSource source, int isolation) implements TableTarget {

    @Override
    public String describe() {
        return name + " at " + ServerStage.level(isolation);
    }

    @Override
    public Stage open(DirectedCase wanted, CaseTables tables, boolean isSerial) throws SQLException {
        List<CaseStep> order = Interleaving.of(wanted, ServerStage.hasSnapshots(isolation));
        return ServerStage.open(tables, order, isolation, () -> List.of(source));
    }
}
