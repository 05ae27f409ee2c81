package moirai.mockstore.jdbc.libraries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PessimisticLockException;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Version;
import java.sql.SQLException;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.logging.Level;
import java.util.logging.Logger;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.jdbc.MoiraiDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.relational.SchemaManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * {@code @Version} makes Hibernate update {@code where version = ?}. Read committed may show that condition the old
 * version, as it showed the old balance before, so that both updates find their row: the annotation prevents lost
 * updates only where a statement sees what was committed before it, as it does in PostgreSQL.
 */
@Tag("long")
class HibernateTest {

    /** Without a version. */
    @Entity(name = "plain_account")
    public static class PlainAccount {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        public long id;

        public int balance;
    }

    /** An account with a version column. */
    @Entity(name = "versioned_account")
    public static class VersionedAccount {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        @SequenceGenerator(name = "versioned_account_seq", allocationSize = 1)
        public long id;

        @Version
        public long version;

        public int balance;
    }

    /**
     * Starting Hibernate takes longer than all tests together: it starts once, and is led to one store after another.
     */
    private static final DelegatingDataSource CURRENT = new DelegatingDataSource();

    private static final Deposits ON_PLAIN = new OnEntity<>(
            PlainAccount.class,
            PlainAccount::new,
            account -> account.balance,
            (account, balance) -> account.balance = balance);

    private static final Deposits ON_VERSIONED = new OnEntity<>(
            VersionedAccount.class,
            VersionedAccount::new,
            account -> account.balance,
            (account, balance) -> account.balance = balance);

    /** Hibernate warns of each conflict before it throws. */
    private static final Logger LOG = Logger.getLogger("org.hibernate");

    private static final SessionFactory HIBERNATE = start();

    private static SessionFactory start() {
        LOG.setLevel(Level.SEVERE);
        CURRENT.setTargetDataSource(Deposits.source(IsolationLevel.STRICT_SERIALIZABLE, 1));
        var configuration =
                new Configuration().addAnnotatedClass(PlainAccount.class).addAnnotatedClass(VersionedAccount.class);
        configuration.getProperties().put("hibernate.connection.datasource", CURRENT);
        configuration.setProperty("hibernate.hbm2ddl.auto", "create");
        return configuration.buildSessionFactory();
    }

    @AfterAll
    static void stop() {
        HIBERNATE.close();
    }

    /** Deposits to an entity. */
    private record OnEntity<T>(Class<T> type, Supplier<T> maker, ToIntFunction<T> getter, ObjIntConsumer<T> setter)
            implements Deposits {

        @Override
        public void prepare(MoiraiDataSource source) {
            CURRENT.setTargetDataSource(source);
            HIBERNATE.getSchemaManager().exportMappedObjects(false);
            HIBERNATE.inTransaction(session -> {
                T account = maker.get();
                setter.accept(account, BALANCE_BEFORE);
                session.persist(account);
            });
        }

        @Override
        public void deposit(MoiraiDataSource source) {
            HIBERNATE.inTransaction(session -> {
                T account = session.find(type, 1L);
                setter.accept(account, getter.applyAsInt(account) + AMOUNT);
            });
        }

        @Override
        public int balance(MoiraiDataSource source) {
            return HIBERNATE.fromTransaction(session -> getter.applyAsInt(session.find(type, 1L)));
        }

        @Override
        public boolean mayBeTriedAgain(Exception failure) {
            return failure instanceof OptimisticLockException || failure instanceof PessimisticLockException;
        }
    }

    @Test
    void tablesAreMadeValidatedTruncatedAndDropped() throws SQLException {
        MoiraiDataSource source = Deposits.source(IsolationLevel.STRICT_SERIALIZABLE, 2);
        CURRENT.setTargetDataSource(source);
        SchemaManager schema = HIBERNATE.getSchemaManager();
        assertThatThrownBy(schema::validateMappedObjects).hasMessageContaining("missing");

        schema.exportMappedObjects(false);
        schema.validateMappedObjects();
        HIBERNATE.inTransaction(session -> session.persist(new PlainAccount()));
        schema.truncateMappedObjects();
        assertThat(HIBERNATE.<Long>fromTransaction(
                        session -> session.createSelectionQuery("select count(*) from plain_account", Long.class)
                                .getSingleResult()))
                .isZero();
        schema.dropMappedObjects(false);
        assertThat(source.database().catalog().tables()).isEmpty();
        assertThat(source.database().catalog().sequences()).isEmpty();
    }

    /** Hibernate asks for {@code id = any(?)} with an array, where the database has arrays. */
    @Test
    void manyEntitiesAreLoadedByAnArrayOfTheirIds() {
        MoiraiDataSource source = Deposits.source(IsolationLevel.STRICT_SERIALIZABLE, 3);
        CURRENT.setTargetDataSource(source);
        HIBERNATE.getSchemaManager().exportMappedObjects(false);
        HIBERNATE.inTransaction(session -> {
            for (int count = 0; count < 4; count++) {
                session.persist(new PlainAccount());
            }
        });

        List<Long> found = HIBERNATE.fromTransaction(session ->
                session.byMultipleIds(PlainAccount.class).enableOrderedReturn(false).multiLoad(1L, 3L, 9L).stream()
                        .map(account -> account.id)
                        .toList());

        assertThat(found).containsExactlyInAnyOrder(1L, 3L);
    }

    @Test
    void aDepositIsLostAtReadCommitted() {
        assertThat(ON_PLAIN.losses(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW))
                .isPositive();
    }

    @Test
    void aDepositIsLostAtReadCommittedInSpiteOfAVersion() {
        assertThat(ON_VERSIONED.losses(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW))
                .isPositive();
    }

    @Test
    void noDepositIsLostAtSnapshotIsolation() {
        assertThat(ON_PLAIN.losses(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION))
                .isZero();
        assertThat(ON_VERSIONED.losses(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION))
                .isZero();
    }
}
