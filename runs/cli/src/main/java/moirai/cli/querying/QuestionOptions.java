package moirai.cli.querying;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Supplier;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.Values;
import moirai.runs.ExitCode;
import moirai.runs.query.Answer;
import moirai.runs.query.Catalog;
import moirai.runs.query.QueryException;
import moirai.runs.query.RunDatabase;
import moirai.runs.report.Numbers;
import moirai.runs.report.Wrapping;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a question, and how its answer is written. */
public final class QuestionOptions {

    private static final long ROWS_MAX = 1_000;
    private static final String STANDARD_INPUT = "-";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(names = "--sql", paramLabel = "FILE", description = "Reads the question from a file, or '-' for the input.")
    private String file = "";

    @Option(names = "--format", paramLabel = "FORMAT", description = "table (default), csv or json.")
    private String format = "table";

    @Option(
            names = "--rows",
            paramLabel = "N",
            description = "How many rows at most; 0 for all. Default: 1000 of a table, all of csv and json.")
    private long rows = ROWS_MAX;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "Memory of the database, such as 500m or 8g; what does not fit goes to the temporary folder."
                    + " Default: 2g.")
    private String memory = "2g";

    /** Answers the question. */
    public interface Database {
        Answer.Given answer(String sql, Answer.Form form, Appendable out) throws IOException;
    }

    /**
     * Returns the question.
     *
     * @param typed the argument, or nothing
     * @return nothing if there is no question
     */
    public String sql(String typed) throws IOException {
        if (file.isEmpty()) {
            return typed;
        }
        if (!typed.isEmpty()) {
            throw command.refused("--sql " + file + ": a question is typed as well; expected one of them");
        }
        if (file.equals(STANDARD_INPUT)) {
            return required(new String(System.in.readAllBytes(), StandardCharsets.UTF_8), "the input");
        }
        if (!Files.isRegularFile(Path.of(file))) {
            throw command.refused("--sql: " + file + " is no file: expected one with a question in SQL, or '-'");
        }
        return required(Files.readString(Path.of(file)), file);
    }

    private String required(String sql, String where) {
        if (sql.isBlank()) {
            throw command.refused("--sql: " + where + " is empty: expected a question in SQL");
        }
        return sql;
    }

    /** Returns the limit of the database's memory in its own words. */
    public String memory() {
        return command.accepted("--memory: ", () -> RunDatabase.memory(memory));
    }

    /**
     * Returns the form of the answer.
     *
     * @param width the columns of the terminal, if there is one
     */
    public Answer.Form form(OptionalInt width) {
        String known = command.accepted(() -> Values.known("--format", format, Answer.formats()));
        if (rows < 0) {
            throw command.refused("--rows: '" + rows + "': expected 0 or more");
        }
        Answer.Format kind = Answer.Format.valueOf(known.toUpperCase(Locale.ROOT));
        boolean isLimited = kind == Answer.Format.TABLE || command.has("--rows");
        return new Answer.Form(kind, isLimited ? rows : 0, width.orElse(0));
    }

    /** Writes the tables and what may be asked about them. */
    public void list(Catalog catalog, String examples, Supplier<OptionalInt> width) {
        int columns = width.get().orElse(Wrapping.width());
        command.out().print(catalog.text(columns));
        command.out().println();
        command.out().print(examples);
        command.out().flush();
    }

    /** Writes the answer, and on the error output what it leaves out; returns the exit code. */
    public int answer(Database database, String sql, Answer.Form form) throws IOException {
        PrintWriter out = command.out();
        Answer.Given given;
        try {
            given = database.answer(sql, form, out);
        } catch (QueryException refused) {
            out.flush();
            command.err().println("moirai: " + refused.getMessage());
            return ExitCode.BAD_ARGUMENTS.code();
        }
        out.flush();
        command.requireWritten();
        if (given.hasMore()) {
            command.err()
                    .println("only the first " + Numbers.counted(given.rows(), "row")
                            + ": there are more, which --rows 0 shows");
        }
        if (given.isNarrowed()) {
            command.err().println("texts are cut to fit the terminal (…): --format csv has the whole");
        }
        return ExitCode.VALID.code();
    }
}
