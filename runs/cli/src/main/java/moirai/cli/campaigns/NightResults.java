package moirai.cli.campaigns;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import moirai.cli.options.TypedCommand;
import moirai.runs.ExitCode;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.NightFormat;
import moirai.runs.campaign.NightText;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.NightChangesText;
import moirai.runs.campaign.page.NightMarkdown;
import moirai.runs.campaign.page.NightPage;
import moirai.runs.export.NightExport;
import moirai.runs.files.WholeOutput;
import moirai.runs.report.ShellLine;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The results of a night: its files, those that options ask for, and the text for people. */
final class NightResults {

    private static final String JUNIT = "--junit";
    private static final String SARIF = "--sarif";
    private static final String MARKDOWN = "--md";
    private static final String JSON = "--json";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(names = JUNIT, paramLabel = "FILE", description = "JUnit XML: a test for each cell.")
    private String junit = "";

    @Option(
            names = SARIF,
            paramLabel = "FILE",
            description = "SARIF 2.1.0: a result for each forbidden shape of anomaly in a cell.")
    private String sarif = "";

    @Option(
            names = MARKDOWN,
            paramLabel = "FILE",
            description = "A summary in Markdown for a pull request or the page of a CI job, of at most 60 kB.")
    private String markdown = "";

    @Option(
            names = "--store-url",
            paramLabel = "URL",
            description = "Where readers of --md find the store, for links to reports. Default: no links.")
    private String storeUrl = "";

    @Option(names = JSON, paramLabel = "FILE", description = "The night as JSON.")
    private String json = "";

    /**
     * The end of the command.
     *
     * @param code what it ends with
     * @param byItself whether nobody stopped it, so that what follows the cells is done as well
     */
    record Ended(ExitCode code, boolean byItself) {}

    /** Refuses the arguments if a file cannot be written, before anything that takes time. */
    void require() {
        files().forEach((option, file) -> command.require(option + ": ", () -> WholeOutput.requireFilePlace(file)));
        storeAddress();
    }

    private Map<String, Path> files() {
        var files = new LinkedHashMap<String, Path>();
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put(JUNIT, junit);
        asked.put(SARIF, sarif);
        asked.put(MARKDOWN, markdown);
        asked.put(JSON, json);
        asked.forEach((option, file) -> {
            if (!file.isEmpty()) {
                files.put(option, Path.of(file));
            }
        });
        return files;
    }

    /** Returns the address of the store with a slash at its end; empty if none was given. */
    private String storeAddress() {
        if (storeUrl.isEmpty()) {
            return "";
        }
        URI address = command.accepted("--store-url: ", () -> URI.create(storeUrl));
        if (!"https".equals(address.getScheme()) && !"http".equals(address.getScheme())) {
            throw command.refused("--store-url: '" + storeUrl
                    + "' is no address on the web: expected one such as https://ci.example.org/job/7/store");
        }
        return storeUrl.endsWith("/") ? storeUrl : storeUrl + "/";
    }

    /**
     * Writes the files of a night, and says what it found and where that stands. With the last of the files in its
     * directory the night counts as finished; a night that did not end has none there.
     *
     * @param store where the runs are
     */
    void tell(AssessedNight assessed, NightDirectory directory, Path store, Ended ended) throws IOException {
        Night night = assessed.night();
        boolean isFinished = night.isEnded() && ended.byItself();
        if (isFinished) {
            write(directory.junit(), NightExport.junit(assessed, store));
            write(directory.sarif(), NightExport.sarif(assessed, store));
            write(directory.markdown(), NightMarkdown.of(assessed, NightMarkdown.FROM_NIGHT));
            write(directory.page(), NightPage.of(assessed));
            write(directory.summary(), summary(assessed));
        }
        PrintWriter out = command.out();
        out.println();
        out.print(NightText.summary(night, store, assessed::accepted));
        if (night.isEnded()) {
            out.println();
            out.print(NightChangesText.of(assessed.changes(), assessed.known()));
            out.print(NightText.cases(assessed.cases()));
            out.println();
        }
        for (var file : files().entrySet()) {
            write(file.getValue(), text(file.getKey(), assessed, store));
            out.println("report: " + file.getValue());
        }
        out.println("night: " + directory.path());
        out.println(isFinished ? "page: " + directory.page() : "to go on: " + again());
        ExitCode code = ended.code();
        out.println("exit " + code.code() + " (" + code.words() + ")");
        out.flush();
    }

    /** Returns the command as it was typed, without what is said once. */
    private String again() {
        CommandLine typed = command.line();
        while (typed.getParent() != null) {
            typed = typed.getParent();
        }
        List<String> words = typed.getParseResult().originalArgs().stream()
                .filter(word -> !word.equals("--new") && !word.equals("--anyway"))
                .toList();
        return ShellLine.here(words);
    }

    private String text(String option, AssessedNight assessed, Path store) {
        return switch (option) {
            case JUNIT -> NightExport.junit(assessed, store);
            case SARIF -> NightExport.sarif(assessed, store);
            case MARKDOWN -> NightMarkdown.of(assessed, storeAddress());
            default -> summary(assessed);
        };
    }

    private static void write(Path file, String text) throws IOException {
        WholeOutput.file(file, writer -> writer.write(text));
    }

    private static String summary(AssessedNight assessed) {
        return NightFormat.summary(
                assessed.night(),
                assessed.cases(),
                assessed.code(),
                result -> assessed.known().code(result));
    }
}
