package moirai.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import moirai.analysis.validation.LevelChecker;
import moirai.cli.terminal.HelpPage;
import moirai.testing.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "demo",
                "run",
                "matrix",
                "campaign",
                "campaign query",
                "check",
                "explain",
                "report",
                "serve",
                "shrink",
                "bisect",
                "bisect step",
                "history",
                "history export",
                "history import",
                "history query",
                "mock",
                "mock serve",
                "mock program",
                "schedule",
                "schedule analyze",
                "schedule list",
                "schedule run",
                "schedule emit",
                "schedule prove",
                "explore",
                "nemesis",
                "nemesis list",
                "nemesis plan",
                "nemesis journal",
                "nemesis heal",
                "target",
                "target mark",
                "target show",
                "target release",
                "doctor",
                "install",
                "uninstall"
            })
    void helpOfEachCommandFitsAScreen(String command) {
        Cli.Ended ended = help(120, command, "--help");

        assertThat(ended.code()).isZero();
        assertThat(ended.out().lines().count()).isBetween(3L, 48L);
        assertThat(ended.out().lines()).allMatch(line -> line.length() <= 120);
        for (int columns : List.of(60, 80)) {
            Cli.Ended narrow = help(columns, command, "--help");
            assertThat(narrow.out().lines())
                    .as("longer words have a line of their own")
                    .allMatch(line -> line.length() <= columns
                            || !line.strip()
                                    .replaceFirst("^(Usage|Example): ", "")
                                    .contains(" "));
            assertThat(narrow.out().lines())
                    .as("what is left of a description goes below it, not below its option")
                    .noneMatch(line -> line.matches(" {6}[a-z0-9].*"));
            assertThat(words(narrow)).as("no word is broken").isEqualTo(words(ended));
        }
    }

    private static Cli.Ended help(int columns, String command, String option) {
        return Cli.with(Map.of("COLUMNS", String.valueOf(columns)))
                .run((command + " " + option).strip().split(" ", -1));
    }

    private static String words(Cli.Ended ended) {
        return ended.out().replaceAll("\\s+", " ");
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80, 120})
    void theHelpIsAsWideAsTheTerminal(int columns) {
        Golden.assertMatches(
                "help-nemesis-plan-" + columns + ".txt",
                help(columns, "nemesis plan", "--help").out());
    }

    @Test
    void whereThereIsNoTerminalTheHelpHas80Columns() {
        assertThat(Cli.plain().run("run", "--help").out())
                .isEqualTo(help(80, "run", "--help").out());
        assertThat(help(20, "run", "--help").out())
                .isEqualTo(help(60, "run", "--help").out());
        assertThat(Cli.with(Map.of("COLUMNS", "wide")).run("run", "--help").out())
                .isEqualTo(help(80, "run", "--help").out());
    }

    @Test
    void theWholeHelpHasTheOptionsThatFewNeedEachWithADescription() {
        CommandSpec run =
                requireNonNull(Cli.everyCommand().getSubcommands().get("run")).getCommandSpec();
        List<String> hidden = run.options().stream()
                .filter(OptionSpec::hidden)
                .peek(option -> assertThat(option.description())
                        .as(option.longestName())
                        .isNotEmpty())
                .map(OptionSpec::longestName)
                .toList();

        assertThat(hidden).contains("--nemesis-only", "--min-committed", "--name", "--allow-superuser");
        assertThat(help(120, "run", "--help").out().lines().map(String::strip))
                .noneMatch(line -> hidden.stream().anyMatch(option -> line.startsWith(option + "=")));
        assertThat(help(120, "run", "--help-all").out()).contains(hidden);
        assertThat(help(120, "run", "--help-all").code()).isZero();
    }

    /** A list of commands has the first line of each description only. */
    @Test
    void theFirstLineOfEachDescriptionIsAWholeSentence() {
        assertThat(commands(Cli.everyCommand()))
                .hasSizeGreaterThan(30)
                .allSatisfy(command -> assertThat(command.usageMessage().description()[0])
                        .as(command.qualifiedName())
                        .endsWith("."));
    }

    /** Otherwise picocli would break it where only this program may. */
    @Test
    void everyLineOfAHelpIsShorterThanThePageOfPicocli() {
        assertThat(commands(Cli.everyCommand())).hasSizeGreaterThan(30).allSatisfy(command -> {
            HelpPage.showAll(command.commandLine());
            assertThat(command.commandLine().getUsageMessage().lines())
                    .as(command.qualifiedName())
                    .allMatch(line -> line.length() < command.usageMessage().width() - 50);
        });
    }

    /** Building the others would take longer than judging a short history. */
    @Test
    void onlyTheCommandThatIsNamedIsBuilt() {
        var context = new Context(new LevelChecker(), Map.of(), false);
        Set<String> all = Moirai.everyCommand(context).getSubcommands().keySet();

        assertThat(all)
                .hasSize(21)
                .allSatisfy(name -> assertThat(
                                Moirai.commandLine(context, name, "--help").getSubcommands())
                        .containsOnlyKeys(name));
        assertThat(Moirai.commandLine(context, "--version").getSubcommands()).isEmpty();
        assertThat(Moirai.commandLine(context, "--version", "check").getSubcommands())
                .containsOnlyKeys(all);
        assertThat(Moirai.commandLine(context, "chekc").getSubcommands()).containsOnlyKeys(all);
    }

    /** The help of the root lists commands that are not built. */
    @ParameterizedTest
    @CsvSource({"60,--help", "80,--help", "120,--help", "80,-h", "80,--help-all", "120,--help-all"})
    void theHelpOfTheRootIsThatOfTheWholeCommands(int columns, String option) {
        var context = new Context(new LevelChecker(), Map.of("COLUMNS", String.valueOf(columns)), false);
        var whole = new StringWriter();

        int code = Moirai.execute(Moirai.everyCommand(context).setOut(new PrintWriter(whole)), option);

        Cli.Ended listed = help(columns, "", option);
        assertThat(listed.code()).isEqualTo(code).isZero();
        assertThat(listed.out()).isEqualTo(whole.toString());
    }

    /** A command that is only listed has no options. */
    @ParameterizedTest
    @ValueSource(strings = {"--version check", "-h check", "check --help", "@words"})
    void aCommandThatIsNamedIsWhole(String arguments) {
        var context = new Context(new LevelChecker(), Map.of(), false);

        CommandLine commandLine = Moirai.commandLine(context, arguments.split(" ", -1));

        assertThat(requireNonNull(commandLine.getSubcommands().get("check"))
                        .getCommandSpec()
                        .findOption("--expect"))
                .isNotNull();
    }

    private static Stream<CommandSpec> commands(CommandLine commandLine) {
        return Stream.concat(
                Stream.of(commandLine.getCommandSpec()),
                commandLine.getSubcommands().values().stream().flatMap(HelpTest::commands));
    }

    @Test
    void theVersionIsShown() {
        Cli.Ended ended = Cli.plain().run("--version");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).startsWith("moirai ");
    }

    @Test
    void withoutACommandTheUserIsTold() {
        Cli.Ended ended = Cli.plain().run();

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("a command is missing").contains("moirai --help");
    }

    /** The help of another command would answer a question that nobody has asked. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            chekc --help                | 'chekc' is not a command of moirai (did you mean check?). Known: demo,
            --help chekc                | 'chekc' is not a command of moirai (did you mean check?). Known: demo,
            bogus -h                    | 'bogus' is not a command of moirai. Known: demo,
            bogus --version             | 'bogus' is not a command of moirai. Known: demo,
            schedule analyse --help     | 'analyse' is not a command of moirai schedule (did you mean analyze?)
            nemesis --help bogus        | 'bogus' is not a command of moirai nemesis. Known: list, plan
            mock bogus extra --help     | 'bogus' is not a command of moirai mock. Known: serve, program
            check --expct rc --help     | '--expct' is not an option of moirai check (did you mean --expect?)
            check --help --expct=rc     | '--expct' is not an option of moirai check (did you mean --expect?)
            check --expect bogus --help | --expect
            doctor extra --help         | 'extra' is not an argument of moirai doctor
            run --nemesis-target one    | an option of moirai run (did you mean --nemesis-targets?)
            run --min-comitted 3        | (did you mean --min-committed?)
            """)
    void helpForgivesNoWordThatIsNotKnown(String command, String message) {
        Cli.Ended ended = Cli.plain().run(command.split(" ", -1));

        assertThat(ended.code()).as(ended.out()).isEqualTo(254);
        assertThat(ended.err()).contains(message);
        assertThat(ended.out()).isEmpty();
    }
}
