package moirai.observation;

import java.util.List;
import moirai.observation.programs.Observing;
import moirai.observation.recording.RecordedSource;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Options;
import moirai.sources.Translation;

/**
 * Makes abstract programs of transactions by running them.
 *
 * <p>Before each statement its tables are emptied and given the rows that it is to find, so that each value which the
 * application binds later can be told from all others. Nobody else may use the database meanwhile, and nothing that is
 * in it stays.
 */
public final class Observer {

    private final RecordedSource source;
    private final Options options;

    /** Makes an observer of an application that uses {@code source.source()}. */
    public Observer(RecordedSource source, Options options) {
        this.source = source;
        this.options = options;
    }

    /**
     * Returns the program of these transactions, and the places where it differs from them.
     *
     * @throws moirai.observation.txns.ObservationException if a transaction cannot be observed: it does not commit
     *     where its rows are there, runs no statement, or runs SQL on tables that do not exist
     */
    public Translation observe(String name, List<ObservedTxn> txns) {
        return new Observing(source, options).observe(name, txns);
    }
}
