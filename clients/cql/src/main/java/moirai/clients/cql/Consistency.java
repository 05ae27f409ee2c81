package moirai.clients.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;

/** The number of replicas that have to answer, from few to many. */
public enum Consistency {
    ANY("any", DefaultConsistencyLevel.ANY),
    LOCAL_ONE("local-one", DefaultConsistencyLevel.LOCAL_ONE),
    ONE("one", DefaultConsistencyLevel.ONE),
    TWO("two", DefaultConsistencyLevel.TWO),
    THREE("three", DefaultConsistencyLevel.THREE),
    LOCAL_QUORUM("local-quorum", DefaultConsistencyLevel.LOCAL_QUORUM),
    QUORUM("quorum", DefaultConsistencyLevel.QUORUM),
    EACH_QUORUM("each-quorum", DefaultConsistencyLevel.EACH_QUORUM),
    ALL("all", DefaultConsistencyLevel.ALL);

    private final String label;
    private final DefaultConsistencyLevel level;

    Consistency(String label, DefaultConsistencyLevel level) {
        this.label = label;
        this.level = level;
    }

    /** Returns the name on the command line. */
    public String label() {
        return label;
    }

    /** Returns whether it can be asked of reads; {@code any} is a level of writes alone. */
    public boolean isForReads() {
        return this != ANY;
    }

    ConsistencyLevel level() {
        return level;
    }
}
