package moirai.reenactment.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.reenactment.DirectedCase;
import moirai.reenactment.Evidence;
import moirai.reenactment.MockTarget;
import moirai.reenactment.ReplayOutcome;
import moirai.reenactment.ServerTarget;
import moirai.reenactment.TableTarget;
import moirai.reenactment.accounts.Till;
import moirai.sources.JavaSources;
import moirai.sources.SourceCode;
import moirai.sources.SourceOptions;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Methods of an application that opens its own transactions, on the mock store and on H2. */
class CodeReplayTest {

    private static final Path SOURCE = Path.of("src/test/java/moirai/reenactment/accounts/Till.java");

    private static final Path CLASSES = Path.of("target/test-classes");

    private static SourceCode source(String... txns) {
        return JavaSources.read(new SourceOptions(List.of(SOURCE), List.of(), List.of(txns), 1));
    }

    private static DirectedCase first(SourceCode source, Promises level) {
        var program = source.translation().program();
        var found = new AnomalySearch(program, Levels.all(level), Bounds.SMALL).find();
        return new DirectedCase(program, 1, found.anomalies().getFirst());
    }

    private static ReplayOutcome replay(String txn, Promises level, TableTarget target) throws Exception {
        SourceCode source = source(txn);
        try (LoadedCode code = LoadedCode.load(source, List.of(CLASSES))) {
            return new CodeReplay(code, target).replay(first(source, level));
        }
    }

    private static TableTarget h2(int isolation) {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:code;DB_CLOSE_DELAY=-1");
        return new ServerTarget("H2", source, isolation);
    }

    @Test
    void aDepositIsLostByTheMethodThatReadsBeforeItWrites() throws Exception {
        assertThat(replay("deposit", Promises.READ_COMMITTED, new MockTarget()))
                .isEqualTo(new ReplayOutcome.Manifested(Evidence.FINAL_STATE));
        assertThat(replay("deposit", Promises.EVENTUAL, new MockTarget())).isInstanceOf(ReplayOutcome.Manifested.class);
        assertThat(replay("deposit", Promises.READ_COMMITTED, h2(Connection.TRANSACTION_READ_COMMITTED)))
                .isEqualTo(new ReplayOutcome.Manifested(Evidence.FINAL_STATE));
        assertThat(replay("deposit", Promises.READ_COMMITTED, h2(Connection.TRANSACTION_SERIALIZABLE))
                        .label())
                .isEqualTo("aborted 40001");
    }

    @Test
    void anAbortThatTheMethodKeepsToItselfIsNoAnomaly() throws Exception {
        assertThat(replay("tryDeposit", Promises.READ_COMMITTED, h2(Connection.TRANSACTION_READ_COMMITTED)))
                .isEqualTo(new ReplayOutcome.Manifested(Evidence.FINAL_STATE));
        assertThat(replay("tryDeposit", Promises.READ_COMMITTED, h2(Connection.TRANSACTION_SERIALIZABLE))
                        .label())
                .isEqualTo("aborted 40001");
    }

    @Test
    void aMethodThatLooksAtTheClockCannotBeCompared() throws Exception {
        assertThat(replay("stamp", Promises.EVENTUAL, new MockTarget()).sentence())
                .contains("twice");
    }

    @Test
    void nobodyWaitsForAMethodThatNeverReturns() throws Exception {
        SourceCode source = source("ponder");
        DirectedCase wanted = first(source, Promises.READ_COMMITTED);
        try (LoadedCode code = LoadedCode.load(source, List.of(CLASSES))) {
            var replay = new CodeReplay(code, h2(Connection.TRANSACTION_READ_COMMITTED), Duration.ofSeconds(1));

            assertThat(replay.replay(wanted).sentence())
                    .contains("T0 (ponder) did not end within 1 s; the last statement that it sent is ");
        }
    }

    @Test
    void aMethodThatDoesNotDoWhatTheCaseSaysHasDiverged() throws Exception {
        assertThat(replay("audit", Promises.EVENTUAL, new MockTarget()).sentence())
                .contains("T0 ended before u1, expected UPDATE account owner = ");
    }

