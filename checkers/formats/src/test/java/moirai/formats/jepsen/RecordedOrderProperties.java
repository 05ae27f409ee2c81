package moirai.formats.jepsen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import moirai.formats.HistoryFormat;
import moirai.history.History;
import moirai.history.HistoryFormatException;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/** Whatever clock stamped the operations of a file: what ended before what is the order in which they were recorded. */
class RecordedOrderProperties {

    /** The first line of a file that Moirai wrote. */
    private static final String OURS = "{:time 0 :type :info :process :nemesis :f :moirai :value {}}\n";

    private static final Reading IGNORING = new Reading("", Keys.UNSAID, true, false);

    /** An operation in the order of recording. */
    private record Event(int process, boolean isInvocation, String type, int element, long time) {

        Event at(long other) {
            return new Event(process, isInvocation, type, element, other);
        }

        String line(int index, boolean isIndexed) {
            return "{:process " + process + ", :type :" + type + ", :time " + time
                    + (isIndexed ? ", :index " + index : "") + ", :value [[:append 1 " + element + "]]}\n";
        }
    }

    /** The clocks: exact ones, of a tick of several operations, and one that stands still. */
    private static List<Event> events(Random random) {
        var events = new ArrayList<Event>();
        int[] open = new int[3];
        int elements = 0;
        long tick = random.nextInt(4);
        long time = random.nextLong(-1, 2);
        for (int event = 2 + random.nextInt(14); event > 0; event--) {
            int process = random.nextInt(open.length);
            boolean isInvocation = open[process] == 0;
            open[process] = isInvocation ? ++elements : open[process];
            String type = isInvocation
                    ? "invoke"
                    : List.of("ok", "ok", "fail", "info").get(random.nextInt(4));
            events.add(new Event(process, isInvocation, type, open[process], time));
            open[process] = isInvocation ? open[process] : 0;
            time += tick == 0 ? 0 : random.nextInt((int) tick);
        }
        return events;
    }

    private static String text(List<Event> events, List<Integer> order, boolean isIndexed) {
        return order.stream()
                .map(index -> events.get(index).line(index, isIndexed))
                .collect(Collectors.joining());
    }

    private static History read(String text, Reading how) throws IOException {
        return TextFile.read(text, HistoryFormat.EDN, how);
    }

    /** Compares each pair: one precedes the other if its completion was recorded before the other's invocation. */
    private static void requireOrder(List<Event> events, History history, String text) {
        int count = history.txnCount();
        var started = new int[count + 1];
        var ended = new int[count + 1];
        Arrays.fill(ended, Integer.MAX_VALUE);
        for (int i = 0; i < events.size(); i++) {
            (events.get(i).isInvocation ? started : ended)[events.get(i).element] = i;
        }
        for (int one = 0; one < count; one++) {
            for (int other = 0; other < count; other++) {
                boolean precedes = history.endNanos(one) < history.startNanos(other);
                assertThat(precedes)
                        .as("T%d before T%d%n%s", one, other, text)
                        .isEqualTo(ended[element(history, one)] < started[element(history, other)]);
            }
        }
    }

    private static int element(History history, int txn) {
        return history.element(history.firstOp(txn));
    }

    @Property(tries = 2000)
    void orderOfLinesBreaksTies(@ForAll Random random, @ForAll boolean isIndexed) throws IOException {
        List<Event> events = events(random);
        String text = text(events, inOrder(events), isIndexed);

        requireOrder(events, read(text, Reading.DEFAULT), text);
        requireOrder(events, read(text, IGNORING), text);
    }

    /** A file merged from the logs of clients, one after the other: the index tells. */
    @Property(tries = 2000)
    void orderOfIndicesBreaksTies(@ForAll Random random) throws IOException {
        List<Event> events = events(random);
        List<Integer> byProcess = inOrder(events);
        byProcess.sort(Comparator.comparingInt(index -> events.get(index).process));
        String text = text(events, byProcess, true);

        requireOrder(events, read(text, Reading.DEFAULT), text);
    }

