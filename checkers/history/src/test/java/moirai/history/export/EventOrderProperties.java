package moirai.history.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class EventOrderProperties {

    record Event(int txn, boolean invocation, long nanos) {}

    record Step(int session, long pause, long duration) {}

    @Property(tries = 1000)
    void everyEventComesOnceInOrderOfTime(@ForAll("histories") History history) {
        List<Event> events = events(history);

        assertThat(events).hasSize(2 * history.txnCount()).doesNotHaveDuplicates();
        assertThat(events).isSortedAccordingTo((one, other) -> Long.compare(one.nanos(), other.nanos()));
    }

    /** A process runs one transaction at a time, whatever the times say. */
    @Property(tries = 1000)
    void sessionsAlternate(@ForAll("histories") History history) {
        Map<Integer, Integer> running = new HashMap<>();
        Map<Integer, Integer> last = new HashMap<>();
        for (Event event : events(history)) {
            int session = history.session(event.txn());
            if (event.invocation()) {
                assertThat(running).doesNotContainKey(session);
                assertThat(last.getOrDefault(session, -1)).isLessThan(event.txn());
                running.put(session, event.txn());
                last.put(session, event.txn());
            } else {
                assertThat(running.remove(session)).isEqualTo(event.txn());
            }
        }
        assertThat(running).isEmpty();
    }

    /** The order adds no edge in real time, but from a session that itself goes on at the same nanosecond. */
    @Property(tries = 1000)
    void touchingTransactionsStayConcurrent(@ForAll("histories") History history) {
        List<Event> events = events(history);
        for (int i = 0; i < events.size(); i++) {
            Event completion = events.get(i);
            List<Event> touching = events.subList(i + 1, events.size()).stream()
                    .filter(later -> later.invocation() && later.nanos() == completion.nanos())
                    .toList();
            if (!completion.invocation() && !touching.isEmpty()) {
                assertThat(touching)
                        .extracting(invocation -> history.session(invocation.txn()))
                        .contains(history.session(completion.txn()));
            }
        }
    }

    private static List<Event> events(History history) {
        var order = new EventOrder(history);
        var events = new ArrayList<Event>();
        while (order.advance()) {
            events.add(new Event(order.txn(), order.isInvocation(), order.nanos()));
        }
        return events;
    }

    /** Few sessions on a clock that hardly moves, so that most events touch. */
    @Provide
    Arbitrary<History> histories() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.longs().between(0, 2),
                        Arbitraries.longs().between(0, 2))
                .as(Step::new)
                .list()
                .ofMaxSize(20)
                .map(EventOrderProperties::run);
    }

    private static History run(List<Step> steps) {
        long[] clocks = new long[4];
        var history = new HistoryBuilder(RunHeader.NONE);
        for (Step step : steps) {
            long start = clocks[step.session()] + step.pause();
            clocks[step.session()] = start + step.duration();
            history.end(step.session(), new Outcome.Committed(), start, clocks[step.session()]);
        }
        return history.build();
    }
}
