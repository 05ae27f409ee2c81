package moirai.nemesis.patroni;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import moirai.nemesis.postgres.Replication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PatroniOptionsTest {

    private static PatroniOptions with(Map<String, String> settings) {
        return new PatroniOptions(3, Replication.SYNC, 10, settings);
    }

    @Test
    void settingsOfPatroniAndOfPostgresAreToldApart() {
        PatroniOptions options = with(Map.of("ttl", "60", "retry_timeout", "20", "work_mem", "8MB"));

        assertThat(options.value(PatroniSetting.TTL)).isEqualTo(60);
        assertThat(options.value(PatroniSetting.LOOP_WAIT)).isEqualTo(PatroniSetting.LOOP_WAIT.usual());
        assertThat(options.serverSettings()).containsOnly(Map.entry("work_mem", "8MB"));
        assertThat(options.parameters())
                .containsEntry("work_mem", "8MB")
                .containsEntry("max_connections", "100")
                .doesNotContainKey("ttl");
    }

    @Test
    void commitsThatReadersShowWaitForThat() {
        var options = new PatroniOptions(3, Replication.APPLY, 200, Map.of());

        assertThat(options.parameters())
                .containsEntry("synchronous_commit", "remote_apply")
                .containsEntry("max_connections", "230");
    }

    @ParameterizedTest
    @CsvSource({
        "ttl, 19, from 20 to 3600",
        "ttl, 3601, from 20 to 3600",
        "ttl, soon, from 20 to 3600",
        "loop_wait, 0, from 1 to 600",
        "retry_timeout, 2, from 3 to 600",
        "maximum_lag_on_failover, -1, from 0 to 2147483647",
        "primary_start_timeout, '', from 0 to 3600"
    })
    void whatIsOutOfRangeIsRefusedWithTheRange(String name, String value, String range) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(Map.of(name, value)))
                .withMessage("the setting " + name + " of Patroni cannot be '" + value + "': expected a whole number "
                        + range);
    }

    @Test
    void aPrimaryHasTheTimeToAskForItsLockTwice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(Map.of("retry_timeout", "10")))
                .withMessageContaining("loop_wait 2 and twice retry_timeout 10 are more than ttl 20")
                .withMessageContaining("expected loop_wait + 2 * retry_timeout <= ttl");
        assertThat(with(Map.of("retry_timeout", "9")).value(PatroniSetting.RETRY_TIMEOUT))
                .isEqualTo(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"synchronous_standby_names", "cluster_name", "port", "primary_conninfo"})
    void whatOthersDecideCannotBePassed(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(Map.of(name, "1")))
                .withMessageContaining("the setting " + name + " is decided by ");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6})
    void anotherNumberOfNodesIsRefused(int nodes) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PatroniOptions(nodes, Replication.ASYNC, 1, Map.of()))
                .withMessage(nodes + " nodes are out of range: expected 2 to 5");
    }
}
