package moirai.cli.corpus;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import moirai.cli.replaying.CaseReplay;
import moirai.cli.replaying.PredictedPlace;
import moirai.cli.replaying.ReplayedRun;
import moirai.cli.replaying.RunCommands;
import moirai.clients.ClientException;
import moirai.history.HistoryFormatException;
import moirai.nemesis.ClusterException;
import moirai.runs.ExitCode;
import moirai.runs.StopRequest;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.corpus.Corpus;
import moirai.runs.corpus.CorpusCheck;
import moirai.runs.replay.WholeRun;
import moirai.runs.report.OwnCommand;
import moirai.runs.report.Wrapping;
import picocli.CommandLine.ParameterException;

/** A replay of the cases of a corpus one after the other; an error in one case does not end the others. */
final class CorpusRun {

    private static final Duration BUDGET = Duration.ofMinutes(1);

    private final RunCommands runs;
    private final List<Path> classpath;
    private final PrintWriter out;
    private final StopRequest stop = new StopRequest();

    CorpusRun(RunCommands runs, List<Path> classpath, PrintWriter out) {
        this.runs = runs;
        this.classpath = List.copyOf(classpath);
        this.out = out;
    }

    /**
     * Replays the entries and returns the exit code: invalid if any case was shown, unknown if the result of any is
     * unknown.
     */
    ExitCode of(List<Corpus.Entry> entries) throws InterruptedException {
        ExitCode code = ExitCode.VALID;
        RunCommands.Listening listening = runs.listen(stop, out);
        try (listening) {
            for (Corpus.Entry entry : entries) {
                CorpusCheck check = stop.isAsked() ? CorpusCheck.notTried("stopped") : check(entry);
                out.print(Wrapping.message(entry.name() + ": " + check));
                out.flush();
                code = code.and(check.exitCode());
            }
        }
        return code.and(stop.reason().orElse(ExitCode.VALID));
    }

    private CorpusCheck check(Corpus.Entry entry) throws InterruptedException {
        try {
            return switch (entry.read()) {
                case HistoryCase shown -> check(entry, shown);
                case ExploredCase explored -> CaseReplay.of(explored, classpath).check();
                case PredictedCase predicted ->
                    PredictedPlace.of(predicted).replay(predicted, runs, 1).check();
            };
        } catch (ClientException
                | ClusterException
                | HistoryFormatException
                | IllegalArgumentException
                | ParameterException unusable) {
            return CorpusCheck.notTried(String.valueOf(unusable.getMessage()));
        }
    }

    private CorpusCheck check(Corpus.Entry entry, HistoryCase found) throws InterruptedException {
        try {
            if (found.origin().isExisting()) {
                List<String> place = found.origin().place();
                return CorpusCheck.notTried("it was found at " + place.getLast() + ", and brings no consent: "
                        + OwnCommand.line("replay ") + entry.folder() + " " + place.getFirst() + " …");
            }
            if (found.origin().product().isEmpty()) {
                return CorpusCheck.notTried("it does not say which database it was found on: "
                        + OwnCommand.line("replay ")
                        + entry.folder() + " --db, --url or --node tries it");
            }
            return CorpusCheck.of(found, run(found), "", BUDGET, stop);
        } catch (HistoryFormatException | ParameterException unusable) {
            return CorpusCheck.notTried(String.valueOf(unusable.getMessage()));
        }
    }

    private WholeRun run(HistoryCase found) {
        try {
            return runs.parsed(
                    ReplayedRun.of(found, ReplayedRun.Given.NOTHING, runs).argv());
        } catch (IllegalArgumentException refused) {
            throw new HistoryFormatException("its command", String.valueOf(refused.getMessage()));
        }
    }
}
