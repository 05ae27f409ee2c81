package moirai.clients.jdbc.dialects;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import moirai.clients.ClientException;
import org.junit.jupiter.api.Test;

class StrangersTest {

    private static final Strangers STRANGERS = Strangers.expected("prod-db2"::equals);

    @Test
    void aForbiddenMemberIsRefusedByItsHostAmongOthers() {
        assertThatThrownBy(() -> STRANGERS.require(List.of("db1:3306", "prod-db2:3307")))
                .matches(refused -> ((ClientException) refused).isGuarded())
                .hasMessageStartingWith("'prod-db2', which the server names")
                .hasMessageEndingWith("--allow-name prod-db2");
    }

    @Test
    void othersAreNot() {
        assertThatCode(() -> STRANGERS.require(List.of("db1:3306", "db2:3306"))).doesNotThrowAnyException();
    }
}
