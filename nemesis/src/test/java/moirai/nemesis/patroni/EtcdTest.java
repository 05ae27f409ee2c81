package moirai.nemesis.patroni;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EtcdTest {

    @Test
    void valueOfAKeyIsDecoded() {
        assertThat(Etcd.value("{\"header\":{\"revision\":\"33\"},\"kvs\":[{\"key\":\"L3M=\",\"value\":\"bjE=\"}],"
                        + "\"count\":\"1\"}"))
                .contains("n1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no JSON",
                "{\"header\":{\"revision\":\"33\"}}",
                "{\"kvs\":[]}",
                "{\"kvs\":[{\"value\":7}]}",
                "{\"kvs\":[{\"value\":\"***\"}]}"
            })
    void whatHasNoValueHasNone(String answer) {
        assertThat(Etcd.value(answer)).isEmpty();
    }
}
