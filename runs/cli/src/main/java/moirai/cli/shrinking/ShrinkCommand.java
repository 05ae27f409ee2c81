package moirai.cli.shrinking;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import moirai.analysis.Anomaly;
import moirai.analysis.Checker;
import moirai.analysis.Findings;
import moirai.analysis.Verdict;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.LostWrite;
import moirai.analysis.shrinking.HistoryShrinker;
import moirai.analysis.shrinking.Symptom;
import moirai.cli.options.Argv;
import moirai.cli.options.EngineOption;
import moirai.cli.options.FormatOption;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.cli.replaying.RunCommands;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.runs.ExitCode;
import moirai.runs.cases.Case;
import moirai.runs.cases.CaseText;
import moirai.runs.cases.Distillation;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.Suspicion;
import moirai.runs.emission.CaseFiles;
import moirai.runs.files.WholeOutput;
import moirai.runs.report.Wrapping;
import moirai.runs.scenarios.Suspects;
import moirai.runs.store.HistorySource;
import moirai.runs.store.RunDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai shrink}, which makes a failure small. */
@Command(
        name = "shrink",
        description = ShrinkCommand.SUMMARY,
        sortOptions = false,
        footer = {
            "RUN#2 is the second of them.",
            "Example: ${ROOT-COMMAND-NAME} shrink latest#2 -o case.txt && ${ROOT-COMMAND-NAME} check case.txt"
        })
