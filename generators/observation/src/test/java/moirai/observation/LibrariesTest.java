package moirai.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import java.util.Objects;
import moirai.directed.program.ProgramPrinter;
import moirai.observation.recording.RecordedSource;
import moirai.observation.txns.ObservationException;
import moirai.observation.txns.ObservedTxn;
import moirai.observation.txns.Options;
import moirai.observation.txns.Parameter;
import moirai.observation.txns.TxnBody;
import moirai.sources.Translation;
import moirai.sources.diagnostic.Diagnostic;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Observes code that reaches JDBC through a library. */
class LibrariesTest {

    private static final String ACCOUNT = "CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)";

    private static final List<Parameter> PARAMETERS = List.of(Parameter.integer("id"), Parameter.integer("amount"));

    /**
     * The program that the libraries' statements amount to, but for the guard that each of them leaves to the
     * application.
     */
    private static final String WITHDRAWAL = """
            program account
            table ACCOUNT(ID -> BALANCE)

            transaction withdraw(id, amount)
              q1: SELECT BALANCE FROM ACCOUNT WHERE ID = :id
              u1: UPDATE ACCOUNT SET BALANCE = q1.BALANCE - :amount WHERE ID = :id  IF :amount <= q1.BALANCE
              COMMIT IF count(q1) > 0
            """;

    @BeforeAll
    static void silence() {
        System.setProperty("org.jooq.no-logo", "true");
        System.setProperty("org.jooq.no-tips", "true");
    }

    private static Translation withdrawal(RecordedSource source, TxnBody body) {
        return new Observer(source, Options.USUAL)
                .observe("account", List.of(new ObservedTxn("withdraw", PARAMETERS, body)));
    }

    /** Adds to a balance, and undoes that if the sum is too large, or in any case. */
    private static TxnBody undoing(RecordedSource source, boolean isAlways) {
        return arguments -> {
            try (Connection connection = source.source().getConnection();
                    var update = connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?")) {
                connection.setAutoCommit(false);
                Savepoint before = connection.setSavepoint();
                update.setInt(1, arguments.integer("amount"));
                update.setInt(2, arguments.integer("id"));
                int found = update.executeUpdate();
                if (isAlways || found == 0) {
                    connection.rollback(before);
                }
                connection.commit();
            }
        };
    }

    /** A nested transaction that fails leaves nothing, which is not followed. */
    @Test
    void theWayBackToASavepointIsALoss() throws SQLException {
        RecordedSource source = Databases.with(ACCOUNT);

        assertThat(withdrawal(source, undoing(source, false)).diagnostics())
                .anySatisfy(diagnostic -> assertThat(diagnostic.text())
                        .contains(
                                "loss: statements are undone back to a savepoint; what depends on them is not known"));
        assertThatThrownBy(() -> withdrawal(source, undoing(source, true)))
                .isInstanceOf(ObservationException.class)
                .hasMessageContaining("withdraw: statements are undone back to a savepoint; expected ");
    }

    @Test
    void springTemplates() throws SQLException {
        RecordedSource source = Databases.with(ACCOUNT);
        var jdbc = new JdbcTemplate(source.source());
        var transactions = new TransactionTemplate(new DataSourceTransactionManager(source.source()));

        Translation seen = withdrawal(
                source,
                arguments -> transactions.executeWithoutResult(status -> {
                    int id = arguments.integer("id");
                    int balance = jdbc.queryForList("SELECT balance FROM account WHERE id = ?", Integer.class, id)
                            .getFirst();
                    if (balance >= arguments.integer("amount")) {
                        jdbc.update(
                                "UPDATE account SET balance = ? WHERE id = ?",
                                balance - arguments.integer("amount"),
                                id);
                    }
                }));

        assertThat(ProgramPrinter.print(seen.program())).isEqualTo(WITHDRAWAL);
        assertThat(seen.isExactAsSeen()).isTrue();
        assertThat(seen.isExact())
                .as("of ways that were not found nothing is known")
                .isFalse();
        assertThat(seen.diagnostics())
                .anySatisfy(diagnostic -> assertThat(diagnostic.text()).contains("seen: ", "others may exist"));
        assertThat(seen.program().txn("withdraw").origin("u1"))
                .hasValueSatisfying(origin -> assertThat(origin.file()).isEqualTo("LibrariesTest.java"));
    }

