package moirai.observation.txns;

import java.util.List;
import javax.sql.DataSource;

/**
 * An application that says itself what its transactions are, where public methods alone do not: a public class with a
 * public constructor without parameters.
 */
public interface ObservedApplication {

    /** SQL that makes the tables, before {@link #txns} is called; none if the application makes them there. */
    default List<String> schema() {
        return List.of();
    }

    /**
     * Starts the application on this source, an empty database in memory but for the {@link #schema}, and says what its
     * transactions are. What it throws ends the observation.
     */
    List<ObservedTxn> txns(DataSource source) throws Exception;
}
