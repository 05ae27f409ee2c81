package moirai.analysis.streaming.models;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.sets.RandomStructures;
import moirai.analysis.sets.SimulatedStructures;
import moirai.analysis.sets.SimulatedStructures.Bug;
import moirai.analysis.sets.SimulatedStructures.Level;
import moirai.analysis.streaming.Feeding;
import moirai.analysis.streaming.HistoryStream;
import moirai.analysis.streaming.Past;
import moirai.analysis.streaming.StreamLimits;
import moirai.analysis.streaming.StreamProgress.Standing;
import moirai.analysis.validation.LevelChecker;
import moirai.history.Elements;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.Assume;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/**
 * What is broken in pieces is broken in the whole history, and what holds in pieces holds there, in whatever pieces and
 * order of sessions it arrives, and however soon transactions are forgotten.
 *
 * <p>Not compared: reads of what was begun to be written only after the read had ended. A stream takes it for garbage,
 * or for that of a refused transaction which wrote the same before, as real time says, and the whole history does not
 * look at times where a level has none.
 */
class ModelStreamProperties {

    private static final List<StreamLimits> LIMITS = List.of(
            new StreamLimits(0, 3, 0, 0),
            new StreamLimits(5, 20, 0, 0),
            new StreamLimits(40, 80, 0, 0),
            StreamLimits.DEFAULT);

