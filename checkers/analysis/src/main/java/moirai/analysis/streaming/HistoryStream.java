package moirai.analysis.streaming;

import java.util.List;
import moirai.history.FaultEvent;
import moirai.history.History;
import moirai.history.Txn;

/**
 * The judgement of a history that grows, in memory that does not grow with it.
 *
 * <p>For one thread. The findings are a function of the calls. An anomaly that was told is never withdrawn, and
 * the whole history contains it, unless a read shows what somebody began to write only after it had ended: a stream
 * takes it for garbage or, if an aborted transaction had written the same, for an aborted read.
 */
public interface HistoryStream {

    /**
     * Takes in what has become known. Nothing is judged before {@link #judge}.
     *
     * @param ended transactions that have ended, in an order that keeps to sessions
     * @param open the plans of all transactions that have begun and have not ended
     * @param watermarkNanos the time at or after which every transaction begins that was not taken in
     */
    void accept(History ended, History open, long watermarkNanos);

    /** Notes that transactions are missing which may have taken effect: elements that nobody appended prove nothing. */
    void incomplete();

    /** Notes that anything may have been passed over, for this reason: levels that hold are unknown from now on. */
    void doubt(String reason);

    /** Returns how many transactions were taken in since the last judgement. */
    long pending();

    /** Returns how many transactions the next judgement looks at besides those. */
    long carried();

    /** Judges what was taken in. O(transactions taken in, and carried), where no search is needed. */
    void judge();

    /** Judges what is left, when nothing more will come. */
    void finish();

    /** Returns how far the judgement has come. */
    StreamProgress progress();

    /** Returns the anomalies so far by shape, in the order in which the shapes were first seen. */
    List<StreamSighting> sightings();

    /**
     * Returns what was found so far. O(witnesses).
     *
     * @param beside transactions that belong to the evidence, too
     * @param faults the events of faults, for the evidence
     */
    StreamFindings findings(List<Txn> beside, List<FaultEvent> faults);
}
