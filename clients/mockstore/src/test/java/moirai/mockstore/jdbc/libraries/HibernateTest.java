package moirai.mockstore.jdbc.libraries;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PessimisticLockException;
import jakarta.persistence.Version;
import moirai.mockstore.StoreLevel;
import moirai.mockstore.jdbc.MoiraiDataSource;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.exception.LockAcquisitionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * {@code @Version} makes Hibernate update {@code where version = ?}. Under read committed that condition may be shown the
 * old version as well as the balance was, so that both updates find their row: the annotation protects from lost updates
 * only where a statement sees what was committed before it, as it does in PostgreSQL.
 */
class HibernateTest {

    /** Without a version. */
    @Entity(name = "plain_account")
    public static class PlainAccount {

        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        public long id;

        public int balance;
    }

    /** With a version. */
    @Entity(name = "versioned_account")
    public static class VersionedAccount {

        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        public long id;

        @Version
        public long version;

        public int balance;
    }

    private static final DelegatingDataSource CURRENT = new DelegatingDataSource();
    private static SessionFactory factory;
}
