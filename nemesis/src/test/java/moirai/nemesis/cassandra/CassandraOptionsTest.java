package moirai.nemesis.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CassandraOptionsTest {

    @Test
    void whatIsAcknowledgedIsOnTheDiskUnlessAskedOtherwise() {
        assertThat(CassandraOptions.of(3).configuration())
                .contains("commitlog_sync: batch\n")
                .doesNotContain("commitlog_sync_period");
        assertThat(new CassandraOptions(3, Map.of("commitlog_sync", "periodic")).configuration())
                .contains("commitlog_sync: periodic\n")
                .contains("commitlog_sync_period: 10000ms\n");
    }

    @Test
    void aSettingWinsOverTheDefault() {
        assertThat(new CassandraOptions(1, Map.of("cas_contention_timeout", "5s", "paxos_variant", "v2"))
                        .configuration())
                .contains("cas_contention_timeout: 5s\n")
                .contains("paxos_variant: v2\n")
                .doesNotContain("1000ms");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "storage_port | 7000 | the setting storage_port is decided by Moirai and cannot be passed",
                "Paxos Variant | v2 | 'Paxos Variant' is not the name of a setting in cassandra.yaml",
                "paxos_variant | \"\" | the value of the setting paxos_variant is empty or holds a control character: "
                        + "expected a YAML value on one line"
            })
    void whatCannotBeSetIsRefused(String name, String value, String message) {
        assertThatThrownBy(() -> new CassandraOptions(3, Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void thereAreOneToFiveNodes() {
        assertThatThrownBy(() -> CassandraOptions.of(6)).hasMessage("6 nodes are out of range: expected 1 to 5");
    }

    @Test
    void theRingIsDividedEvenly() {
        assertThat(CassandraNode.token(0, 3)).isEqualTo(new BigInteger("-9223372036854775808"));
        assertThat(CassandraNode.token(1, 3)).isEqualTo(new BigInteger("-3074457345618258603"));
        assertThat(CassandraNode.token(2, 3)).isEqualTo(new BigInteger("3074457345618258602"));
    }
}