    /** A file merged from the logs of clients that have no common index: only different times order anything. */
    @Property(tries = 2000)
    void logsInTurnAreInTheOrderOfTheirTimesAlone(@ForAll Random random, @ForAll boolean isIndexed) throws IOException {
        List<Event> events = events(random);
        var text = new StringBuilder();
        long latest = Long.MIN_VALUE;
        boolean isOutOfOrder = false;
        for (int process : List.of(2, 0, 1)) {
            int index = 0;
            for (Event event : events) {
                if (event.process == process) {
                    text.append(event.line(index++, isIndexed));
                    isOutOfOrder |= event.time < latest;
                    latest = event.time;
                }
            }
        }
        Statistics.label("out of order")
                .collect(isOutOfOrder)
                .coverage(often -> often.check(true).percentage(share -> share > 20));
        if (isOutOfOrder) {
            requireOrderOfTimes(events, read(text.toString(), Reading.DEFAULT), text.toString());
        }
    }

    private static void requireOrderOfTimes(List<Event> events, History history, String text) {
        var started = new HashMap<Integer, Long>();
        var ended = new HashMap<Integer, Long>();
        events.forEach(event -> (event.isInvocation ? started : ended).put(event.element, event.time));
        for (int one = 0; one < history.txnCount(); one++) {
            for (int other = 0; other < history.txnCount(); other++) {
                long end = ended.getOrDefault(element(history, one), Long.MAX_VALUE);
                assertThat(history.endNanos(one) < history.startNanos(other))
                        .as("T%d before T%d%n%s", one, other, text)
                        .isEqualTo(end < started.getOrDefault(element(history, other), Long.MIN_VALUE));
            }
        }
    }

    /** It may have begun at any time, so at the earliest, wherever that stands. */
    @Example
    void aCompletionWithoutInvocationBeganAtTheEarliestTime() throws IOException {
        History history = read("""
                {:process 0 :time 100 :type :invoke :value [[:append 1 1]]}
                {:process 0 :time 110 :type :ok :value [[:append 1 1]]}
                {:process 1 :time 1 :type :invoke :value [[:append 1 2]]}
                {:process 1 :time 50 :type :ok :value [[:append 1 2]]}
                {:process 2 :time 120 :type :ok :value [[:append 1 3]]}
                """, Reading.DEFAULT);

        assertThat(history.startNanos(2)).isEqualTo(1);
    }

    /** As often as a change of the clock needs. */
    @Tag("long")
    @Property(tries = 12_000)
    void orderBreaksTiesOften(@ForAll Random random) throws IOException {
        orderOfLinesBreaksTies(random, random.nextBoolean());
        orderOfIndicesBreaksTies(random);
        logsInTurnAreInTheOrderOfTheirTimesAlone(random, random.nextBoolean());
    }

    @Property(tries = 2000)
    void timeThatGoesBackInAProcessIsRefused(@ForAll Random random) throws IOException {
        List<Event> events = events(random);
        var latest = new TreeMap<Integer, Integer>();
        int at = random.nextInt(events.size());
        for (int i = 0; i < at; i++) {
            latest.put(events.get(i).process, i);
        }
        Integer before = latest.get(events.get(at).process);
        if (before == null) {
            return;
        }
        long time = events.get(before).time - 1 - random.nextInt(3);
        events.set(at, events.get(at).at(time));
        String text = text(events, inOrder(events), random.nextBoolean());
        requireRefusal(text, at + 1, events.get(before).time, before + 1, time);
        requireRefusal(OURS + text, at + 2, events.get(before).time, before + 2, time);
        requireOrder(events, read(text, IGNORING), text);
    }

    private static void requireRefusal(String text, int line, long latest, int latestLine, long time) {
        var refused = catchThrowableOfType(HistoryFormatException.class, () -> read(text, Reading.DEFAULT));
        assertThat(refused).as(text).isNotNull();
        assertThat(refused)
                .hasMessageContaining(":" + line + ":1: ")
                .hasMessageContaining(" at " + time)
                .hasMessageContaining(" at " + latest)
                .hasMessageContaining(", " + latestLine + ":1; expected");
    }

    private static List<Integer> inOrder(List<Event> events) {
        var order = new ArrayList<Integer>();
        for (int i = 0; i < events.size(); i++) {
            order.add(i);
        }
        return order;
    }
}
