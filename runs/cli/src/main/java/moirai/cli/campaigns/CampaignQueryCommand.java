package moirai.cli.campaigns;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import moirai.cli.options.TypedCommand;
import moirai.cli.querying.QuestionOptions;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.query.Answer;
import moirai.runs.query.CampaignDatabase;
import moirai.runs.query.CampaignTables;
import moirai.runs.report.OwnCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code moirai campaign query}, which answers questions in SQL about nights. */
@Command(
        name = "query",
        description = {
            "Answers a question in SQL about all nights in the store. Without one, lists the tables and their columns.",
            "",
            "The database is DuckDB, whose driver (81 MB) your own mvn fetches when it is first used."
        },
        sortOptions = false,
        footer = "Example: ${ROOT-COMMAND-NAME} campaign query \"select verdict, count(*) from cells group by all\"")
final class CampaignQueryCommand implements Callable<Integer> {

    private final Supplier<OptionalInt> width;

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Parameters(arity = "0..1", paramLabel = "SQL", description = "The question.")
    private String typed = "";

    @Mixin
    private QuestionOptions question = new QuestionOptions();

    @Option(names = "--store", paramLabel = "DIR", description = "Where runs and nights are kept. Default: ./store.")
    private Path store = Path.of("store");

    /** @param width the columns of the terminal that answers go to, if they go to one */
    CampaignQueryCommand(Supplier<OptionalInt> width) {
        this.width = width;
    }

    @Override
    public Integer call() throws IOException {
        String sql = question.sql(typed);
        if (sql.isBlank()) {
            question.list(CampaignTables.ALL, examples(), width);
            return ExitCode.VALID.code();
        }
        Answer.Form form = question.form(width.get());
        String memory = question.memory();
        var nights = new CampaignStore(store);
        if (nights.campaigns().isEmpty()) {
            throw command.refused("--store: " + store + " has no night of a campaign: expected a store in which '"
                    + OwnCommand.line("campaign run") + "' ran");
        }
        try (var database =
                new CampaignDatabase(nights, memory, line -> command.err().println("warning: " + line))) {
            return question.answer(database::answer, sql, form);
        }
    }

    private static String examples() {
        String ask = OwnCommand.line("campaign query ");
        return "Examples:\n  " + ask + "\"select night, verdict, count(*) from cells group by all order by 1\"\n  "
                + ask + "\"select fingerprint, count(distinct night) as nights, min(night), max(night) from anomalies"
                + " where forbidden group by 1\"\n  "
                + ask + "\"select night, cell, committed / seconds as rate from figures order by cell, night\"\n";
    }
}
