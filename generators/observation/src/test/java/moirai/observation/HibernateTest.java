package moirai.observation;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import moirai.directed.encoding.Bounds;
import moirai.directed.program.ProgramPrinter;
import moirai.directed.proof.Claim;
import moirai.directed.proof.Proof;
import moirai.directed.proof.Prover;
import moirai.directed.search.AnomalySearch;
import moirai.directed.search.Levels;
import moirai.observation.recording.RecordedSource;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Options;
import moirai.observation.txns.Parameter;
import moirai.sources.Translation;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** What Hibernate does with an entity, without and with a version. */
class HibernateTest {

    /** Without a version. */
    @Entity(name = "plain_account")
    public static class PlainAccount {

        @Id
        public int id;

        public int balance;
    }

    /** With a version. */
    @Entity(name = "versioned_account")
    public static class VersionedAccount {

        @Id
        public int id;

        @Version
        public int version;

        public int balance;
    }

    private static final RecordedSource SOURCE = new RecordedSource(Databases.empty());

    /** Hibernate warns of each conflict before it throws. */
    private static final Logger LOG = Logger.getLogger("org.hibernate");

    private static final SessionFactory HIBERNATE = start();

    private static final Levels COMMITTED = Levels.all(moirai.directed.levels.Level.READ_COMMITTED);

    private static SessionFactory start() {
        LOG.setLevel(Level.OFF);
        var configuration =
                new Configuration().addAnnotatedClass(PlainAccount.class).addAnnotatedClass(VersionedAccount.class);
        configuration.getProperties().put("hibernate.connection.datasource", SOURCE.source());
        configuration.setProperty("hibernate.hbm2ddl.auto", "create");
        return configuration.buildSessionFactory();
    }

    @AfterAll
    static void stop() {
        HIBERNATE.close();
    }

    private static Translation plain() {
        return observed(new ObservedTxn(
                "deposit",
                List.of(Parameter.integer("id"), Parameter.integer("amount")),
                arguments -> HIBERNATE.inTransaction(
                        session -> session.find(PlainAccount.class, arguments.integer("id")).balance +=
                                arguments.integer("amount"))));
    }

    private static Translation versioned() {
        return observed(new ObservedTxn(
                "deposit",
                List.of(Parameter.integer("id"), Parameter.integer("amount")),
                arguments -> HIBERNATE.inTransaction(
                        session -> session.find(VersionedAccount.class, arguments.integer("id")).balance +=
                                arguments.integer("amount"))));
    }

    private static Translation observed(ObservedTxn txn) {
        return new Observer(SOURCE, Options.USUAL).observe("account", List.of(txn));
    }

    /** Hibernate writes nothing where nothing changed, and an update that finds no row makes it roll back. */
    @Test
    void aVersionIsAConditionOfTheCommit() {
        assertThat(ProgramPrinter.print(versioned().program())).isEqualTo("""
                program account
                table VERSIONED_ACCOUNT(ID -> BALANCE, VERSION)

                transaction deposit(id, amount)
                  q1: SELECT ID, BALANCE, VERSION FROM VERSIONED_ACCOUNT WHERE ID = :id
                  u1: UPDATE VERSIONED_ACCOUNT SET BALANCE = :amount + q1.BALANCE, VERSION = q1.VERSION + 1\
                 WHERE ID = :id AND VERSION = q1.VERSION ATOMICALLY  IF :amount <> 0
                  COMMIT IF count(q1) > 0 AND (:amount = 0 OR (:amount <> 0 AND count(u1) > 0))
                """);
    }

    @Test
    void withoutAVersionALostUpdateIsPredicted() {
        var search = new AnomalySearch(plain().program(), COMMITTED, Bounds.SMALL);

        assertThat(search.find().anomalies()).isNotEmpty();
    }

    /** For the ways that were found, which are taken over exactly, and of deposits alone. */
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
