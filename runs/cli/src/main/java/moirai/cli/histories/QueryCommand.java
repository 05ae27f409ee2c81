package moirai.cli.histories;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import moirai.cli.options.HistoryArgument;
import moirai.cli.options.TypedCommand;
import moirai.cli.querying.QuestionOptions;
import moirai.runs.ExitCode;
import moirai.runs.query.Answer;
import moirai.runs.query.RunDatabase;
import moirai.runs.query.RunTables;
import moirai.runs.report.OwnCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code moirai history query}, which answers questions in SQL about a run. */
@Command(
        name = "query",
        description = {
            "Answers a question in SQL about a run. Without one, lists the tables and their columns.",
            "",
            "The tables are made once, into the run's directory. The database is DuckDB, whose driver (81 MB) your own"
                    + " mvn fetches when it is first used. A question can change nothing, and reaches no file."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} history query latest \"select outcome, count(*) from txns group by 1\"")
final class QueryCommand implements Callable<Integer> {

    private final Supplier<OptionalInt> width;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private HistoryArgument argument = new HistoryArgument();

    @Parameters(index = "1", arity = "0..1", paramLabel = "SQL", description = "The question.")
    private String typed = "";

    @Mixin
    private QuestionOptions question = new QuestionOptions();

    /** @param width the columns of the terminal that answers go to, if they go to one */
    QueryCommand(Supplier<OptionalInt> width) {
        this.width = width;
    }

    @Override
    public Integer call() throws IOException {
        String sql = question.sql(typed.isEmpty() ? argument.takeText().orElse("") : typed);
        if (sql.isBlank()) {
            question.list(RunTables.ALL, examples(), width);
            return ExitCode.VALID.code();
        }
        Answer.Form form = question.form(width.get());
        String memory = question.memory();
        Path path = argument.path();
        try (var database = new RunDatabase(path, memory, command.err()::println)) {
            database.warnings()
                    .forEach(warning -> command.err().println("warning: the tables lack something: " + warning));
            String asked = sql.toLowerCase(Locale.ROOT);
            if (asked.contains("anomalies") || asked.contains("witnesses")) {
                database.unjudged().ifPresent(why -> command.err().println("warning: " + why));
            }
            return question.answer(database::answer, sql, form);
        }
    }

    private static String examples() {
        String ask = OwnCommand.line("history query latest ");
        return "Examples:\n  " + ask + "\"select outcome, cause, count(*) from txns group by all order by 3 desc\"\n  "
                + ask + "\"select start_nanos // 1000000000 as second, avg((outcome = 'aborted')::int) as aborts"
                + " from txns group by 1 order by 1\"\n  "
                + ask + "\"select f.fault, f.target, count(*) from faults f join txns t on t.end_nanos >="
                + " f.from_nanos and t.start_nanos <= f.to_nanos group by all\"\n";
    }
}
