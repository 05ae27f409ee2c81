package moirai.cli.reporting;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.analysis.Checker;
import moirai.cli.options.Argv;
import moirai.cli.options.FormatOption;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.history.History;
import moirai.history.RunHeader;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.cases.Case;
import moirai.runs.cases.HistoryCase;
import moirai.runs.emission.CaseFiles;
import moirai.runs.html.CasePage;
import moirai.runs.html.HtmlReport;
import moirai.runs.html.ReportSource;
import moirai.runs.report.VerdictText;
import moirai.runs.store.HistorySource;
import moirai.runs.store.RunDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code moirai report}, which judges a history again and writes reports; ends with 0 if it could. */
@Command(
        name = "report",
        description = ReportCommand.SUMMARY,
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} report latest --html, or:"
                + " ${ROOT-COMMAND-NAME} report history.edn --html=report.html")
public final class ReportCommand implements Callable<Integer> {

    /** The description of the command in the list of commands. */
    public static final String SUMMARY =
            "Writes the report of a run, or of another checker's history, for people and for programs.";

    /** The place of the page if {@code --html} has no file, for messages. */
    private static final String BESIDE = "report.html in the run's directory";

    private final Checker checker;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private HistoryArgument history = new HistoryArgument();

    @Option(
            names = "--html",
            paramLabel = "FILE",
            arity = "0..1",
            fallbackValue = BESIDE,
            description = "A page for a browser: pictures, evidence, statements. Default: " + BESIDE + ".")
    private String html = "";

    @Mixin
    private ExportOptions exports = new ExportOptions();

    @Option(
            names = "--expect",
            paramLabel = "LEVEL",
            converter = Values.OfLevel.class,
            description = "Of --html: judge by this level. Default: that of ${ROOT-COMMAND-NAME} check.")
    private IsolationLevel expect = IsolationLevel.SERIALIZABLE;

    @Mixin
    private FormatOption format = new FormatOption();

    /**
     * Creates the command.
     *
     * @param checker judges histories
     */
    public ReportCommand(Checker checker) {
        this.checker = checker;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = command.out();
        if (command.has("--expect") && (html.isEmpty() || exports.isAsked() || exports.isOfSchema())) {
            throw command.refused(
                    "--expect: '" + expect.label() + "' is what --html judges by, and no other form is judged anew:"
                            + " expected --html and nothing beside it; the other forms say what the run itself said");
        }
        if (exports.isOfSchema()) {
            out.print(exports.schema());
        } else if (html.isEmpty() && !exports.isAsked()) {
            out.print("Name what to write:\n  --html    a page for browsers\n" + exports.list());
        } else {
            Path path = history.path();
            List<Path> pages = html.isEmpty() ? List.of() : List.of(place(path));
            exports.write(path, out);
            for (Path file : pages) {
                page(path, file, out);
                out.println("report: " + file);
            }
        }
        out.flush();
        return ExitCode.VALID.code();
    }

    /**
     * Returns the file of the page, checked before a history is read, which takes time. A file whose name does not end
     * as a page's is refused: a user who types {@code --html RUN} means the run, and {@code --html history.edn} would
     * replace a history.
     */
    private Path place(Path path) {
        Path folderOfPath = CaseFiles.isCase(path) ? CaseFiles.file(path).resolveSibling(".") : path;
        Path file = html.equals(BESIDE) ? folderOfPath.resolve(HtmlReport.NAME).normalize() : Path.of(html);
        if (!file.toString().endsWith(".html")) {
            throw command.refused(
                    "--html: '" + html + "' is no name of a page: expected --html=FILE.html; a run is named before: "
                            + Argv.line(List.of("report", html, "--html")));
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw command.refused(
                    "--html: there is no folder for '" + file + "'; expected --html=FILE in a folder that exists");
        }
        if (Files.isDirectory(file)) {
            throw command.refused("--html: '" + file + "' is a folder; expected a file");
        }
        return file;
    }

    private void page(Path path, Path file, PrintWriter out) throws IOException {
        if (CaseFiles.isCase(path)) {
            Case found = CaseFiles.read(path);
            if (!(found instanceof HistoryCase)) {
                if (command.has("--expect")) {
                    throw command.refused(
                            "--expect: " + found.fingerprint() + " has no history to judge; leave it out");
                }
                CasePage.write(found, file);
                return;
            }
        }
        ReportSource report = judged(format.read(path), path);
        out.println(VerdictText.line(report.judgement()));
        HtmlReport.write(report, file);
    }

    private ReportSource judged(HistorySource source, Path path) {
        History read = source.history();
        RunHeader header = read.header();
        Judgement judgement = Judgement.of(
                read,
                checker,
                command.has("--expect") ? expect : source.expected(),
                header.isOfRun() ? EvidenceRule.DEFAULT : EvidenceRule.NONE);
        return new RunDirectory(path).reportSource(read, judgement);
    }
}
