package moirai.runs.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import moirai.clients.memory.PlantedBug;
import moirai.generators.Workload;
import moirai.history.FaultEvent;
import moirai.history.Outcome;
import moirai.history.RunHeader;
import moirai.history.Seed;
import moirai.history.Txn;
import moirai.history.TxnPlan;
import moirai.history.files.HistoryDirectory;
import moirai.history.files.HistoryWriter;
import moirai.history.level.IsolationLevel;
import moirai.runs.RunResult;
import moirai.runs.Simulations;
import moirai.runs.Target;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDatabaseTest {

    private static final Answer.Form CSV = new Answer.Form(Answer.Format.CSV, 0, 0);

    @TempDir
    private static Path store;

    private static Path run = Path.of("");
    private static long g2Items;

    @TempDir
    private Path root;

    private final List<String> told = new ArrayList<>();

    @BeforeAll
    static void record() throws InterruptedException {
        RunResult result = Simulations.run(
                store,
                Simulations.settings(Workload.append(), new Seed(42), IsolationLevel.SERIALIZABLE, 3_000),
                new Target.Planted(PlantedBug.WRITE_SKEW, 0.5));
        run = result.directory();
        g2Items = result.judgement().findings().counts().entrySet().stream()
                .filter(count -> count.getKey().label().equals("G2-item"))
                .mapToLong(count -> count.getValue())
                .sum();
    }

    private String ask(Path history, String sql) throws IOException {
        return ask(history, sql, CSV);
    }

    private String ask(Path history, String sql, Answer.Form form) throws IOException {
        var out = new StringBuilder();
        try (var database = new RunDatabase(history, "500MiB", told::add)) {
            database.answer(sql, form, out);
        }
        return out.toString();
    }

    private Path notation(String text) throws IOException {
        return Files.writeString(root.resolve("history.txt"), text);
    }

    @Test
    void aRunIsLoadedOnceAndItsFileIsWhole() throws IOException {
        ask(run, "SELECT 1");
        told.clear();

        assertThat(ask(run, "SELECT count(*) AS txns FROM txns")).isEqualTo("txns\r\n3000\r\n");
        assertThat(told).isEmpty();
        assertThat(run.resolve(RunDatabase.FILE)).isRegularFile();
        assertThat(run.resolve("." + RunDatabase.FILE + ".part")).doesNotExist();
    }

    @Test
    void aRunThatWasJudgedAnewIsLoadedAgain() throws IOException {
        ask(run, "SELECT 1");
        told.clear();
        Path results = run.resolve("results.json");
        Files.writeString(results, Files.readString(results) + "\n");

        ask(run, "SELECT 1");

        assertThat(told).hasSize(2).last().asString().startsWith("loaded 3,000 transactions in ");
    }

    @Test
    void whatAKillHasLeftIsReplaced() throws IOException {
        Files.deleteIfExists(run.resolve(RunDatabase.FILE));
        Path part = Files.writeString(run.resolve("." + RunDatabase.FILE + ".part"), "half a database");

        assertThat(ask(run, "SELECT count(*) AS txns FROM txns")).isEqualTo("txns\r\n3000\r\n");
        assertThat(part).doesNotExist();
    }

    @Test
    void aDamagedFileIsMadeAgain() throws IOException {
        Files.writeString(run.resolve(RunDatabase.FILE), "no database");

        assertThat(ask(run, "SELECT count(*) AS txns FROM txns")).isEqualTo("txns\r\n3000\r\n");
    }

    @Test
    void anomaliesAndVerdictAreThoseOfTheRun() throws IOException {
        assertThat(ask(run, "SELECT verdict, exit_code FROM run")).isEqualTo("verdict,exit_code\r\nINVALID,1\r\n");
        assertThat(ask(run, "SELECT sum(count) AS n FROM anomalies WHERE phenomenon = 'G2-item' AND forbidden"))
                .isEqualTo("n\r\n" + g2Items + "\r\n");
        assertThat(ask(
                        run,
                        "SELECT count(*) AS unknown FROM witnesses w LEFT JOIN txns t ON t.txn = w.txn"
                                + " AND t.session = w.session WHERE t.txn IS NULL"))
                .isEqualTo("unknown\r\n0\r\n");
        assertThat(ask(run, "SELECT count(*) > 1 AS some FROM witnesses WHERE edge = 'rw'"))
                .isEqualTo("some\r\ntrue\r\n");
    }

    @Test
    void aTextInNotationIsLoadedForOneQuestion() throws IOException {
        Path text = notation("T0 s0 ok @10..20 r1=[] a2=7\nT1 s1 ok @30..50 r2=[7] a1=8\n");

        assertThat(ask(text, "SELECT txn, key, length, last FROM reads ORDER BY ALL"))
                .isEqualTo("txn,key,length,last\r\n0,1,0,\r\n1,2,1,7\r\n");
        assertThat(root.resolve(RunDatabase.FILE)).doesNotExist();
    }

    @Test
    void aRegisterIsReadAsAListOfOne() throws IOException {
        Path text = notation("T0 s0 r1=nil w1=7\nT1 s1 r1=7\n");

        assertThat(ask(text, "SELECT txn, length, last, list FROM reads ORDER BY txn"))
                .isEqualTo("txn,length,last,list\r\n0,0,,\r\n1,1,7,\r\n");
        assertThat(ask(text, "SELECT model FROM run")).isEqualTo("model\r\nregister\r\n");
    }

    @Test
    void faultsAreStretchesOfTimeAndUnfinishedTransactionsRunToTheEnd() throws IOException {
        Path history = Files.createDirectory(root.resolve("history"));
        HistoryDirectory directory = HistoryDirectory.create(history, RunHeader.NONE, HistoryDirectory.Options.LIVE);
        try (HistoryWriter writer = directory.writer(0)) {
            writer.fault(new FaultEvent(10, FaultEvent.Phase.INJECTED, "kill", "n1"));
            writer.fault(new FaultEvent(50, FaultEvent.Phase.HEALED, "kill", "n1"));
            writer.fault(new FaultEvent(60, FaultEvent.Phase.INJECTED, "pause", "n2"));
            writer.begin(0, TxnPlan.of(), 5);
            writer.end(new Txn(0, List.of(), new Outcome.Committed(), 5, 20));
            writer.begin(0, TxnPlan.of(), 55);
            writer.end(new Txn(0, List.of(), new Outcome.Aborted("40001"), 55, 5_000));
        }
        try (HistoryWriter writer = directory.writer(1)) {
            writer.begin(1, TxnPlan.of(), 2_000);
        }

        assertThat(ask(root, "SELECT * FROM faults ORDER BY from_nanos"))
                .isEqualTo("fault,target,from_nanos,to_nanos\r\nkill,n1,10,50\r\npause,n2,60,\r\n");
        assertThat(ask(root, "SELECT txn FROM txns JOIN faults ON end_nanos >= from_nanos AND start_nanos <= to_nanos"))
                .isEqualTo("txn\r\n0\r\n");
        assertThat(ask(root, "SELECT cause, end_nanos, latency_micros FROM txns WHERE txn = 2"))
                .isEqualTo("cause,end_nanos,latency_micros\r\nunfinished,5000,3\r\n");
    }

    @Test
    void aQuestionChangesNothingAndReachesNoFile() throws IOException {
        Path secret = Files.writeString(root.resolve("secret.csv"), "a\n1\n");
        for (String sql : List.of(
                "DELETE FROM txns",
                "SELECT * FROM '" + secret + "'",
                "COPY txns TO '" + root.resolve("out.csv") + "'",
                "ATTACH '" + root.resolve("other.db") + "'",
                "INSTALL httpfs",
                "SET enable_external_access = true",
                "SET memory_limit = '9GB'")) {
            assertThatThrownBy(() -> ask(run, sql)).as(sql).isInstanceOf(QueryException.class);
        }
        assertThat(root.resolve("out.csv")).doesNotExist();
        assertThat(root.resolve("other.db")).doesNotExist();
    }

    @Test
    void aMistakeInSqlIsToldInTheDatabasesWordsWithItsPlace() {
        assertThatThrownBy(() -> ask(run, "SELECT count(*)\nFROM txn"))
                .isInstanceOf(QueryException.class)
                .hasMessageContaining("Table with name txn does not exist")
                .hasMessageContaining("LINE 2: FROM txn");
    }

    @Test
    void aFileSystemThatCannotBeWrittenToIsNoObstacle() throws IOException {
        Path single = root.resolve("ab;c");
        Files.createDirectories(single);
        try (var files = Files.list(run.resolve("history"))) {
            for (Path file : files.toList()) {
                Files.copy(file, single.resolve(file.getFileName()));
            }
        }

        assertThat(ask(single, "SELECT count(*) AS n FROM txns")).isEqualTo("n\r\n3000\r\n");
        assertThat(single.resolve(RunDatabase.FILE)).doesNotExist();
    }

    @Test
    void everyQuestionOfTheDocumentationHasAnAnswer() throws IOException {
        List<String> questions = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "QUERIES.md")))
                .results()
                .map(block -> block.group(1))
                .toList();

        assertThat(questions).hasSizeGreaterThan(10);
        for (String question : questions) {
            assertThat(ask(run, question)).as(question).contains(",");
        }
    }

    @Test
    void tablesAreExportedAsParquetFiles() throws IOException {
        Path folder = Files.createDirectory(root.resolve("the user's tables"));
        try (var database = new RunDatabase(run, "500MiB", told::add)) {
            database.exportParquet(folder);
        }

        assertThat(RunTables.ALL.tables())
                .allSatisfy(table ->
                        assertThat(folder.resolve(table.name() + ".parquet")).isNotEmptyFile());
    }
}
