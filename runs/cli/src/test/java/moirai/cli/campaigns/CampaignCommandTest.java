package moirai.cli.campaigns;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands about campaigns as far as they start nothing. */
class CampaignCommandTest {

    @TempDir
    private Path directory;

    private String file(String text) throws IOException {
        return Files.writeString(directory.resolve("c.yaml"), text).toString();
    }

    private Cli.Ended plan(String text, String... more) throws IOException {
        var arguments = Stream.concat(
                Stream.of(
                        "campaign",
                        "plan",
                        file(text),
                        "--store",
                        directory.resolve("store").toString()),
                Stream.of(more));
        return Cli.plain().run(arguments.toArray(String[]::new));
    }

    @Test
    void whatInitWritesIsACampaign() throws IOException {
        String file = directory.resolve("new.yaml").toString();
        Cli.Ended init = Cli.plain().run("campaign", "init", "--db", "h2,hsqldb,sqlite,memory,mock", "-o", file);

        assertThat(init.code()).as(init.err()).isZero();
        assertThat(Path.of(file))
                .content()
                .contains("- {db: \"h2\", isolation: serializable}", "level: snapshot-isolation # as the database")
                .doesNotContain("@");
        Cli.Ended plan = Cli.plain().run("campaign", "plan", file, "--commands");
        assertThat(plan.code()).as(plan.err()).isZero();
        assertThat(plan.out())
                .contains(
                        "database=h2/serializable workload=append",
                        "moirai run --concurrency=10 --db=h2 --isolation=serializable --workload=append"
                                + " --expect=snapshot-isolation --seed=2",
                        " at a time: about ",
                        " of a budget of 10 m");

        Cli.Ended again = Cli.plain().run("campaign", "init", "-o", file);
        assertThat(again.code()).isEqualTo(254);
        assertThat(again.err()).contains(file + " is there already: expected a new file (-o FILE)");
    }

