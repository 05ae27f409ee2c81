package moirai.junit.fuzzing;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import moirai.runs.ExitCode;
import moirai.runs.RunResult;
import moirai.runs.Target;
import moirai.runs.cases.CaseText;
import moirai.runs.emission.CaseFiles;
import moirai.runs.report.Numbers;
import moirai.runs.report.RunText;
import moirai.runs.report.Wrapping;

/** The text of a failed test: the verdict, the case, the line that repeats the run, and where it is kept. */
final class FailureText {

    private final FuzzPlan plan;
    private final Target target;

    FailureText(FuzzPlan plan, Target target) {
        this.plan = plan;
        this.target = target;
    }

    String of(RunResult result) {
        var text = new StringBuilder(RunText.of(result));
        List<RunResult.SmallCase> cases = result.beside().cases();
        if (!cases.isEmpty()) {
            text.append('\n')
                    .append(CaseText.what(CaseFiles.read(cases.getFirst().folder())));
            text.append(shrunk(result, cases));
        }
        advice(result).ifPresent(advice -> text.append('\n').append(Wrapping.wrap(advice, "", Wrapping.width())));
        return text.append('\n').append(end(result.directory())).toString();
    }

    private static String shrunk(RunResult result, List<RunResult.SmallCase> cases) {
        int all = result.judgement().evidence().committed()
                + result.judgement().evidence().aborted()
                + result.judgement().evidence().indeterminate();
        return "shrunk from " + Numbers.counted(all, "transaction") + " to "
                + cases.getFirst().txnCount()
                + (cases.size() == 1 ? "" : "; " + Numbers.counted(cases.size() - 1, "further case") + " in the folder")
                + "\n";
    }

    /** Returns what to do where nothing was proven. */
    private Optional<String> advice(RunResult result) {
        String reason = result.judgement().lack();
        return Optional.of(result.exitCode())
                .filter(code -> code == ExitCode.INSUFFICIENT_EVIDENCE || code == ExitCode.UNKNOWN)
                .map(code -> code == ExitCode.UNKNOWN
                        ? "This is no pass: whether " + plan.asked().expect().label()
                                + " holds was not decided, for the reason above. Fewer transactions are easier to"
                                + " decide; so are lists, which workload = \"append\" uses."
                        : "This is no pass, since hardly anything could have been noticed: " + reason + ". Raise"
                                + " transactions (now " + plan.asked().transactions() + ") or sessions (now "
                                + plan.asked().sessions() + "), or take away what keeps them from running at the same"
                                + " time.");
    }

    private String end(Path directory) {
        String repeats = target.isSimulated()
                ? "this run exactly"
                : "the transactions, which a database interleaves anew each time";
        return "again: mvn test -Dtest='" + plan.method() + "' -D" + FuzzDatabase.SEED_PROPERTY + "=" + plan.seed()
                + "\n"
                + "       or @FuzzDatabase(seed = \"" + plan.seed() + "\"): " + repeats + "\n"
                + "kept:  " + directory + "\n"
                + "more:  moirai explain " + directory + "\n";
    }
}