    private static RunHeader ofRun(String workload) {
        return new RunHeader(new Seed(1), workload, "serializable", "serializable", "simulated", Instant.EPOCH);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void registersAgree(@ForAll Random random, @ForAll SimulatedRegisters.Behaviour behaviour) {
        History history = SimulatedRegisters.run(random, ofRun("register"), behaviour, 150);

        HistoryStream stream = requireAgreement(history, new LevelChecker(), random, behaviour.name());

        boolean isKnown = isKnown(stream);
        Statistics.label("strict serializability is known: " + behaviour).collect(isKnown);
        assertThat(broken(stream, IsolationLevel.STRICT_SERIALIZABLE)
                        && behaviour == SimulatedRegisters.Behaviour.SERIAL)
                .isFalse();
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void setsAgree(@ForAll Random random, @ForAll Level level, @ForAll Bug bug) {
        History history = SimulatedStructures.run(random, SimulatedStructures.Workload.SET, level, bug, 120);

        HistoryStream stream =
                requireAgreement(spread(history, ofRun("set")), new LevelChecker(), random, level + " " + bug);

        Statistics.label("strict serializability is known: " + level + " " + bug)
                .collect(isKnown(stream));
    }

    /** Few of these histories add an element again that a refused transaction added, and was read. */
    @Property(tries = 5000, edgeCases = EdgeCasesMode.NONE)
    void smallSetsAgree(@ForAll Random random) {
        History history = RandomStructures.sets(random, 12);
        Assume.that(history.isTimed());

        requireAgreement(spread(history, ofRun("set")), new LevelChecker(), random, "");
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void countersAgree(@ForAll Random random, @ForAll Level level, @ForAll Bug bug) {
        History history = SimulatedStructures.run(random, SimulatedStructures.Workload.COUNTER, level, bug, 150);

        HistoryStream stream =
                requireAgreement(spread(history, ofRun("counter")), new LevelChecker(), random, level + " " + bug);

        Statistics.label("strict serializability is broken in pieces: " + level + " " + bug)
                .collect(broken(stream, IsolationLevel.STRICT_SERIALIZABLE));
    }

    @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
    void smallCountersAgree(@ForAll Random random) {
        History history = RandomStructures.counters(random, 12);
        Assume.that(history.isTimed());

        requireAgreement(spread(history, ofRun("counter")), new LevelChecker(), random, "");
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void accountsAgree(@ForAll Random random, @ForAll Level level, @ForAll Bug bug) {
        History history = SimulatedStructures.run(random, SimulatedStructures.Workload.BANK, level, bug, 150);
        History recorded = spread(history, ofRun("bank key-count=3 total=300 negative-balances=true"));

        HistoryStream stream = requireAgreement(recorded, new LevelChecker(), random, level + " " + bug);

        Statistics.label("a total is wrong in pieces: " + level + " " + bug)
                .collect(broken(stream, IsolationLevel.SNAPSHOT_ISOLATION));
    }

    private static boolean isKnown(HistoryStream stream) {
        return stream.progress().levels().get(IsolationLevel.STRICT_SERIALIZABLE) != Standing.UNKNOWN;
    }

    private static boolean broken(HistoryStream stream, IsolationLevel level) {
        return stream.progress().levels().get(level) == Standing.BROKEN;
    }

    private static HistoryStream requireAgreement(
            History history, LevelChecker checker, Random random, String circumstances) {
        Assume.that(!readsTheFuture(history));
        StreamLimits limits = LIMITS.get(random.nextInt(LIMITS.size()));
        HistoryStream stream = new Feeding(history, random, 1 + random.nextInt(30))
                .feed(HistoryStreams.of(history.dataModel(), history.header(), Past.NONE, limits, Optional.empty()));
        Findings batch = checker.ofEveryLevel().analyze(history);
        Map<IsolationLevel, Standing> levels = stream.progress().levels();
        Findings pieces = stream.findings(List.of(), List.of()).findings();
        for (IsolationLevel level : IsolationLevel.values()) {
            Standing standing = levels.getOrDefault(level, Standing.UNKNOWN);
            boolean agrees = switch (batch.at(level)) {
                case Verdict.Fail fail -> standing != Standing.HOLDS;
                case Verdict.Pass pass -> standing != Standing.BROKEN;
                // What a search leaves open is no contradiction; nor is what the level has no axioms for.
                case Verdict.Undecided undecided -> true;
            };
            Statistics.label("unknown in pieces, known in the whole")
                    .collect(standing == Standing.UNKNOWN && !(batch.at(level) instanceof Verdict.Undecided));
            assertThat(agrees)
                    .as(() -> circumstances + ": " + level + " is " + standing + " in pieces, and as a whole "
                            + batch.at(level) + "\n" + limits + "\n" + text(history) + stream.sightings())
                    .isTrue();
            assertThat(pieces.at(level) instanceof Verdict.Fail)
                    .as(() -> circumstances + ": " + level + " is " + standing + ", and at the end " + pieces.at(level)
                            + "\n" + pieces.anomalies() + stream.sightings())
                    .isEqualTo(standing == Standing.BROKEN);
        }
        return stream;
    }

    private static String text(History history) {
        var text = new StringBuilder();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            text.append("T").append(txn).append(' ').append(history.txn(txn)).append('\n');
        }
        return text.toString();
    }

    /** Returns the same history with another header, in which no two transactions of a session have the same times. */
    private static History spread(History history, RunHeader header) {
        var builder = new HistoryBuilder(header);
        var count = new HashMap<Integer, Integer>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            Txn recorded = history.txn(txn);
            int later = count.merge(recorded.session(), 1, Integer::sum);
            builder.add(new Txn(
                    recorded.session(),
                    recorded.ops(),
                    recorded.outcome(),
                    256 * recorded.startNanos() + later,
                    256 * recorded.endNanos() + later));
        }
        return builder.build(history.isComplete());
    }

    /**
     * Returns whether a read is of something that was begun to be written only after the read had ended. Of several
     * writers those count that may have taken effect: for the whole history the read is of one of them, though
     * the refused one began early enough.
     */
    static boolean readsTheFuture(History history) {
        Map<List<Long>, Long> began = began(history, Outcome::mayHaveTakenEffect);
        began(history, outcome -> !outcome.mayHaveTakenEffect()).forEach(began::putIfAbsent);
        for (int txn = 0; txn < history.txnCount(); txn++) {
            long end = history.endNanos(txn);
            for (Op op : history.txn(txn).ops()) {
                boolean isFuture = switch (op) {
                    case Op.ReadValue(long key, long value) -> began.getOrDefault(List.of(key, value), end) > end;
                    case Op.ReadSet(long key, Elements elements)
                    when elements.isKnown() -> {
                        boolean any = false;
                        for (int element : elements.toArray()) {
                            any |= began.getOrDefault(List.of(key, (long) element), end) > end;
                        }
                        yield any;
                    }
                    default -> false;
                };
                if (isFuture) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Map<List<Long>, Long> began(History history, Predicate<Outcome> counts) {
        var began = new HashMap<List<Long>, Long>();
        for (int txn = 0; txn < history.txnCount(); txn++) {
            long start = history.startNanos(txn);
            for (Op op : counts.test(history.outcome(txn)) ? history.txn(txn).ops() : List.<Op>of()) {
                switch (op) {
                    case Op.Add(long key, int element) -> began.merge(List.of(key, (long) element), start, Math::min);
                    case Op.Write(long key, long value) -> began.merge(List.of(key, value), start, Math::min);
                    default -> {}
                }
            }
        }
        return began;
    }
}
