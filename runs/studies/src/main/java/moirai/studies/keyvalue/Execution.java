package moirai.studies.keyvalue;

import java.util.List;
import java.util.stream.Stream;
import moirai.mockstore.MockStore;

/**
 * An execution of a harness.
 *
 * @param harness that was run
 * @param sessions the calls of each session, in order, without the prologue
 * @param store in whose history the sessions have the same numbers, and the prologue has the next number
 */
public record Execution(Harness harness, List<List<Call>> sessions, MockStore store) {

    public Execution {
        sessions = sessions.stream().map(List::copyOf).toList();
    }

    /** Returns all completed calls, session by session. */
    public Stream<Call> completed() {
        return sessions.stream().flatMap(List::stream).filter(Call::isDone);
    }

    /** Returns the replies of each session (the paper's client-observable state, section 7.3). */
    public List<List<Object>> observed() {
        return sessions.stream()
                .map(calls -> calls.stream().map(Call::reply).toList())
                .toList();
    }
}
