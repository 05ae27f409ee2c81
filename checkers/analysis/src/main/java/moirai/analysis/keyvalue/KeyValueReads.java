package moirai.analysis.keyvalue;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import moirai.analysis.Anomaly;
import moirai.analysis.Findings;
import moirai.analysis.Sighting;
import moirai.analysis.axioms.KeyValueHistory;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.level.Phenomenon;

/**
 * A recorded history as the axioms see it, with what has to be found before any of them is tried: reads that no order
 * of the transactions can explain.
 *
 * <p>Transactions that took effect are here: the committed ones, and those of unknown outcome of which one that took
 * effect read something. Reads that prove an anomaly by themselves, and reads whose writer cannot be told, are left
 * out: what the rest violates, the whole violates too, but a history with anomalies or doubts satisfies nothing for
 * certain.
 */
public final class KeyValueReads {

    private final KeyValueHistory history;
    private final Findings findings;
    private final List<String> doubts;
    private final Map<Phenomenon, String> doubtful;
    private final Optional<RepeatedValues> repeated;

    KeyValueReads(KeyValueHistory history, Findings findings, List<String> doubts) {
        this(history, findings, doubts, Optional.empty());
    }

    KeyValueReads(KeyValueHistory history, Findings findings, List<String> doubts, Optional<RepeatedValues> repeated) {
        this.history = history;
        this.repeated = repeated;
        this.findings = findings;
        this.doubts = List.copyOf(doubts);
        var doubtful = new EnumMap<Phenomenon, String>(Phenomenon.class);
        doubtful.putAll(findings.doubts());
        // A value that cannot be attributed may be an aborted one, and every level from read committed on forbids that.
        this.doubts.stream().findFirst().ifPresent(doubt -> doubtful.put(Phenomenon.G1A, doubt));
        this.doubtful = Collections.unmodifiableMap(doubtful);
    }

    /**
     * Reduces a history of lists, registers or sets. O(ops + elements of lists).
     *
     * @throws IllegalArgumentException if it holds anything else
     */
    public static KeyValueReads of(History history) {
        return switch (history.dataModel()) {
            case LIST_APPEND -> new ListReads(history, true).reduce();
            case REGISTER -> new RegisterReads(history).reduce();
            case SET -> SetReads.of(history);
            case COUNTER ->
                throw new IllegalArgumentException("axioms judge lists, registers and sets, not "
                        + history.dataModel().plural());
        };
    }

    /**
     * Decides whether the reduced history is of a size that can be searched: each element of a set becomes a key.
     * O(ops).
     */
    public static boolean isAffordable(History history) {
        return history.dataModel() != DataModel.SET || SetReads.isAffordable(history);
    }

    /**
     * Reduces a history to items alone: what scans of ranges did not find counts for nothing.
     *
     * @throws IllegalArgumentException if it holds neither lists nor registers
     */
    public static KeyValueReads ofItems(History history) {
        return history.scanCount() == 0 ? of(history) : new ListReads(history, false).reduce();
    }

    /** Returns the reduced history: who read which key from whom. Keys keep their ids. */
    public KeyValueHistory history() {
        return history;
    }

    /**
     * Returns the anomalies that single reads of registers prove, a few of each phenomenon, those easiest to read
     * first. None for lists: {@link moirai.analysis.listappend.ListAppendChecker} finds them.
     */
    public List<Anomaly> anomalies() {
        return findings.anomalies();
    }

    /** Returns the number of anomalies of each phenomenon. */
    public Map<Phenomenon, Integer> counts() {
        return findings.counts();
    }

    /** Returns the number of anomalies of each shape, and their times. */
    public Map<Phenomenon, List<Sighting>> sightings() {
        return findings.sightings();
    }

    /**
     * Returns the reasons why reads could not be judged, a few sentences. If there are any, nothing is satisfied for
     * certain.
     */
    public List<String> doubts() {
        return doubts;
    }

    /**
     * Returns the reads of values that several transactions may have written, if there are any. They are left out of
     * the history; which of the writes they returned is for a search to find.
     */
    public Optional<RepeatedValues> repeated() {
        return repeated;
    }

    /**
     * Returns the phenomena that may be there for these reasons without having been found, each with the first reason.
     */
    public Map<Phenomenon, String> doubtful() {
        return doubtful;
    }
}
