package moirai.runs.emission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import moirai.directed.examples.Payment;
import moirai.reenactment.DirectedCase;
import moirai.testing.Golden;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

/** TPC-C's lost payment as files. */
class EmittedCaseTest {

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        CompiledSource.forget();
    }

    @Test
    void theScriptAndTheTestAreAsTheyWere() {
        EmittedCase lost = EmittedCase.of(new DirectedCase(Payment.program(), 1, Payment.lostUpdate()));

        Golden.assertMatches("directed-lost-payment.sql", lost.script());
        assertThat(lost.test("LostPaymentTest"))
                .contains("class LostPaymentTest {")
                .contains("{\"0\", \"0\", \"SELECT \\\"w_ytd\\\" FROM \\\"moirai_WAREHOUSE\\\" WHERE \\\"w_id\\\" = 1")
                .contains("// payment.readWarehouse");
    }

    @Test
    void theTestCompilesAloneFailsAtTheWeakLevelAndPassesAtTheStrongOne() throws Exception {
        EmittedCase lost = EmittedCase.of(new DirectedCase(Payment.program(), 1, Payment.lostUpdate()));
        Path source = Files.writeString(folder.resolve("LostPaymentTest.java"), lost.test("LostPaymentTest"));
        CompiledSource test = CompiledSource.of(source);
        CompiledSource.set("url", "jdbc:h2:mem:emitted;DB_CLOSE_DELAY=-1");

        assertThat(lost.isolation()).isEqualTo("read-committed");
        assertThat(catchThrowable(test::run))
                .isInstanceOf(AssertionFailedError.class)
                .hasMessageContaining("at read-committed every statement was accepted")
                .hasMessageContaining("at last: SELECT");
        CompiledSource.set("isolation", "serializable");
        assertThatCode(test::run).doesNotThrowAnyException();
    }
}
