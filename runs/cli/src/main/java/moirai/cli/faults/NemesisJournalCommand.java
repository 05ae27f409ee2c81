package moirai.cli.faults;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import moirai.cli.options.TypedCommand;
import moirai.nemesis.faults.FaultNews;
import moirai.nemesis.faults.FaultStep;
import moirai.nemesis.faults.JournalException;
import moirai.nemesis.faults.JournalReader;
import moirai.runs.report.OwnCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command {@code moirai nemesis journal}, which shows the faults of a run. */
@Command(name = "journal", description = "Prints what a run did to its cluster, also one that was killed.")
final class NemesisJournalCommand implements Callable<Integer> {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private JournalArgument argument = new JournalArgument();

    @Override
    public Integer call() throws IOException {
        JournalReader journal = read(argument.journal());
        PrintWriter out = command.out();
        out.println("run " + journal.run());
        for (JournalReader.Entry entry : journal.steps()) {
            FaultNews news = entry.news();
            out.printf(
                    Locale.ROOT,
                    "%11.3f s  #%-3d %-10s %s %s%s%n",
                    news.nanos() / 1e9,
                    news.id(),
                    news.step().label(),
                    news.fault(),
                    news.target(),
                    news.why().isEmpty() ? "" : ": " + news.why());
        }
        if (journal.isTorn()) {
            out.println("the last line is torn: its run died while writing it, before the step was taken");
        }
        out.println(
                journal.open().isEmpty()
                        ? isAllHealed(journal)
                                ? "all that was injected is healed"
                                : "what stays is gone with its cluster, all other faults are healed"
                        : journal.open().size() + " may still be there: " + OwnCommand.line("nemesis heal"));
        return 0;
    }

    private static boolean isAllHealed(JournalReader journal) {
        return journal.steps().stream().noneMatch(entry -> entry.news().step() == FaultStep.STAYS);
    }

    private JournalReader read(Path file) throws IOException {
        try {
            return JournalReader.read(file);
        } catch (JournalException unreadable) {
            throw command.refused(String.valueOf(unreadable.getMessage()));
        }
    }
}