    @Test
    void jooqStatements() throws SQLException {
        RecordedSource source = Databases.with(ACCOUNT);
        DSLContext jooq = DSL.using(source.source(), SQLDialect.H2);
        Table<?> account = DSL.table("account");
        Field<Integer> balance = DSL.field("balance", Integer.class);
        Field<Integer> key = DSL.field("id", Integer.class);

        Translation seen = withdrawal(
                source,
                arguments -> jooq.transaction(inside -> {
                    int id = arguments.integer("id");
                    int before = Objects.requireNonNull(inside.dsl()
                            .select(balance)
                            .from(account)
                            .where(key.eq(id))
                            .fetchSingle(balance));
                    if (before >= arguments.integer("amount")) {
                        inside.dsl()
                                .update(account)
                                .set(balance, before - arguments.integer("amount"))
                                .where(key.eq(id))
                                .execute();
                    }
                }));

        assertThat(ProgramPrinter.print(seen.program())).isEqualTo(WITHDRAWAL);
    }

    @Test
    void valuesThatComeFromElsewhereAreSaidToBeUnknown() throws SQLException {
        RecordedSource source = Databases.with(ACCOUNT);
        var jdbc = new JdbcTemplate(source.source());

        Translation seen = withdrawal(
                source,
                arguments -> jdbc.update(
                        "UPDATE account SET balance = ? WHERE id = ?",
                        (int) (System.nanoTime() & 0xFFFFFF),
                        arguments.integer("id")));

        assertThat(seen.isExactAsSeen()).isFalse();
        assertThat(seen.diagnostics())
                .anySatisfy(diagnostic -> assertThat(diagnostic.text())
                        .contains("loss: a value of the statement is made of something else than arguments and rows"));
        assertThat(ProgramPrinter.print(seen.program())).contains("SET BALANCE = any(");
    }

    /** Two rows are within the bounds of any analysis, and their sum is not the first of them. */
    @Test
    void aSumOverRowsIsALoss() throws SQLException {
        RecordedSource source = Databases.with(ACCOUNT);
        var jdbc = new JdbcTemplate(source.source());

        Translation seen =
                withdrawal(source, arguments -> jdbc.queryForObject("SELECT SUM(balance) FROM account", Integer.class));

        assertThat(seen.isExactAsSeen()).isFalse();
        assertThat(seen.diagnostics().stream().map(Diagnostic::text))
                .anySatisfy(text ->
                        assertThat(text).contains("loss: a sum over rows; taken for the value in the first row"));
    }

    /** Without a transaction around them, statements commit one by one. */
    @Test
    void goingOnAfterACommitIsALossAtTheLineThatDoes() throws SQLException {
        RecordedSource source = Databases.with(ACCOUNT);
        var jdbc = new JdbcTemplate(source.source());

        Translation seen = withdrawal(source, arguments -> {
            jdbc.update("UPDATE account SET balance = 0 WHERE id = ?", arguments.integer("id"));
            jdbc.update("UPDATE account SET balance = 1 WHERE id = ?", arguments.integer("amount"));
        });

        assertThat(seen.isExactAsSeen()).isFalse();
        assertThat(seen.diagnostics().stream().map(Diagnostic::text))
                .anySatisfy(text -> assertThat(text)
                        .contains("loss: transaction withdraw commits before this line and goes on; taken for one"));
    }

