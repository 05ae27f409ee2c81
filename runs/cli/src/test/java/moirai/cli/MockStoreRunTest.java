package moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The mock store as a target is the other canary: real statements through the real driver and pool, against a database
 * that surely shows what its level allows. A run at a weak level has to raise the alarm, or no run would.
 */
class MockStoreRunTest {

    @TempDir
    private Path store;

    private Cli.Ended run(String... arguments) {
        var all = new ArrayList<>(List.of("run", "--txn-count", "600", "--store", store.toString()));
        all.addAll(List.of(arguments));
        return Cli.plain().run(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"read-committed", "read-atomic", "causal", "prefix"})
    void aRunAtAWeakLevelRaisesTheAlarm(String level) {
        Cli.Ended ended = run("--db", "mock:" + level, "--seed", "7");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out())
                .contains("\nverdict: INVALID ")
                .contains("no bug of the mock store")
                .contains("lists branch");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "parallel-snapshot-isolation",
                "snapshot-isolation",
                "strong-snapshot-isolation",
                "serializable",
                "strict-serializable"
            })
    void aRunAtAStrongLevelPassesIt(String level) {
        Cli.Ended ended = run("--db", "mock", "--isolation", level, "--seed", "7");

        assertThat(ended.out()).contains("\nverdict: VALID ");
        assertThat(ended.code()).isZero();
    }

    @Test
    void scansOfSnapshotsShowPhantomsAsWriteSkew() {
        Cli.Ended ended = run("--db", "mock:si", "-w", "predicate", "--expect", "serializable", "--seed", "7");

        assertThat(ended.out())
                .contains("G2 ×")
                .contains("not a bug of the database")
                .doesNotContain("G-single ×");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(run("--db", "mock:serializable", "-w", "predicate", "--seed", "7")
                        .code())
                .isZero();
    }

    @Test
    void snapshotsShowWriteSkewToThoseWhoExpectMore() {
        Cli.Ended ended = run("--db", "mock:si", "--expect", "serializable", "--seed", "7");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.out()).contains("G2-item").contains("not a bug of the database");
    }
}
