package moirai.observation.txns;

import java.util.List;
import javax.sql.DataSource;

/**
 * An application that declares its transactions itself, where public methods do not suffice: a public class with a
 * public constructor without parameters.
 */
public interface ObservedApplication {

    /** Returns SQL that makes the tables, before {@link #txns} is called; none if the application makes them there. */
    default List<String> schema() {
        return List.of();
    }

    /**
     * Starts the application on this source, a database in memory that is empty but for the {@link #schema}, and
     * returns its transactions. An exception ends the observation.
     */
    List<ObservedTxn> txns(DataSource source) throws Exception;
}
