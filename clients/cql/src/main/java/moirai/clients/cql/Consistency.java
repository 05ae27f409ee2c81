package moirai.clients.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.Locale;

/** The number of replicas that have to answer, from few to many. The names are those of Cassandra. */
public enum Consistency {
    ANY,
    LOCAL_ONE,
    ONE,
    TWO,
    THREE,
    LOCAL_QUORUM,
    QUORUM,
    EACH_QUORUM,
    ALL;

    /** Returns the name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether it can be asked of reads; {@code any} is a level of writes alone. */
    public boolean isForReads() {
        return this != ANY;
    }

    ConsistencyLevel level() {
        return DefaultConsistencyLevel.valueOf(name());
    }
}
