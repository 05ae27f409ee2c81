package moirai.reenactment;

import static java.sql.Connection.TRANSACTION_READ_COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.Version;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Logger;
import moirai.directed.encoding.Bounds;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.observation.Observer;
import moirai.observation.recording.RecordedSource;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Options;
import moirai.observation.txns.Parameter;
import moirai.scheduling.HeldSession;
import moirai.scheduling.Schedule;
import moirai.scheduling.StepRule;
import moirai.scheduling.TurnControl;
import moirai.scheduling.TurnLimits;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A lost update that is predicted of Hibernate by watching it, and then made to happen, or not, in the same code. */
@Tag("long")
class HibernateReplayTest {

    /** The interface that both entities implement. */
    interface Account {
        void add(int amount);
    }

    /** Without a version. */
    @Entity(name = "plain_account")
    public static class PlainAccount implements Account {

        @Id
        public int id;

        public int balance;

        @Override
        public void add(int amount) {
            balance += amount;
        }
    }

    /** An account with a version. */
    @Entity(name = "versioned_account")
    public static class VersionedAccount implements Account {

        @Id
        public int id;

        @Version
        public int version;

        public int balance;

        @Override
        public void add(int amount) {
            balance += amount;
        }
    }

    private static final JdbcConnectionPool H2 =
            JdbcConnectionPool.create("jdbc:h2:mem:hibernate-replay;DB_CLOSE_DELAY=-1", "sa", "");

    /** Hibernate warns of each conflict before it throws. */
    private static final Logger LOG = Logger.getLogger("org.hibernate");

    private static final SessionFactory HIBERNATE = start();

    private static SessionFactory start() {
        LOG.setLevel(java.util.logging.Level.OFF);
        var configuration =
                new Configuration().addAnnotatedClass(PlainAccount.class).addAnnotatedClass(VersionedAccount.class);
        configuration.getProperties().put("hibernate.connection.datasource", H2);
        return configuration.buildSessionFactory();
    }

    @BeforeEach
    void makeTables() {
        HIBERNATE.getSchemaManager().dropMappedObjects(false);
        HIBERNATE.getSchemaManager().exportMappedObjects(false);
    }

    @AfterAll
    static void stop() {
        HIBERNATE.close();
        H2.dispose();
    }

    /** The transaction: the same code when it is watched and when it is held. */
    private static void deposit(Connection connection, Class<? extends Account> type, int id, int amount) {
        try (Session session = HIBERNATE.withOptions().connection(connection).openSession()) {
            session.beginTransaction();
            session.find(type, id).add(amount);
            session.getTransaction().commit();
        }
    }

    private static DirectedCase predicted() {
        var source = new RecordedSource(H2);
        Program program = new Observer(source, Options.USUAL)
                .observe(
                        "account",
                        List.of(new ObservedTxn(
                                "deposit", List.of(Parameter.integer("id"), Parameter.integer("amount")), arguments -> {
                                    try (Connection connection = source.source().getConnection()) {
                                        connection.setAutoCommit(false);
                                        deposit(
                                                connection,
                                                PlainAccount.class,
                                                arguments.integer("id"),
                                                arguments.integer("amount"));
                                    }
                                })))
                .program();
        return new AnomalySearch(program, Levels.all(Promises.READ_COMMITTED), Bounds.SMALL)
                .find().anomalies().stream()
                        .map(anomaly -> new DirectedCase(program, Bounds.SMALL.loopMax(), anomaly))
                        .filter(found -> found.evidence() == Evidence.FINAL_STATE)
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void thePredictedLossHappensOnH2AndOnTheMockStore() throws Exception {
        DirectedCase wanted = predicted();
        var h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:hibernate-replay-of-statements;DB_CLOSE_DELAY=-1");

        assertThat(DirectedReplay.replay(wanted, new ServerTarget("H2", h2, TRANSACTION_READ_COMMITTED)))
                .isEqualTo(new ReplayOutcome.Manifested(Evidence.FINAL_STATE));
        assertThat(DirectedReplay.replay(wanted, new MockTarget()))
                .isEqualTo(new ReplayOutcome.Manifested(Evidence.FINAL_STATE));
    }

    @Test
    void withoutAVersionHibernateItselfLosesADeposit() throws Exception {
        DirectedCase wanted = predicted();
        Map<String, Integer> row = wanted.scenario().rows().getFirst().values();
        int left = wanted.predicted().finalRows().getFirst().values().getOrDefault("BALANCE", -1);

        List<String> failures = played(
                wanted,
                PlainAccount.class,
                String.format(
                        Locale.ROOT,
                        "INSERT INTO plain_account (id, balance) VALUES (%d, %d)",
                        row.get("ID"),
                        row.get("BALANCE")));

        assertThat(failures).isEmpty();
        assertThat(balance("plain_account")).isEqualTo(left).isNotEqualTo(inTurn(wanted));
    }

    @Test
    void withAVersionTheSameStepsEndInARollback() throws Exception {
        DirectedCase wanted = predicted();
        Map<String, Integer> row = wanted.scenario().rows().getFirst().values();

        List<String> failures = played(
                wanted,
                VersionedAccount.class,
                String.format(
                        Locale.ROOT,
                        "INSERT INTO versioned_account (id, balance, version) VALUES (%d, %d, 0)",
                        row.get("ID"),
                        row.get("BALANCE")));

        assertThat(failures).containsExactly(OptimisticLockException.class.getSimpleName());
        assertThat(balance("versioned_account"))
                .isNotEqualTo(row.get("BALANCE"))
                .isNotEqualTo(inTurn(wanted));
    }

    /** Returns the balance that both deposits leave one after the other. */
    private static int inTurn(DirectedCase wanted) {
        int amounts = wanted.scenario().calls().stream()
                .mapToInt(call -> call.arguments().getOrDefault("amount", 0))
                .sum();
        return amounts + wanted.scenario().rows().getFirst().values().getOrDefault("BALANCE", 0);
    }

    private static int balance(String table) throws SQLException {
        try (Connection connection = H2.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT balance FROM " + table)) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    /** Runs the calls in the order of the case; what they failed with. */
    private static List<String> played(DirectedCase wanted, Class<? extends Account> type, String insert)
            throws Exception {
        try (Connection connection = H2.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(insert);
        }
        var order = Interleaving.of(wanted, false).stream().map(CaseStep::step).toList();
        var control = new TurnControl(Schedule.inOrder(order), TurnLimits.DEFAULT);
        var failures = new ArrayList<String>();
        try (ExecutorService thread = Executors.newSingleThreadExecutor()) {
            Future<String> other = thread.submit(() -> play(wanted, 1, type, control));
            failures.add(play(wanted, 0, type, control));
            failures.add(other.get());
        }
        failures.removeIf(String::isEmpty);
        return failures;
    }

    private static String play(DirectedCase wanted, int call, Class<? extends Account> type, TurnControl control) {
        Map<String, Integer> arguments = wanted.scenario().calls().get(call).arguments();
        var session = new HeldSession(call, StepRule.EVERY_STATEMENT);
        try (Connection connection = H2.getConnection()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(TRANSACTION_READ_COMMITTED);
            session.follow(control);
            deposit(
                    session.hold(connection),
                    type,
                    arguments.getOrDefault("id", 0),
                    arguments.getOrDefault("amount", 0));
            return "";
        } catch (OptimisticLockException conflict) {
            return conflict.getClass().getSimpleName();
        } catch (SQLException refused) {
            return refused.toString();
        } finally {
            session.leave();
        }
    }
}
