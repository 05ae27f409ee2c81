package moirai.cli.installing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import moirai.cli.terminal.HelpPage;
import picocli.CommandLine;

/** The manual page of the command line: the whole help of each command, in the language of man. */
final class ManualPage {

    /** The width of the lines, which man does not change. */
    private static final int COLUMNS = 80;

    private ManualPage() {}

    /** Returns the page. */
    static String of(CommandLine root) {
        String name = root.getCommandName();
        var page = new StringBuilder(".TH " + name.toUpperCase(Locale.ROOT) + " 1\n");
        page.append(".SH NAME\n")
                .append(name)
                .append(" \\- ")
                .append(escaped(first(root)))
                .append('\n');
        for (CommandLine command : all(root)) {
            HelpPage.showAll(command);
            page.append(".SH ")
                    .append(command.getCommandSpec().qualifiedName().toUpperCase(Locale.ROOT))
                    .append("\n.nf\n")
                    .append(escaped(HelpPage.of(
                            command, CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF), COLUMNS)))
                    .append(".fi\n");
        }
        return page.toString();
    }

    private static String first(CommandLine command) {
        return command.getCommandSpec().usageMessage().description()[0];
    }

    /** Returns the command and all below it, in the order of the help. */
    private static List<CommandLine> all(CommandLine command) {
        var all = new ArrayList<>(List.of(command));
        command.getSubcommands().values().forEach(below -> all.addAll(all(below)));
        return all;
    }

    /** Returns a text that man shows as it is: no line is a request, and hyphens can be copied. */
    private static String escaped(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-").replaceAll("(?m)^([.'])", "\\\\\\\\&$1");
    }
}
