package moirai.observation;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import moirai.directed.encoding.Bounds;
import moirai.directed.program.ProgramPrinter;
import moirai.directed.proof.Claim;
import moirai.directed.proof.Proof;
import moirai.directed.proof.Prover;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.observation.classes.ClassOptions;
import moirai.observation.classes.ObservedClass;
import moirai.sources.Translation;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Observes what Hibernate does with an entity, without and with a version. */
@Tag("long")
class HibernateTest {

    /** An entity without a version. */
    @Entity(name = "plain_account")
    public static class PlainAccount {

        @Id
        public int id;

        public int balance;
    }

    /** An entity with a version. */
    @Entity(name = "versioned_account")
    public static class VersionedAccount {

        @Id
        public int id;

        @Version
        public int version;

        public int balance;
    }

    /** An application as users write it: it does not know that it is observed. */
    public static class Bank {

        private final SessionFactory hibernate;

        public Bank(DataSource source) {
            var configuration =
                    new Configuration().addAnnotatedClass(PlainAccount.class).addAnnotatedClass(VersionedAccount.class);
            configuration.getProperties().put("hibernate.connection.datasource", source);
            configuration.setProperty("hibernate.hbm2ddl.auto", "create");
            hibernate = configuration.buildSessionFactory();
        }

        public void depositPlainly(int id, int amount) {
            hibernate.inTransaction(session -> session.find(PlainAccount.class, id).balance += amount);
        }

        public void deposit(int id, int amount) {
            hibernate.inTransaction(session -> session.find(VersionedAccount.class, id).balance += amount);
        }
    }

    /** Hibernate warns of each conflict before it throws. */
    private static final Logger LOG = Logger.getLogger("org.hibernate");

    private static final Levels COMMITTED = Levels.all(moirai.directed.levels.Promises.READ_COMMITTED);

    @BeforeAll
    static void silence() {
        LOG.setLevel(Level.OFF);
    }

    private static Translation plain() {
        return observed("depositPlainly");
    }

    private static Translation versioned() {
        return observed("deposit");
    }

    private static Translation observed(String txn) {
        ClassOptions usual = ClassOptions.USUAL;
        return ObservedClass.of(Bank.class.getName(), Bank.class.getClassLoader())
                .observe(new ClassOptions(
                        List.of(txn), usual.definitions(), usual.product(), usual.sizes(), usual.options()));
    }

    /** Hibernate writes nothing where nothing changed, and an update that finds no row makes it roll back. */
    @Test
    void aVersionIsAConditionOfTheCommit() {
        assertThat(ProgramPrinter.print(versioned().program())).isEqualTo("""
                program Bank
                table versioned_account(id -> balance, version)

                transaction deposit(id, amount)
                  q1: SELECT id, balance, version FROM versioned_account WHERE id = :id
                  u1: UPDATE versioned_account SET balance = :amount + q1.balance, version = q1.version + 1\
                 WHERE id = :id AND version = q1.version ATOMICALLY  IF :amount <> 0
                  COMMIT IF count(q1) > 0 AND (:amount = 0 OR (:amount <> 0 AND count(u1) > 0))
                """);
    }

    @Test
    void withoutAVersionALostUpdateIsPredicted() {
        var search = new AnomalySearch(plain().program(), COMMITTED, Bounds.SMALL);

        assertThat(search.find().anomalies()).isNotEmpty();
    }

    /** Proves the absence of lost updates for the ways that were found, and for deposits alone. */
    @Test
    void withAVersionItsAbsenceIsProvenForTheWaysFound() {
        Translation seen = versioned();
        Claim claim = Claim.of(seen.program(), COMMITTED, Bounds.SMALL);

        Proof proof = Prover.prove(claim.alone());

        assertThat(proof.text()).contains("answer: serializable");
        assertThat(proof).isInstanceOf(Proof.Proven.class);
        assertThat(seen.isExactAsSeen()).isTrue();
        assertThat(seen.isExact()).isFalse();
    }
}
