package moirai.observation.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import moirai.directed.program.ProgramPrinter;
import moirai.observation.beans.ObservedBeans.Framework;
import moirai.observation.classes.ClassOptions;
import moirai.observation.txns.ObservationException;
import moirai.sources.Translation;
import moirai.sources.diagnostic.Diagnostic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Applications of Spring and Micronaut without an adaptor, and what is said of folders that are none. */
class ObservedBeansTest {

    @TempDir
    Path folder;

    private static Translation observed(Path project) {
        return observed(Framework.SPRING, project);
    }

    private static Translation observed(Framework framework, Path project) {
        return ObservedBeans.of(framework, project, List.of()).observe(ClassOptions.USUAL);
    }

    @Test
    void transactionsOfBeansAreObservedWithArgumentsThatPassTheirGuards() {
        Path project = Applications.project(folder.resolve("bank"), Applications.SETTINGS, Applications.BANK);

        Translation seen = observed(project);

        assertThat(ProgramPrinter.print(seen.program())).isEqualTo("""
                program bank
                table account(id -> owner, kind, since, balance)
                table entry(id -> account, reference, amount)

                transaction open(id, owner_name, owner_kind, since)
                  i1: INSERT INTO account id = :id, owner = :owner_name, kind = :owner_kind, since = :since, balance = 0

                transaction transfer(transfer_from, transfer_to, transfer_amount, transfer_reference)
                  q1: SELECT balance FROM account WHERE id = :transfer_from
                  u1: UPDATE account SET balance = q1.balance - :transfer_amount WHERE id = :transfer_from
                  u2: UPDATE account SET balance = balance + :transfer_amount WHERE id = :transfer_to ATOMICALLY
                  i1: INSERT INTO entry id = any(5.1:id1), account = :transfer_to, reference = :transfer_reference,\
                 amount = :transfer_amount
                  COMMIT IF count(q1) > 0 AND :transfer_amount <= q1.balance
                """);
        assertThat(seen.diagnostics().stream().map(Diagnostic::text))
                .containsExactly(
                        "Bank.java:31: seen: 1 way through transaction open in 9 runs; others may exist: found were"
                                + " those that up to 2 rows and single values lead to",
                        "Bank.java:45: loss: the database itself makes the value of entry.id; taken for any number",
                        "Bank.java:50: seen: 3 ways through transaction transfer in 117 runs; others may exist: found"
                                + " were those that up to 2 rows and single values lead to",
                        "Bank.java:54: left out: method Bank.settle; its parameter 'after' is of type"
                                + " java.lang.Runnable; accepted: int, long, short, double, float, boolean,"
                                + " BigDecimal, BigInteger, String, LocalDateTime, Timestamp, Date, Instant,"
                                + " OffsetDateTime, ZonedDateTime, LocalDate, UUID, enums, and records, beans,"
                                + " Optional and collections of them");
        assertThat(seen.program().txn("transfer").origin("q1"))
                .hasValueSatisfying(origin -> assertThat(origin.text()).isEqualTo("Bank.java:50"));
    }

    /** Its classes are found behind those that Micronaut's annotation processor generated, and lines point to them. */
    @Test
    void micronautIsStartedWithoutSpring() {
        Translation seen = observed(Framework.MICRONAUT, MicronautApplication.project(folder));

        assertThat(ProgramPrinter.print(seen.program())).isEqualTo("""
                program bank
                table account(id -> balance)

                transaction withdraw(id, amount)
                  q1: SELECT balance FROM account WHERE id = :id
                  u1: UPDATE account SET balance = q1.balance - :amount WHERE id = :id  IF :amount <= q1.balance
                  COMMIT IF count(q1) > 0
                """);
        assertThat(seen.program().txn("withdraw").origin("u1"))
                .hasValueSatisfying(origin -> assertThat(origin.file()).isEqualTo("Bank.java"));
        assertThat(seen.diagnostics().stream().map(Diagnostic::text))
                .singleElement()
                .asString()
                .startsWith("Bank.java:")
                .contains(": seen: ");
    }

    @Test
    void anApplicationOfTheOtherFrameworkIsRefused() {
        assertRefused(MicronautApplication.project(folder), "no Spring among the ", ", but Micronaut; expected the");
    }

    private void assertRefused(Path project, String... parts) {
        assertThatThrownBy(() -> observed(project))
                .isInstanceOf(ObservationException.class)
                .satisfies(refused ->
                        assertThat(refused.getMessage()).contains(parts).doesNotContain("\n"));
    }

    @Test
    void whatIsNoApplicationIsRefusedInOneLine() throws IOException {
        assertRefused(folder.resolve("none"), "there is no folder ", "expected a folder of compiled classes");
        assertRefused(
                folder, "no compiled class in ", "expected a folder of classes, or a project with target/classes");
        Path bare = Applications.compiled(folder.resolve("bare"), Applications.SETTINGS, Applications.BANK);
        assertRefused(bare, "the libraries of ", "expected --classpath, or ", "classpath.txt", "target/dependency");
        Files.writeString(bare.resolve("classpath.txt"), "other.jar");
        assertRefused(bare, "neither Spring nor Micronaut among the 1 libraries of ", "expected spring-context or ");
    }

    @Test
    void anApplicationWithoutTransactionsIsRefused() {
        String idle = Applications.BANK.replace("@Transactional", "");

        assertRefused(
                Applications.project(folder.resolve("idle"), Applications.SETTINGS, idle),
                "no transactional method among 2 beans of the application",
                "expected @Transactional on a public method of a bean");
    }

    @Test
    void aContextThatDoesNotStartIsRefusedWithItsCause() {
        String broken = Applications.SETTINGS.replace("CREATE TABLE entry", "CREATE TABEL entry");

        assertRefused(
                Applications.project(folder.resolve("broken"), broken, Applications.BANK),
                "the context of bank.Settings does not start: ",
                "Syntax error",
                "expected an application that starts on an empty database in memory");
        String plain = Applications.SETTINGS.replace("@Configuration", "");
        assertRefused(
                Applications.project(folder.resolve("plain"), plain, Applications.BANK),
                "no configuration of Spring in ",
                "expected a class with @SpringBootApplication or @Configuration, or applicationContext.xml");
    }
}
