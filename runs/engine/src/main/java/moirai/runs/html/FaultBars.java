package moirai.runs.html;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.FaultSpan;
import moirai.history.FaultEvent;
import moirai.nemesis.faults.FaultJournal;
import moirai.nemesis.faults.FaultNews;
import moirai.nemesis.faults.FaultStep;
import moirai.nemesis.faults.JournalException;
import moirai.nemesis.faults.JournalReader;

/**
 * The faults as intervals of time: each injection and healing that the history records, in the order of their
 * beginnings.
 *
 * @param journalTrouble why the journal of the run says nothing about them; empty if it does, or there is none
 */
record FaultBars(List<Bar> bars, String journalTrouble) {

    /** The end of a fault whose end was not recorded: it was still active when the run ended. */
    static final long OPEN = FaultSpan.OPEN;

    /** The maximal number of faults that are drawn one by one. */
    static final int DRAWN_MAX = 400;

    /** The maximal number of stretches of faults that are drawn together; each takes twenty bytes of the page. */
    private static final int STRETCHES_MAX = 20_000;

    /** The shortest time between faults that is tried. */
    private static final long GAP_NANOS_MIN = 1_000_000;

    FaultBars {
        bars = List.copyOf(bars);
    }

    /**
     * A fault.
     *
     * @param intent the time at which the journal says that the fault was decided on; {@link #OPEN} if no journal does
     * @param ready the time at which its nodes were ready again; {@link #OPEN} if none had to start, or it is unknown
     */
    record Bar(FaultSpan span, long intent, long ready) {

        /** Returns the time at which the fault became active, in nanoseconds since the run began. */
        long from() {
            return span.fromNanos();
        }

        /** Returns the time at which the fault was healed, or {@link #OPEN}. */
        long to() {
            return span.toNanos();
        }

        Drawn data() {
            return new Drawn(
                    span.fault(),
                    span.target(),
                    kind(),
                    intent == OPEN ? -1 : intent,
                    from(),
                    to() == OPEN ? -1 : to(),
                    ready == OPEN ? -1 : ready);
        }

        private String kind() {
            String own = span.target().endsWith(FaultEvent.BY_ITSELF) ? "own" : "fault";
            return span.isFinalReads() ? "reads" : span.fault().startsWith(Durability.FAILED) ? "failed" : own;
        }
    }

    /** A fault as the page draws it; -1 stands for an unknown time. */
    record Drawn(String fault, String target, String kind, long intent, long from, long to, long ready) {}

    /** Returns the faults of a history, with the additions of the journal in the run's directory. Costs O(events). */
    static FaultBars of(List<FaultEvent> events, Path run) {
        var journaled = new HashMap<String, Deque<Journaled>>();
        String trouble = "";
        try {
            readJournal(run.resolve(FaultJournal.NAME), journaled);
        } catch (IOException | JournalException unreadable) {
            trouble = String.valueOf(unreadable.getMessage());
        }
        var bars = new ArrayList<Bar>();
        for (FaultSpan span : FaultSpan.of(events)) {
            Deque<Journaled> known = journaled.getOrDefault(span.name(), new ArrayDeque<>());
            Journaled own = known.isEmpty() ? Journaled.UNKNOWN : known.remove();
            bars.add(new Bar(span, own.intent, own.ready));
        }
        return new FaultBars(bars, trouble);
    }

    /** The times of a fault that the journal has and the history has not. */
    private record Journaled(long intent, long ready) {

        static final Journaled UNKNOWN = new Journaled(OPEN, OPEN);
    }

    /** Adds what the journal tells of the faults of each name; only faults that were injected are added. */
    private static void readJournal(Path journal, Map<String, Deque<Journaled>> faults) throws IOException {
        if (!Files.isRegularFile(journal)) {
            return;
        }
        List<FaultNews> steps = JournalReader.read(journal).steps().stream()
                .map(JournalReader.Entry::news)
                .toList();
        Map<Integer, Long> decided = times(steps, FaultStep.INTENT);
        Map<Integer, Long> ready = times(steps, FaultStep.READY);
        for (FaultNews news : steps) {
            if (news.step() == FaultStep.INJECTED) {
                faults.computeIfAbsent(news.fault() + " " + news.target(), first -> new ArrayDeque<>())
                        .add(new Journaled(decided.getOrDefault(news.id(), OPEN), ready.getOrDefault(news.id(), OPEN)));
            }
        }
    }

    private static Map<Integer, Long> times(List<FaultNews> steps, FaultStep step) {
        var times = new HashMap<Integer, Long>();
        steps.stream().filter(news -> news.step() == step).forEach(news -> times.put(news.id(), news.nanos()));
        return times;
    }

    /**
     * Returns the names of the faults that were active at any time in this interval, with the cluster's own, once each.
     */
    List<String> during(long first, long last) {
        return bars.stream()
                .filter(bar -> !bar.span().isFinalReads() && bar.span().touches(first, last))
                .map(bar -> bar.span().name())
                .distinct()
                .toList();
    }

    /** Returns the faults of the interval as data. */
    List<Drawn> data(long first, long last) {
        return bars.stream()
                .filter(bar -> bar.span().touches(first, last))
                .limit(DRAWN_MAX)
                .map(Bar::data)
                .toList();
    }

    /** Returns whether there are too many faults to be drawn one by one. */
    boolean isCrowded() {
        return bars.size() > DRAWN_MAX;
    }

    /**
     * The faults of one kind.
     *
     * @param kind that of {@link Drawn}
     */
    record Group(String fault, String kind, List<Bar> bars) {

        Group {
            bars = List.copyOf(bars);
        }

        /**
         * Returns the stretches of time in which one of these was active. Times without a fault that are no longer than
         * a gap belong to a stretch.
         */
        List<Stretch> stretches(long gapNanos) {
            var stretches = new ArrayList<Stretch>();
            for (Bar bar : bars) {
                Stretch last = stretches.isEmpty() ? null : stretches.getLast();
                if (last == null || bar.from() - last.toNanos > gapNanos) {
                    stretches.add(new Stretch(bar.from(), bar.to()));
                } else {
                    stretches.set(stretches.size() - 1, new Stretch(last.fromNanos, Math.max(last.toNanos, bar.to())));
                }
            }
            return stretches;
        }
    }

    /** A time in which faults were active; {@link #OPEN} is the end of one that goes on. */
    record Stretch(long fromNanos, long toNanos) {}

    /** Returns the faults by their kinds, the most frequent first. */
    List<Group> groups() {
        record Kind(String fault, String kind) {}
        var groups = new LinkedHashMap<Kind, List<Bar>>();
        bars.forEach(bar -> groups.computeIfAbsent(new Kind(bar.span().fault(), bar.kind()), first -> new ArrayList<>())
                .add(bar));
        return groups.entrySet().stream()
                .map(group -> new Group(group.getKey().fault(), group.getKey().kind(), group.getValue()))
                .sorted(Comparator.comparingInt((Group group) -> group.bars().size())
                        .reversed())
                .toList();
    }

    /**
     * Returns the shortest gap that may be closed so that there are not too many stretches: wherever there was a fault
     * there is one. O(faults × log time).
     */
    static long gapNanos(List<Group> groups) {
        long gap = 0;
        while (gap < OPEN / 4 && stretchCount(groups, gap) > STRETCHES_MAX) {
            gap = Math.max(GAP_NANOS_MIN, 2 * gap);
        }
        return gap;
    }

    private static long stretchCount(List<Group> groups, long gapNanos) {
        return groups.stream()
                .mapToLong(group -> group.stretches(gapNanos).size())
                .sum();
    }
}
