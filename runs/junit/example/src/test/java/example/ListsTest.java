package example;

import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.junit.assertions.MoiraiAssertions.assertThat;

import java.sql.Connection;
import moirai.history.History;
import moirai.history.level.Phenomenon;
import moirai.junit.properties.HistoryArbitraries;
import moirai.junit.properties.ListActions;
import moirai.junit.properties.ListSessions;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.state.ActionChain;
import org.h2.jdbcx.JdbcDataSource;

/** Properties of a database, and of histories with a known anomaly. */
class ListsTest {

    @Provide
    Arbitrary<ActionChain<ListSessions>> chains() {
        var database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:lists;DB_CLOSE_DELAY=-1");
        return ListActions.on(database).isolation(Connection.TRANSACTION_READ_COMMITTED).chains();
    }

    @Property(tries = 100)
    void h2ReadsOnlyWhatWasCommitted(@ForAll("chains") ActionChain<ListSessions> chain) {
        assertThat(chain.run().history()).satisfies(READ_COMMITTED);
    }

    @Provide
    Arbitrary<History> writeSkews() {
        return HistoryArbitraries.withAnomaly(Phenomenon.G2_ITEM);
    }

    @Property(tries = 100)
    void writeSkewIsFound(@ForAll("writeSkews") History history) {
        assertThat(history).hasAnomaly(Phenomenon.G2_ITEM);
    }
}