    @Test
    void initRefusesADatabaseThatThereIsNot() {
        Cli.Ended ended = Cli.plain()
                .run(
                        "campaign",
                        "init",
                        "--db",
                        "h2,oracle",
                        "-o",
                        directory.resolve("n.yaml").toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("'oracle'");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aPlanShowsCellsAndTimeAndRunsNothing() throws IOException {
        Cli.Ended ended = plan("""
                budget: 20s
                parallel: 2
                axes: {db: [h2, sqlite, hsqldb, memory]}
                """, "--shard", "2/2");

        assertThat(ended.code()).as(ended.err()).isZero();
        assertThat(ended.out())
                .contains("   1  db=sqlite", "   2  db=memory", "2 cells, ")
                .doesNotContain("too small");
        assertThat(plan("budget: 5s\naxes: {db: [h2, sqlite]}").out())
                .contains("the budget is too small: cells that it leaves no time for will not be started");
        assertThat(directory.resolve("store")).doesNotExist();
    }

    /** It is damaged, or of another version: that must not end all later nights. */
    @Test
    void aNightThatCannotBeReadIsNamedOnceAndLeftOut() throws IOException {
        Path night = Files.createDirectories(directory.resolve("store/campaigns/campaign/20261101T020000.000Z"));
        Files.writeString(night.resolve("night.json"), "{\"schema\": 99}");

        Cli.Ended ended = plan("axes: {db: [h2, sqlite]}");

        assertThat(ended.code()).isZero();
        assertThat(ended.out()).contains("   1  db=h2", "2 cells, ");
        assertThat(ended.err().lines().filter(line -> line.startsWith("warning: ")))
                .singleElement()
                .asString()
                .contains(night + " is left out: ", "schema 99 is of another version; this one reads 1");
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of("axes: {db: [h2, orcale]}", "c.yaml:1:17: cell db=orcale: "),
                Arguments.of(
                        "run: {concurrency: none}\naxes: {db: [h2]}",
                        "c.yaml:1:20: cell db=h2: Invalid value for option '--concurrency': 'none' is not"
                                + " a concurrency: expected e.g. 10, or 3n for three sessions a node"),
                Arguments.of(
                        "run: {workload: bank}\naxes: {db: [h2, cassandra]}",
                        "c.yaml:1:17: cell db=cassandra: --workload: bank does not run on cassandra; expected --db "),
                Arguments.of(
                        "axes:\n  db: [sqlite]\n  isolation: [serializable, read-committed]",
                        "c.yaml:3:29: cell db=sqlite isolation=read-committed: --isolation: "),
                Arguments.of(
                        "run: {nemesis: kill}\naxes: {db: [h2]}",
                        "c.yaml:1:16: cell db=h2: --nemesis: faults need a database that Moirai starts as servers"),
                Arguments.of(
                        "run: {store: here}\naxes: {db: [h2]}", "c.yaml:1:7: 'store' is not an option of 'moirai run'"),
                Arguments.of(
                        "axes: {a: [{name: '1', db: memory}, {name: '1 b=2', db: 'memory:lost-update'}],"
                                + " b: [{name: '2', max-txn-length: 4}]}\n"
                                + "include: [{a: '1 b=2'}]\nexclude: [{a: '1 b=2'}]",
                        "c.yaml:2:11: the cells {a=1, b=2}, from "),
                Arguments.of(
                        "run: {workload: register}\naxes: {db: [postgres]}\nexpect: [lost == 0]",
                        "c.yaml:2:13: cell db=postgres: 'lost == 0' would be missed each night"),
                Arguments.of(
                        "axes: {db: [postgres]}\nexpect: [acknowledged > 1]",
                        "c.yaml:1:13: cell db=postgres: 'acknowledged > 1' would be missed each night"),
                Arguments.of(
                        "parallel: 2\nrun: {url: 'jdbc:postgresql://h/d', user: u}\n"
                                + "axes: {workload: [append, register]}",
                        "c.yaml:2:12: cell workload=register: --url: another cell uses this database"),
                Arguments.of("name: [x", "c.yaml:1:9: is not YAML: "));
    }

    /** The same with {@code run}, which starts nothing then. */
    @ParameterizedTest
    @MethodSource("refused")
    void argumentsThatNoRunTakesAreRefusedAtTheirPlace(String text, String message) throws IOException {
        Cli.Ended ended = plan(text);

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains(message).doesNotContain("\tat ", "internal error");
        Cli.Ended run = Cli.plain()
                .run(
                        "campaign",
                        "run",
                        file(text),
                        "--store",
                        directory.resolve("store").toString());
        assertThat(run.err()).isEqualTo(ended.err());
        assertThat(directory.resolve("store")).doesNotExist();
    }

    @Test
    void aFileThatIsNotThereIsRefused() throws IOException {
        Cli.Ended ended =
                Cli.plain().run("campaign", "run", directory.resolve("no.yaml").toString());

        assertThat(ended.code()).isEqualTo(254);
        assertThat(ended.err()).contains("no.yaml is no file: expected one, as '", "campaign init' writes it");
        Path binary = Files.write(directory.resolve("b.yaml"), new byte[] {(byte) 0xff, 0, 1});
        assertThat(Cli.plain().run("campaign", "plan", binary.toString()).err())
                .contains("b.yaml is not a text in UTF-8: expected a campaign in YAML");
    }

    @Test
    void wrongOptionsAreRefused() throws IOException {
        assertThat(plan("axes: {db: [h2]}", "--shard", "9/8").err()).contains("--shard: '9/8' is not a shard");
        assertThat(plan("axes: {db: [h2]}", "--parallel", "0").err()).contains("--parallel: '0': expected 1 or more");
        assertThat(plan("axes: {db: [h2]}", "--budget", "soon").err()).contains("'soon' is not a duration");
        assertThat(Cli.plain().run("campaign").err()).contains("a command is missing: expected init or plan or run");
        assertThat(Cli.plain()
                        .run(
                                "campaign",
                                "run",
                                file("axes: {db: [h2]}"),
                                "--anyway",
                                "--new",
                                "--store",
                                directory.resolve("s").toString())
                        .err())
                .contains("--anyway and --new exclude each other");
    }

    @Test
    void noMoreCellsRunThanTheMachineHasRoomFor() {
        assertThat(new Machine(8, 16_000).cells("512m")).isEqualTo(8);
        assertThat(new Machine(8, 16_000).cells("4g")).isEqualTo(3);
        assertThat(new Machine(1, 500).cells("999g")).isEqualTo(1);
    }

    @Test
    void fewerCellsAtATimeAreTold() throws IOException {
        assertThat(plan("parallel: 2\nheap: 900000g\naxes: {db: [h2]}").err())
                .contains("1 cell at a time instead of 2: this machine has ", "and a heap of 900000g");
    }

    /** Agents, heaps and the mark of a cell are this process' own. */
    @Test
    void aCellHasItsOwnHeap() {
        List<String> command = new OwnJvm("300m").command(List.of("run", "--db", "h2"));

        assertThat(command)
                .contains("-Xmx300m", "-Dmoirai.cell=true", "-XX:+ExitOnOutOfMemoryError")
                .endsWith("moirai.cli.Moirai", "run", "--db", "h2")
                .noneMatch(argument -> argument.startsWith("-javaagent"));
        assertThat(command.stream().filter(argument -> argument.startsWith("-Xmx")))
                .hasSize(1);
    }
}
