package moirai.runs.html;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.FaultSpan;
import moirai.history.FaultEvent;
import moirai.nemesis.faults.FaultJournal;
import moirai.nemesis.faults.JournalException;
import moirai.nemesis.faults.JournalReader;

/**
 * Faults as stretches of time: what the history says was injected and healed, in the order of their beginnings.
 *
 * @param journalTrouble why the journal of the run says nothing about them; empty if it does, or there is none
 */
record FaultBars(List<Bar> bars, String journalTrouble) {

    /** Where no end was recorded: the fault was still there when the run ended. */
    static final long OPEN = FaultSpan.OPEN;

    /** More are counted and not drawn. */
    static final int DRAWN_MAX = 400;

    FaultBars {
        bars = List.copyOf(bars);
    }

    /**
     * One fault.
     *
     * @param intent when its journal says that it was decided on; {@link #OPEN} if no journal does
     */
    record Bar(FaultSpan span, long intent) {

        /** When it was there, in nanoseconds since the run began. */
        long from() {
            return span.fromNanos();
        }

        /** When it was healed, or {@link #OPEN}. */
        long to() {
            return span.toNanos();
        }

        Map<String, Object> data() {
            var data = new LinkedHashMap<String, Object>();
            data.put("fault", span.fault());
            data.put("target", span.target());
            data.put(
                    "kind",
                    span.isFinalReads() ? "reads" : span.fault().startsWith(Durability.FAILED) ? "failed" : own());
            data.put("intent", intent == OPEN ? -1 : intent);
            data.put("from", from());
            data.put("to", to() == OPEN ? -1 : to());
            return data;
        }

        private String own() {
            return span.target().endsWith(FaultEvent.BY_ITSELF) ? "own" : "fault";
        }
    }

    /** The faults of a history, with what the journal in the run's directory adds. O(events). */
    static FaultBars of(List<FaultEvent> events, Path run) {
        var intents = new HashMap<String, Deque<Long>>();
        String trouble = "";
        try {
            readIntents(run.resolve(FaultJournal.NAME), intents);
        } catch (IOException | JournalException unreadable) {
            trouble = String.valueOf(unreadable.getMessage());
        }
        var bars = new ArrayList<Bar>();
        for (FaultSpan span : FaultSpan.of(events)) {
            Deque<Long> decided = intents.getOrDefault(span.name(), new ArrayDeque<>());
            bars.add(new Bar(span, decided.isEmpty() ? OPEN : decided.remove()));
        }
        return new FaultBars(bars, trouble);
    }

    /** When each fault of a name was decided on, those that were injected alone. */
    private static void readIntents(Path journal, Map<String, Deque<Long>> intents) throws IOException {
        if (!Files.isRegularFile(journal)) {
            return;
        }
        var decided = new HashMap<Integer, Long>();
        for (JournalReader.Entry entry : JournalReader.read(journal).steps()) {
            switch (entry.news().step()) {
                case INTENT -> decided.put(entry.news().id(), entry.news().nanos());
                case INJECTED ->
                    intents.computeIfAbsent(
                                    entry.news().fault() + " " + entry.news().target(), first -> new ArrayDeque<>())
                            .add(decided.getOrDefault(entry.news().id(), OPEN));
                case FAILED, HEALED, NOT_HEALED -> {}
            }
        }
    }

    /** Names of the faults that were there at any time in this interval, with the cluster's own, once each. */
    List<String> during(long first, long last) {
        return bars.stream()
                .filter(bar -> !bar.span().isFinalReads() && bar.span().touches(first, last))
                .map(bar -> bar.span().name())
                .distinct()
                .toList();
    }

    /** Those of the interval as data. */
    List<Map<String, Object>> data(long first, long last) {
        return bars.stream()
                .filter(bar -> bar.span().touches(first, last))
                .limit(DRAWN_MAX)
                .map(Bar::data)
                .toList();
    }
}