    @Test
    void aBoundNullIsALoss() throws SQLException {
        RecordedSource source = Databases.with("CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER)");
        var jdbc = new JdbcTemplate(source.source());

        Translation seen = withdrawal(
                source,
                arguments -> jdbc.update("UPDATE account SET balance = ? WHERE id = ?", null, arguments.integer("id")));

        assertThat(ProgramPrinter.print(seen.program())).contains("SET BALANCE = 0 WHERE ID = :id");
        assertThat(seen.diagnostics().stream().map(Diagnostic::text))
                .anySatisfy(text -> assertThat(text).contains("loss: there is no NULL in abstract programs"));
    }

    /** An account without an owner is a way, too. */
    @Test
    void aTableBehindALeftJoinMayHaveNoRow() throws SQLException {
        RecordedSource source =
                Databases.with(ACCOUNT, "CREATE TABLE owner (account INTEGER PRIMARY KEY, credit INTEGER NOT NULL)");
        var jdbc = new JdbcTemplate(source.source());

        Translation seen = withdrawal(source, arguments -> {
            var row = jdbc.queryForList(
                            "SELECT a.balance, o.account, o.credit FROM account a LEFT JOIN owner o ON o.account = a.id"
                                    + " WHERE a.id = ?",
                            arguments.integer("id"))
                    .getFirst();
            if (row.get("CREDIT") != null) {
                jdbc.update("UPDATE account SET balance = ? WHERE id = ?", row.get("CREDIT"), arguments.integer("id"));
            }
        });

        assertThat(ProgramPrinter.print(seen.program())).endsWith("""
                transaction withdraw(id)
                  q1: SELECT BALANCE, ID FROM ACCOUNT WHERE ID = :id
                  q2: SELECT ACCOUNT, CREDIT FROM OWNER WHERE ACCOUNT = q1.ID  IF count(q1) > 0
                  u1: UPDATE ACCOUNT SET BALANCE = q2.CREDIT WHERE ID = :id  IF count(q2) > 0
                  COMMIT IF count(q1) > 0
                """);
    }

    @Test
    void rowsOfAListAreStatementsEach() throws SQLException {
        RecordedSource source = Databases.with(
                ACCOUNT, "CREATE TABLE standing (id INTEGER PRIMARY KEY, owner INTEGER, amount INTEGER)");
        var jdbc = new JdbcTemplate(source.source());

        Translation seen = withdrawal(source, arguments -> {
            for (var row :
                    jdbc.queryForList("SELECT id, amount FROM standing WHERE owner = ?", arguments.integer("id"))) {
                jdbc.update(
                        "UPDATE account SET balance = balance - ? WHERE id = ?",
                        row.get("AMOUNT"),
                        arguments.integer("id"));
            }
        });

        assertThat(ProgramPrinter.print(seen.program())).endsWith("""
                transaction withdraw(id)
                  q1: SELECT ID, AMOUNT FROM STANDING WHERE OWNER = :id
                  u1: UPDATE ACCOUNT SET BALANCE = BALANCE - q1.AMOUNT WHERE ID = :id ATOMICALLY  IF count(q1) > 0
                  u2: UPDATE ACCOUNT SET BALANCE = BALANCE - q1[1].AMOUNT WHERE ID = :id ATOMICALLY  IF count(q1) > 0\
                 AND count(q1) >= 2
                """);
    }

    @Test
    void aTransactionThatDoesNotCommitIsRefused() throws SQLException {
        RecordedSource source = Databases.with(ACCOUNT);

        assertThatThrownBy(() -> withdrawal(source, arguments -> {
                    throw new IllegalStateException("closed");
                }))
                .isInstanceOf(ObservationException.class)
                .hasMessage("transaction withdraw does not commit where each statement finds a row:"
                        + " IllegalStateException: closed; expected a body that commits, and arguments that fit"
                        + " their columns");
    }

    @Test
    void aTransactionWithoutStatementsIsRefused() throws SQLException {
        RecordedSource source = Databases.with(ACCOUNT);

        assertThatThrownBy(() -> withdrawal(source, arguments -> {}))
                .isInstanceOf(ObservationException.class)
                .hasMessageContaining("runs no statement on the recorded source");
    }
}
