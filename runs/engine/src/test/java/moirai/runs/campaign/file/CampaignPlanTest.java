package moirai.runs.campaign.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.IntStream;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.Cell;
import org.junit.jupiter.api.Test;

class CampaignPlanTest {

    private static final LocalDate DATE = LocalDate.of(2026, 11, 29);

    private static List<PlannedCell> cells(String text) {
        return cells(text, Shard.WHOLE);
    }

    private static List<PlannedCell> cells(String text, Shard shard) {
        CampaignFile file = CampaignReaderTest.read(text);
        return CampaignPlan.of(
                        file,
                        new CampaignPlan.Asked(
                                DATE,
                                shard,
                                file.limits().budget(),
                                file.limits().parallel()))
                .cells();
    }

    private static List<String> names(List<PlannedCell> cells) {
        return cells.stream().map(planned -> planned.cell().name()).toList();
    }

    @Test
    void axesAreCombinedAndCellsIncludedAndExcluded() {
        assertThat(names(cells("""
                axes:
                  db: [h2, sqlite]
                  workload: [append, bank]
                exclude: [{db: sqlite, workload: bank}]
                include: [{db: memory, workload: append}]
                """)))
                .containsExactly(
                        "db=h2 workload=append",
                        "db=h2 workload=bank",
                        "db=sqlite workload=append",
                        "db=memory workload=append");
    }

    @Test
    void anExcludeMayNameOptionsOfGroupsAndSeveralValues() {
        assertThat(names(cells("""
                axes:
                  place:
                    - {name: one, db: h2, isolation: serializable}
                    - {name: two, db: h2, isolation: read-committed}
                    - {name: three, db: sqlite}
                  workload: [append, bank, set]
                exclude: [{db: h2, workload: [bank, set]}]
                """)))
                .containsExactly(
                        "place=one workload=append",
                        "place=two workload=append",
                        "place=three workload=append",
                        "place=three workload=bank",
                        "place=three workload=set");
    }

    @Test
    void aCellHasTheArgumentsOfARun() {
        PlannedCell first = cells(CampaignReaderTest.WHOLE).getFirst();

        assertThat(first.cell().values()).containsEntry("database", "h2");
        assertThat(first.cell().argv())
                .containsSubsequence(
                        "--concurrency=8",
                        "--server-setting=a=1",
                        "--server-setting=b=2",
                        "--db=h2",
                        "--isolation=serializable",
                        "--workload=append")
                .contains("--expect=serializable", "--seed=5eed");
        assertThat(first.cell().thresholds()).containsExactly("committed > 100", "aborts < 20%");
        assertThat(first.cell().limitSeconds()).isEqualTo(240);
    }

    @Test
    void expectationsAreOfTheCellsThatTheyName() {
        List<PlannedCell> cells = cells(CampaignReaderTest.WHOLE);

        assertThat(cells)
                .filteredOn(planned -> planned.cell().argv().contains("--db=sqlite"))
                .isNotEmpty()
                .allSatisfy(planned -> {
                    assertThat(planned.cell().argv()).noneMatch(argument -> argument.startsWith("--expect"));
                    assertThat(planned.cell().thresholds()).containsExactly("committed > 100");
                });
        assertThat(cells.getLast().cell().argv()).contains("--db=memory", "--expect=serializable");
    }

    @Test
    void theSeedIsTheDateAndTheTimeAShareOfTheBudget() {
        Cell cell = cells("budget: 10m\nparallel: 2\naxes: {db: [h2, sqlite, memory, mock]}")
                .getFirst()
                .cell();

        assertThat(cell.argv()).containsExactly("--db=h2", "--seed=20261129", "--time-limit=135000ms");
        assertThat(cell.limitSeconds()).isEqualTo(2 * 135 + 60);
    }

    @Test
    void aTimeLimitOfItsOwnCounts() {
        List<PlannedCell> cells = cells("budget: 10m\nrun: {time-limit: 5s}\naxes: {db: [h2], seed: [1, 2]}");

        assertThat(cells.getFirst().cell().argv()).containsExactly("--time-limit=5s", "--db=h2", "--seed=1");
        assertThat(cells.getFirst().time()).isEqualTo(Duration.ofSeconds(5));
        assertThat(names(cells)).containsExactly("db=h2 seed=1", "db=h2 seed=2");
    }

