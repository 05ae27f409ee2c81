package moirai.programs.sql;

import java.util.List;
import java.util.Locale;

/**
 * The results of the runs of a program.
 *
 * @param target the place where the program ran
 */
public record ProgramResults(
        String program, List<SqlAssertion> assertions, SqlTarget target, ProgramOptions options, List<RunResult> runs) {

    public ProgramResults {
        assertions = List.copyOf(assertions);
        runs = List.copyOf(runs);
    }

    /** Returns the share of runs in which the assertion with this id was broken. */
    public Share broken(String assertion) {
        int count = (int)
                runs.stream().filter(run -> run.broken().containsKey(assertion)).count();
        return new Share(count, runs.size());
    }

    /** Returns the share of runs in which any assertion was broken. */
    public Share brokenAny() {
        return new Share(
                (int) runs.stream().filter(run -> !run.broken().isEmpty()).count(), runs.size());
    }

    /** Returns the counts of all runs together. */
    public TxnCounts counts() {
        return runs.stream().map(RunResult::counts).reduce(TxnCounts.NONE, TxnCounts::plus);
    }

    /** Returns the committed transactions a second, over the execution phases of all runs. */
    public double committedPerSecond() {
        return counts().committed()
                * 1e9
                / Math.max(1, runs.stream().mapToLong(RunResult::nanos).sum());
    }

    /** Returns a table for a person at a terminal. */
    public String table() {
        var text = new StringBuilder();
        TxnCounts counts = counts();
        text.append(String.format(
                Locale.ROOT,
                "%s on %s: %d runs of %d sessions, up to %d transactions each or %d s%n",
                program,
                target.describe(),
                runs.size(),
                options.sessions(),
                options.txnsPerSession(),
                options.timeLimit().toSeconds()));
        text.append(String.format(
                Locale.ROOT,
                "%d committed, %d rolled back, %d refused, %d conflicts, %d given up; %.0f commits/s%n%n",
                counts.committed(),
                counts.rolledBack(),
                counts.refused(),
                counts.conflicts(),
                counts.abandoned(),
                committedPerSecond()));
        text.append(String.format(Locale.ROOT, "%-5s %-7s %-18s %s%n", "", "broken", "share [95 %]", "claim"));
        for (SqlAssertion assertion : assertions) {
            Share share = broken(assertion.id());
            text.append(String.format(
                    Locale.ROOT,
                    "%-5s %3d/%-3d %-18s %s%n",
                    assertion.id(),
                    share.part(),
                    share.whole(),
                    share,
                    assertion.claim()));
        }
        return text.toString();
    }
}
