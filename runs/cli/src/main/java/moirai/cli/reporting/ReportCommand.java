package moirai.cli.reporting;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import moirai.analysis.Checker;
import moirai.cli.options.FormatOption;
import moirai.cli.options.HistoryArgument;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code moirai report}, which judges a history again and writes reports; ends with 0 if it could. */
@Command(
        name = "report",
        description = "Writes the report of a run, or of another checker's history, for people and for programs.",
        sortOptions = false,
        footer = "Example: moirai report latest --html, or: moirai report history.edn --html=report.html")
public final class ReportCommand implements Callable<Integer> {

    /** The place of the page if {@code --html} has no file, for messages. */
    private static final String BESIDE = "report.html in the run's directory";

    private final Checker checker;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

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
            description = "Of --html: judge by this level. Default: that of moirai check.")
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
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        boolean isGiven = spec.commandLine().getParseResult().hasMatchedOption("--expect");
        if (isGiven && (html.isEmpty() || exports.isAsked() || exports.isOfSchema())) {
            throw refused(
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
            pages.forEach(file -> page(path, file, out));
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
            throw refused(
                    "--html: '" + html + "' is no name of a page: expected --html=FILE.html; a run is named before: "
                            + "moirai report " + html + " --html");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw refused(
                    "--html: there is no folder for '" + file + "'; expected --html=FILE in a folder that exists");
        }
        if (Files.isDirectory(file)) {
            throw refused("--html: '" + file + "' is a folder; expected a file");
        }
        return file;
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private void page(Path path, Path file, PrintWriter out) {
        if (CaseFiles.isCase(path)) {
            Case found = CaseFiles.read(path);
            if (!(found instanceof HistoryCase)) {
                page(found, file, out);
                return;
            }
        }
        HistorySource source = format.read(path);
        ReportSource report = judged(source, path);
        out.println(VerdictText.line(report.judgement()));
        try {
            HtmlReport.write(report, file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        out.println("report: " + file);
    }

    private void page(Case found, Path file, PrintWriter out) {
        if (spec.commandLine().getParseResult().hasMatchedOption("--expect")) {
            throw refused("--expect: " + found.fingerprint() + " has no history to judge; leave it out");
        }
        try {
            CasePage.write(found, file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        out.println("report: " + file);
    }

    private ReportSource judged(HistorySource source, Path path) {
        History read = source.history();
        boolean isGiven = spec.commandLine().getParseResult().hasMatchedOption("--expect");
        RunHeader header = read.header();
        Judgement judgement = Judgement.of(
                read,
                checker,
                isGiven ? expect : source.expected(),
                header.isOfRun() ? EvidenceRule.DEFAULT : EvidenceRule.NONE);
        return new ReportSource(read, judgement, path, new RunDirectory(path).argv(), new RunDirectory(path).notes());
    }
}