    /** Without a limit of its own, such a cell was killed after three minutes. */
    @Test
    void stagesTakeTheTimeThatTheyAreLong() {
        PlannedCell cell = cells("budget: 10m\nrun: {stages: \"2m:ramp:100/s,8m:500/s\"}\naxes: {db: [h2]}")
                .getFirst();

        assertThat(cell.cell().argv()).containsExactly("--stages=2m:ramp:100/s,8m:500/s", "--db=h2", "--seed=20261129");
        assertThat(cell.time()).isEqualTo(Duration.ofMinutes(10));
        assertThat(cell.cell().limitSeconds()).isEqualTo(2 * 600 + 60);
        assertThat(cells("run: {stages: \"8m:500/s\", time-limit: 1m}\naxes: {db: [h2]}")
                        .getFirst()
                        .time())
                .isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void shardsShareTheCells() {
        String text = "axes: {db: [h2, sqlite, memory, mock], workload: [append, bank]}";

        List<String> all = IntStream.rangeClosed(1, 3)
                .mapToObj(number -> names(cells(text, new Shard(number, 3))))
                .flatMap(List::stream)
                .toList();

        assertThat(all).hasSize(8).doesNotHaveDuplicates().hasSameElementsAs(names(cells(text)));
        assertThat(Shard.parse("2/3")).isEqualTo(new Shard(2, 3)).hasToString("2/3");
        assertThatThrownBy(() -> Shard.parse("4/3"))
                .hasMessage("'4/3' is not a shard: expected e.g. 3/8, the third of eight, with 1/8 to 8/8");
    }

    @Test
    void twoAxesMayNotSetOneOption() {
        assertThatThrownBy(() -> cells("axes:\n  db: [h2]\n  place: [{name: a, db: sqlite}]\n"))
                .hasMessage("c.yaml:3:25: 'db' is also set by the axis db: expected one of them");
    }

    @Test
    void aCellMayNotBeThereTwice() {
        assertThatThrownBy(() -> cells("axes: {db: [h2]}\ncanary:\n  - {db: h2}\n  - {db: h2}\n"))
                .hasMessage("c.yaml:4:5: the cell {db=h2} is there already: expected another");
        assertThat(cells("axes: {db: [h2]}\ncanary:\n  - {db: h2}\n"))
                .extracting(planned -> planned.cell().name())
                .containsExactly("db=h2", "canary db=h2");
        assertThatThrownBy(() -> cells("axes: {db: [h2]}\ninclude:\n  - {db: h2}\n"))
                .hasMessage("c.yaml:3:5: the cell {db=h2} is there already: expected another");
    }

    /** The night keeps results by the names of cells: one of the two would have had that of the other. */
    @Test
    void twoCellsMayNotHaveOneName() {
        assertThatThrownBy(() -> cells("""
                axes:
                  a: [{name: "1", db: memory}, {name: "1 b=2", db: "memory:lost-update"}]
                  b: [{name: "2", txn-count: 4}]
                include:
                  - {a: "1 b=2"}
                exclude:
                  - {a: "1 b=2"}
                """))
                .hasMessage(
                        "c.yaml:5:5: the cells {a=1, b=2}, from c.yaml:2:7, and {a=1 b=2} both have the name a=1 b=2:"
                                + " expected other names of their values")
                .extracting(refused -> ((RunException) refused).exitCode())
                .isEqualTo(ExitCode.BAD_ARGUMENTS);
    }

    @Test
    void anExcludeThatExcludesNothingIsRefused() {
        String axes = """
                axes:
                  db: [h2, sqlite]
                  place: [{name: one, isolation: serializable}, {name: two, isolation: read-committed}]
                exclude:
                """;

        assertThatThrownBy(() -> cells(axes + "  - {db: h2, place: one, isolation: read-committed}"))
                .hasMessage(
                        "c.yaml:5:26: no combination of the axes has db=h2 and place=one and isolation=read-committed:"
                                + " expected isolation=serializable");
        assertThatThrownBy(() -> cells("""
                axes:
                  group: [{name: a, db: h2, workload: append}, {name: b, db: sqlite}, {name: c, db: memory}]
                exclude: [{db: [sqlite, memory], workload: append}]
                """))
                .hasMessage("c.yaml:3:34: no combination of the axes has db=sqlite or memory and workload=append:"
                        + " expected a condition without workload");
        assertThat(cells(axes + "  - {db: h2, place: one, isolation: [serializable, read-committed]}"))
                .hasSize(3);
    }

    @Test
    void anExpectationOfNoCellIsRefused() {
        String file = """
                axes: {db: [h2, sqlite], workload: [append, bank, set]}
                exclude: [{db: sqlite, workload: [bank, set]}]
                expect:
                  - when: {db: sqlite, workload: bank}
                    level: serializable
                """;

        assertThatThrownBy(() -> cells(file))
                .hasMessage("c.yaml:4:24: no cell has db=sqlite and workload=bank: expected workload=append");
        assertThat(cells(file + "include: [{db: sqlite, workload: bank}]")).hasSize(5);
        assertThat(cells(file + "canary: [{db: sqlite, workload: bank}]")).hasSize(5);
        // Another night may have it.
        assertThat(cells("sampling: random 1\n" + file)).hasSize(1);
    }

    @Test
    void anExpectationThatContradictsTheAxesIsRefused() {
        String file = """
                sampling: pairwise
                run: {isolation: serializable}
                axes:
                  group: [{name: a, db: h2}, {name: b, db: sqlite, isolation: read-committed}]
                  workload: [append, bank]
                expect:
                """;

        assertThatThrownBy(() -> cells(file + "  - {when: {group: a, db: sqlite}, level: serializable}"))
                .hasMessage("c.yaml:7:23: no cell has group=a and db=sqlite: expected db=h2");
        assertThatThrownBy(() -> cells(file + "  - {when: {db: sqlite, isolation: serializable}, level: serializable}"))
                .hasMessage("c.yaml:7:25: no cell has db=sqlite and isolation=serializable:"
                        + " expected isolation=read-committed");
        assertThat(cells(file + "  - {when: {group: a, isolation: serializable}, level: serializable}"))
                .filteredOn(cell -> cell.cell().argv().contains("--expect=serializable"))
                .hasSize(2);
    }

    /** Expectations are of the whole file. */
    @Test
    void aShardMayHaveNoCellOfAnExpectation() {
        assertThat(names(cells(
                        "axes: {db: [h2, sqlite]}\nexpect: [{when: {db: h2}, level: serializable}]", new Shard(2, 2))))
                .containsExactly("db=sqlite");
    }

    @Test
    void randomCellsAreAsManyAsAsked() {
        String values = String.join(
                ",", IntStream.range(0, 100).mapToObj(Integer::toString).toList());
        String most = String.join(
                ",", IntStream.range(3, 100).mapToObj(Integer::toString).toList());

        assertThat(cells("""
                sampling: random 20
                axes: {concurrency: [VALUES], seed: [VALUES], txn-count: [VALUES]}
                exclude: [{concurrency: [MOST]}, {seed: [MOST]}, {txn-count: [MOST]}]
                """.replace("VALUES", values).replace("MOST", most))).hasSize(20);
    }

    @Test
    void tooManyCellsAreRefused() {
        String seeds = String.join(
                ",", IntStream.range(0, 300).mapToObj(Integer::toString).toList());

        assertThatThrownBy(() -> cells("axes: {db: [h2], concurrency: [" + seeds + "], seed: [" + seeds + "]}"))
                .hasMessage(
                        "c.yaml:1:8: the axes have 90000 combinations: expected at most 10000, or sampling: pairwise");
    }

    @Test
    void aNightWithoutCellsIsRefused() {
        assertThatThrownBy(() -> cells("axes: {db: [h2]}\nexclude: [{db: h2}]"))
                .hasMessage("c.yaml: every cell is excluded: expected at least one that is not");
    }

    @Test
    void argumentsThatARunRefusesAreToldAtTheirPlace() {
        PlannedCell cell = cells("run: {concurrency: 0}\naxes: {db: [h2]}").getFirst();

        assertThat(cell.refused("Invalid value for option '--concurrency' (N): '0'"))
                .hasMessage("c.yaml:1:20: cell db=h2: Invalid value for option '--concurrency' (N): '0'");
        assertThat(cell.refused("--time-limit: no")).hasMessage("c.yaml:2:13: cell db=h2: --time-limit: no");
    }

    @Test
    void withoutABudgetNoTimeIsLimited() {
        assertThat(CampaignPlan.of(
                                CampaignReaderTest.read("axes: {db: [h2]}"),
                                new CampaignPlan.Asked(DATE, Shard.WHOLE, CampaignFile.Limits.UNLIMITED, 1))
                        .cells()
                        .getFirst()
                        .cell()
                        .argv())
                .containsExactly("--db=h2", "--seed=20261129");
    }

    @Test
    void aShardWithoutCellsIsRefused() {
        assertThatThrownBy(() -> cells("axes: {db: [h2, sqlite]}", new Shard(3, 3)))
                .hasMessage("--shard 3/3 has no cell of 2 cells: expected as many parts as there are cells, or fewer");
    }
}
