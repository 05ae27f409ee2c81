package moirai.runs.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import moirai.runs.files.WholeFile;

/** The writer of the page about a run. */
public final class HtmlReport {

    /** The name of the page in a run's directory. */
    public static final String NAME = "report.html";

    private HtmlReport() {}

    /**
     * Writes the page, all of it or nothing.
     *
     * <p>Costs a bounded number of passes over the transactions and ops of the proofs. The page has at most 3 MB.
     *
     * @param file need not exist; its folder has to
     * @throws IOException if it cannot be written
     */
    public static void write(ReportSource source, Path file) throws IOException {
        WholeFile.write(file, Page.of(source, file.toAbsolutePath()));
    }

    /**
     * Writes the page for a caller that can do without it: a failure is returned, not thrown.
     *
     * @param source makes the subject, which may fail as well
     * @return what went wrong, in a line; empty if nothing did
     */
    public static Optional<String> attempt(Supplier<ReportSource> source, Path file) {
        try {
            write(source.get(), file);
            return Optional.empty();
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError failed) {
            System.getLogger(HtmlReport.class.getName()).log(System.Logger.Level.WARNING, "report", failed);
            return Optional.of("the report " + file.getFileName() + " could not be written, which changes no verdict: "
                    + String.valueOf(failed).replaceAll("\\s*\\R\\s*", " "));
        }
    }
}
