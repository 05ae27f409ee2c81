package moirai.clients.cql;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import moirai.clients.ClientException;
import moirai.clients.Endpoint;
import moirai.history.DataModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cluster of which no node can be reached. */
@Timeout(60)
class CqlClusterFactoryTest {

    /** An address at which no server listens without root. */
    private static final String NOBODY = "127.0.0.1:1";

    private static final String UNKNOWN = "nobody.invalid";

    private static CqlClusterFactory at(String nodes) {
        var options = new CqlOptions(DataModel.LIST_APPEND, CqlMode.LWT, Consistency.QUORUM, Consistency.QUORUM, 1, 1);
        return new CqlClusterFactory(new Endpoint(CqlUrl.START + nodes, "", ""), options);
    }

    @Test
    void nodesThatDoNotAnswerAreNamed() {
        try (var factory = at(NOBODY)) {
            assertThatThrownBy(factory::prepare)
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining(NOBODY)
                    .hasMessageContaining("is the node running");
            assertThatThrownBy(factory::clear)
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining(NOBODY);
        }
    }

    @Test
    void namesThatNobodyKnowsAreNamed() {
        try (var factory = at(UNKNOWN)) {
            assertThatThrownBy(factory::prepare)
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("'" + UNKNOWN + "' is not known");
            assertThatThrownBy(factory::clear)
                    .isInstanceOf(ClientException.class)
                    .hasMessageContaining("'" + UNKNOWN + "' is not known");
        }
    }

    @Test
    void nothingIsToBeClosedOfWhatWasNotPrepared() {
        assertThatCode(at(NOBODY)::close).doesNotThrowAnyException();
    }
}
