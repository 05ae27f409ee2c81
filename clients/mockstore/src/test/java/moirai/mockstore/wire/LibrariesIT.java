package moirai.mockstore.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import moirai.history.level.IsolationLevel;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Libraries that believe to have PostgreSQL before them, with its own driver and dialect. */
class LibrariesIT {

    /** An entity as applications have them. */
    @Entity(name = "wired_account")
    public static class Account {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        public long id;

        @Version
        public long version;

        public BigDecimal balance = BigDecimal.ZERO;
    }

    private final MockServer server =
            MockServer.start(TestDatabases.database(IsolationLevel.STRICT_SERIALIZABLE, 1), 0);
    private final PGSimpleDataSource source = source();

    private PGSimpleDataSource source() {
        var postgres = new PGSimpleDataSource();
        postgres.setURL("jdbc:postgresql://localhost:" + server.port() + "/mock?user=moirai");
        return postgres;
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void hibernateFindsItsOwnDialectAndKeepsVersions() {
        var configuration = new Configuration().addAnnotatedClass(Account.class);
        configuration.getProperties().put("hibernate.connection.datasource", source);
        configuration.setProperty("hibernate.hbm2ddl.auto", "create");
        try (SessionFactory hibernate = configuration.buildSessionFactory()) {
            hibernate.inTransaction(session -> session.persist(new Account()));
            hibernate.inTransaction(session -> session.find(Account.class, 1L).balance = new BigDecimal("7.50"));
            assertThatThrownBy(() -> hibernate.inTransaction(session -> {
                        session.find(Account.class, 1L).balance = BigDecimal.ONE;
                        session.doWork(connection -> {
                            try (var statement = connection.createStatement()) {
                                statement.execute("UPDATE wired_account SET version = 9 WHERE id = 1");
                            }
                        });
                    }))
                    .isInstanceOf(OptimisticLockException.class);
            Account account = hibernate.fromTransaction(session -> session.find(Account.class, 1L));
            assertThat(account.balance).isEqualByComparingTo("7.50");
            assertThat(account.version).isEqualTo(1);
        }
    }

    @Test
    void springTranslatesErrorsAndRollsBack() {
        var jdbc = new JdbcTemplate(source);
        jdbc.execute("CREATE TABLE springs (id int PRIMARY KEY)");
        var txn = new TransactionTemplate(new JdbcTransactionManager(source));
        assertThatThrownBy(() -> txn.executeWithoutResult(status -> {
                    jdbc.update("INSERT INTO springs VALUES (?)", 1);
                    jdbc.update("INSERT INTO springs VALUES (?)", 1);
                }))
                .isInstanceOf(DuplicateKeyException.class);
        assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM springs", Integer.class))
                .isZero();
    }

    @Test
    void jooqRendersWhatIsUnderstood() {
        var jooq = DSL.using(source, SQLDialect.POSTGRES);
        jooq.execute("CREATE TABLE pens (id int PRIMARY KEY, name text)");
        jooq.insertInto(table("pens"), field("id"), field("name"))
                .values(1, "ink")
                .values(2, "ball")
                .execute();
        jooq.transaction(configuration -> configuration
                .dsl()
                .update(table("pens"))
                .set(field("name", String.class), "gel")
                .where(field("id", Integer.class).eq(2))
                .execute());

        assertThat(jooq.select(field("name", String.class))
                        .from(table("pens"))
                        .orderBy(field("id"))
                        .limit(5)
                        .fetch(0, String.class))
                .containsExactly("ink", "gel");
    }
}