    @Test
    void rowsThatReferToOthersAreThereOnTheMockStore(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("Savings.java"), """
                import java.sql.*;

                public class Savings {
                    static final String OWNER = "CREATE TABLE owner (id INT PRIMARY KEY, name VARCHAR(9) NOT NULL)";
                    static final String SAVED = "CREATE TABLE saved (id INT NOT NULL, bal INT NOT NULL,"
                            + " PRIMARY KEY (id), FOREIGN KEY (id) REFERENCES owner (id))";

                    public void add(Connection c, int id, int amount) throws SQLException {
                        c.setAutoCommit(false);
                        try (PreparedStatement o = c.prepareStatement("SELECT name FROM owner WHERE id = ?");
                                PreparedStatement s = c.prepareStatement("SELECT bal FROM saved WHERE id = ?");
                                PreparedStatement u = c.prepareStatement("UPDATE saved SET bal = ? WHERE id = ?")) {
                            o.setInt(1, id);
                            s.setInt(1, id);
                            ResultSet r = s.executeQuery();
                            if (o.executeQuery().next() && r.next()) {
                                u.setInt(1, r.getInt(1) + amount);
                                u.setInt(2, id);
                                u.executeUpdate();
                                c.commit();
                            }
                        }
                    }
                }
                """);
        SourceCode source = JavaSources.read(new SourceOptions(List.of(folder), List.of(), List.of(), 1));
        try (LoadedCode code = LoadedCode.of(source, List.of(folder), List.of())) {
            ReplayOutcome outcome =
                    new CodeReplay(code, new MockTarget()).replay(first(source, Promises.READ_COMMITTED));

            assertThat(outcome).isEqualTo(new ReplayOutcome.Manifested(Evidence.FINAL_STATE));
        }
    }

    @Test
    void anArrayHasTheElementsOfTheCase(@TempDir Path folder) throws Exception {
        String[] words = {
            "int amount)",
            "int[] amounts)",
            "u.setInt(1, bal + amount);",
            "int sum = bal; for (int amount : amounts) { sum = sum + amount; } u.setInt(1, sum);",
            "COMMIT",
            "c.commit();"
        };

        assertThat(new TillCode(folder).replay(words)).isEqualTo(new ReplayOutcome.Manifested(Evidence.FINAL_STATE));
    }

    @Test
    void aClassThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> LoadedCode.load(source("deposit"), List.of(Path.of("src/test"))))
                .isInstanceOf(CodeException.class)
                .hasMessageContainingAll("no class " + Till.class.getName(), "src/test", "expected");
        assertThatThrownBy(() -> LoadedCode.load(source("deposit"), List.of(Path.of("nowhere"))))
                .hasMessageContaining("no file or folder nowhere; expected");
    }

    @Test
    void aClassForANewerJavaIsNamed(@TempDir Path folder) throws IOException {
        Path file = Path.of(Till.class.getName().replace('.', '/') + ".class");
        byte[] bytes = Files.readAllBytes(CLASSES.resolve(file));
        bytes[7] = (byte) 200;
        Files.createDirectories(folder.resolve(file).getParent());
        Files.write(folder.resolve(file), bytes);

        assertThatThrownBy(() -> LoadedCode.load(source("deposit"), List.of(folder)))
                .isInstanceOf(CodeException.class)
                .hasMessageContaining("newer Java than " + Runtime.version().feature());
    }

    @Test
    void aMethodThatTheClassDoesNotHaveIsNamed(@TempDir Path folder) throws IOException {
        Path changed = Files.writeString(
                folder.resolve("Till.java"),
                Files.readString(SOURCE)
                        .replace("deposit(String owner, int amount)", "deposit(String owner, long amount)"));
        SourceCode source = JavaSources.read(new SourceOptions(List.of(changed), List.of(), List.of("deposit"), 1));

        assertThatThrownBy(() -> LoadedCode.load(source, List.of(CLASSES)))
                .isInstanceOf(CodeException.class)
                .hasMessageContaining("has no method " + Till.class.getName() + ".deposit(String, long)");
    }
}
