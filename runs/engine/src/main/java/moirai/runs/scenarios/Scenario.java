package moirai.runs.scenarios;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import moirai.nemesis.faults.FaultChoice;
import moirai.nemesis.faults.FaultMix;
import moirai.nemesis.faults.FaultPick;
import moirai.runs.EvidenceRule;
import moirai.runs.Load;
import moirai.runs.RunSettings;

/**
 * The part of a run that is executed, which may be the whole run. Seed, workload, levels, database, and the rates at
 * which transactions are due stay the same.
 *
 * @param sessions the number of sessions that are open at a time
 * @param timeLimit the time after which sessions begin no further transaction
 * @param txnCount the maximal number of transactions; {@link Load#UNLIMITED} for no limit
 * @param faults faults of the run's schedule; none if it has none
 */
public record Scenario(int sessions, Duration timeLimit, long txnCount, List<FaultPick> faults) {

    public Scenario {
        faults = faults.stream().sorted().toList();
    }

    public Scenario withSessions(int count) {
        return new Scenario(count, timeLimit, txnCount, faults);
    }

    public Scenario withTimeLimit(Duration limit) {
        return new Scenario(sessions, limit, txnCount, faults);
    }

    public Scenario withTxnCount(long count) {
        return new Scenario(sessions, timeLimit, count, faults);
    }

    public Scenario withFaults(List<FaultPick> picks) {
        return new Scenario(sessions, timeLimit, txnCount, picks);
    }

    /** Returns the same scenario without some of the faults. */
    public Scenario without(List<FaultPick> dropped) {
        return withFaults(
                faults.stream().filter(fault -> !dropped.contains(fault)).toList());
    }

    /** Returns whether a count of transactions ends it. */
    public boolean isCounted() {
        return txnCount != Load.UNLIMITED;
    }

    /**
     * Returns the run's settings, restricted to this scenario. Kinds of faults stay even if no fault of them is left,
     * since some kinds change the way in which a cluster is made: the compared runs differ in the faults alone. A
     * single transaction is evidence enough, as the question is not whether the database is sound.
     */
    RunSettings of(RunSettings whole) {
        FaultMix mix = whole.faults();
        return new RunSettings(
                whole.seed(),
                whole.workload(),
                whole.levels(),
                new Load(sessions, timeLimit, txnCount, whole.load().stages()),
                EvidenceRule.NONE,
                mix.isNone() ? mix : mix.with(new FaultChoice.Only(faults)));
    }

    /** Returns a description in one line for people. */
    public String describe() {
        String names = faults.stream().map(FaultPick::label).collect(Collectors.joining(", "));
        return (sessions == 1 ? "1 session" : sessions + " sessions")
                + ", " + timeLimit.toMillis() / 1e3 + " s"
                + (isCounted() ? ", " + txnCount + " transactions" : "")
                + ", " + (names.isEmpty() ? "no fault" : names);
    }
}
