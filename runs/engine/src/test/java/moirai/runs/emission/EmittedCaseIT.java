package moirai.runs.emission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import moirai.directed.examples.Payment;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.reenactment.DirectedCase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;

/** TPC-C's lost payment as files, on a real PostgreSQL. */
class EmittedCaseIT {

    @TempDir
    private Path folder;

    @AfterEach
    void forget() {
        CompiledSource.forget();
    }

    @Test
    void filesShowALostPaymentAtReadCommittedAndNoneAtSerializable() throws Exception {
        EmittedCase lost = EmittedCase.of(new DirectedCase(Payment.program(), 1, Payment.lostUpdate()));
        Path source = Files.writeString(folder.resolve("LostPaymentTest.java"), lost.test("LostPaymentTest"));
        CompiledSource test = CompiledSource.of(source);
        PostgresCluster cluster = RealPostgres.CLUSTER;
        CompiledSource.set("url", cluster.url());
        CompiledSource.set("user", cluster.user());
        CompiledSource.set("password", cluster.password());

        assertThat(catchThrowable(test::run)).isInstanceOf(AssertionFailedError.class);
        CompiledSource.set("isolation", "serializable");
        assertThatCode(test::run).doesNotThrowAnyException();

        FollowedScript.assumePsql();
        assertThat(FollowedScript.of(cluster, lost.script())).isEqualTo(FollowedScript.AS_WRITTEN);
        assertThat(FollowedScript.of(cluster, lost.script().replace("READ COMMITTED", "SERIALIZABLE")))
                .contains("could not serialize access");
    }
}