public final class ShrinkCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Finds the smallest parts of a history that show what is wrong with it, one for each kind: its"
                    + " cases. Executes nothing, unless --execute asks for it.";

    private static final String NOTATION = ".txt";
    private static final String CASE = ".json";

    private final Checker checker;
    private final RunCommands runs;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private HistoryArgument argument = new HistoryArgument();

    @Mixin
    private FormatOption format = new FormatOption();

    @Option(
            names = "--anomaly",
            paramLabel = "N",
            description =
                    "Only this one, as ${ROOT-COMMAND-NAME} explain numbers them. Default: all that are forbidden.")
    private int number;

    @Option(
            names = "--expect",
            paramLabel = "LEVEL",
            converter = Values.OfLevel.class,
            description = "The level that is broken. Default: that of ${ROOT-COMMAND-NAME} check.")
    private IsolationLevel expect = IsolationLevel.SERIALIZABLE;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Writes the part there: in history notation (.txt) or as a case (.json).")
    private String file = "";

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            split = ":",
            description = "Of an explored program: jars and folders with its class.")
    private List<Path> classpath = List.of();

    @Mixin
    private EngineOption engine = new EngineOption();

    @Mixin
    private ScenarioOptions scenario = new ScenarioOptions();

    /**
     * Creates the command.
     *
     * @param checker judges lists, and all histories for which no option asks for another checker
     */
    public ShrinkCommand(Checker checker, RunCommands runs) {
        this.checker = checker;
        this.runs = runs;
    }

    @Override
    public Integer call() throws InterruptedException, IOException {
        scenario.require();
        requirePlace();
        HistoryArgument.Numbered asked = argument.numbered();
        Optional<ProgramCases> program = program(asked.path());
        if (program.isPresent()) {
            return shrunk(program.get());
        }
        HistorySource read = format.read(asked.path());
        History history = read.history();
        IsolationLevel level = command.has("--expect") ? expect : read.expected();
        Checker judge = engine.checker(checker, history.dataModel(), format.model());
        Findings findings = judge.analyze(history, level);
        Distillation.Source source = source(asked.path(), history);
        Distillation found = command.has("--anomaly")
                ? one(source, findings, level, judge)
                : Distillation.of(source, findings, level, judge);
        PrintWriter out = command.out();
        if (found.cases().isEmpty()) {
            out.println(nothing(findings, level));
            return ExitCode.VALID.code();
        }
        if (asked.number() > found.cases().size()) {
            throw command.refused("RUN#N: '" + asked.number() + "' is out of range: expected 1 to "
                    + found.cases().size());
        }
        if (scenario.isAsked()) {
            Symptom symptom = executed(asked.number(), found, history);
            Suspects suspects = symptom instanceof Symptom.Lost
                    ? Suspects.ofLoss(Durability.of(history))
                    : Suspects.ofTxns(
                            history,
                            found.cases()
                                    .get(Math.max(0, asked.number() - 1))
                                    .shrunk()
                                    .txns());
            return new ScenarioExecution(scenario, runs, command)
                    .execute(asked.path(), symptom, suspects, judge)
                    .code();
        }
        List<Path> folders = kept(asked.path(), found);
        Distillation.Distilled shown = found.cases().get(Math.max(0, asked.number() - 1));
        if (asked.number() == 0) {
            out.print(ShrinkText.list(found));
        }
        out.print(Wrapping.hanging(ShrinkText.of(shown, history)));
        if (!folders.isEmpty()) {
            out.println("kept       " + folders.get(found.cases().indexOf(shown)));
        }
        out.println();
        out.print(CaseText.what(shown.found()));
        if (!file.isEmpty()) {
            write(shown, level);
            out.print(Wrapping.hanging(
                    "written    " + file + "; again: " + Argv.line(List.of("check", file, "--expect", level.label()))));
        }
        out.flush();
        return ExitCode.VALID.code();
    }

    /** Returns the result for a case that has no history; empty if the path is something else. */
    private Optional<ProgramCases> program(Path path) {
        if (!CaseFiles.isCase(path) || CaseFiles.read(path) instanceof HistoryCase) {
            if (command.has("--classpath")) {
                throw command.refused("--classpath: " + path + " is a history, which has no classes; leave it out");
            }
            return Optional.empty();
        }
        String idle = command.first("--execute", "--anomaly", "--expect", "--format", "--model", "--engine");
        if (!idle.isEmpty()) {
            throw command.refused(idle + ": " + path + " is a case without a history; leave it out");
        }
        return command.accepted(path + ": ", () -> switch (CaseFiles.read(path)) {
            case HistoryCase shown -> Optional.empty();
            case ExploredCase explored -> Optional.of(ProgramCases.of(explored, classpath));
            case PredictedCase predicted -> Optional.of(ProgramCases.of(predicted));
        });
    }

    private int shrunk(ProgramCases shrunk) throws IOException {
        if (file.endsWith(NOTATION)) {
            throw command.refused(
                    "--out: there is no history to write to " + file + "; expected a name that ends in .json");
        }
        PrintWriter out = command.out();
        out.print(shrunk.text());
        for (Case smallest : shrunk.smallest()) {
            if (!file.isEmpty()) {
                CaseFiles.rewrite(Path.of(file), smallest);
                out.print(Wrapping.hanging("written    " + file + "; again: " + Argv.line(List.of("replay", file))));
            }
        }
        out.flush();
        return (shrunk.smallest().isEmpty() ? ExitCode.UNKNOWN : ExitCode.VALID).code();
    }

    /** Returns the history with its run. A case records its run itself. */
    private static Distillation.Source source(Path path, History history) {
        return CaseFiles.isCase(path)
                ? Distillation.Source.of(CaseFiles.readHistory(path))
                : new Distillation.Source(history, new RunDirectory(path).argv());
    }

    /**
     * Returns the symptom that attempts have to show. If acknowledged writes are lost, that may cause the other
     * findings, so the loss is the symptom, unless the user asked for another.
     *
     * @param number from 1; 0 if nobody asked for one
     */
    private Symptom executed(int number, Distillation found, History history) {
        boolean isOpen = number == 0 && !command.has("--anomaly");
        List<LostWrite> lost = isOpen ? Durability.of(history).lost() : List.of();
        return lost.isEmpty()
                ? found.cases().get(Math.max(0, number - 1)).found().claim().symptom()
                : new Symptom.Lost(lost.getFirst().key(), lost.getFirst().value());
    }

    private void requirePlace() {
        if (file.isEmpty()) {
            return;
        }
        if (!file.endsWith(NOTATION) && !file.endsWith(CASE)) {
            throw command.refused("--out: " + file + " ends in neither .txt, by which history notation is known,"
                    + " nor .json, as a case does");
        }
        command.require("--out: ", () -> WholeOutput.requireFilePlace(Path.of(file)));
    }

    private static String nothing(Findings findings, IsolationLevel level) {
        if (!findings.forbiddenAt(level).isEmpty()) {
            return "what was found is seen by the engine that was asked for alone: there is no case to be made of it";
        }
        String doubt = findings.at(level) instanceof Verdict.Undecided(String reason) ? ": " + reason : "";
        return "nothing that " + level.label() + " forbids was found: there is nothing to shrink" + doubt;
    }

    /** Returns the anomaly that was asked for. */
    private Distillation one(Distillation.Source source, Findings findings, IsolationLevel level, Checker judge) {
        List<Anomaly> all = findings.anomalies();
        if (number < 1 || number > all.size()) {
            throw command.refused("--anomaly: '" + number + "' is out of range: expected 1 to " + all.size());
        }
        Anomaly asked = all.get(number - 1);
        if (!findings.forbiddenAt(level).contains(asked)) {
            throw command.refused(
                    "--anomaly: '" + number + "' is " + asked.phenomenon().label() + ", which " + level.label()
                            + " allows: expected another one, or --expect with a level that forbids it");
        }
        var suspicion = Suspicion.of(asked, level, judge);
        return new Distillation(
                Distillation.of(source, suspicion, HistoryShrinker.OPS_DEFAULT).stream()
                        .toList(),
                0);
    }

    /** Stores the cases of a run of Moirai, and returns their files; none if the path is something else. */
    private static List<Path> kept(Path path, Distillation found) throws IOException {
        var run = new RunDirectory(path);
        if (!Files.isDirectory(run.history())) {
            return List.of();
        }
        var folders = new ArrayList<Path>();
        for (Distillation.Distilled one : found.cases()) {
            folders.add(CaseFiles.write(run.anomalies(), one.found()));
        }
        return folders;
    }

    private void write(Distillation.Distilled shown, IsolationLevel level) throws IOException {
        if (file.endsWith(CASE)) {
            CaseFiles.rewrite(Path.of(file), shown.found());
            return;
        }
        WholeOutput.file(Path.of(file), out -> {
            out.write("# " + shown.name() + ", which " + level.label() + " forbids.\n");
            out.write("# " + ShrinkText.names(shown.shrunk()) + ".\n");
            out.write(HistoryNotation.format(shown.shrunk().history()));
        });
    }
}
