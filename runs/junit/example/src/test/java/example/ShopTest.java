package example;

import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static moirai.history.level.IsolationLevel.SERIALIZABLE;

import moirai.junit.directed.AnomaliesOf;
import moirai.junit.directed.AnomalyReplay;
import org.h2.jdbcx.JdbcDataSource;

/** The update that the shop can lose, as it stands in its source. */
class ShopTest {

    @AnomaliesOf(value = Shop.class, level = READ_COMMITTED, known = "8e64bf9a-stale-read")
    void losesAnUpdateAtReadCommitted() {}

    @AnomaliesOf(value = Shop.class, level = SERIALIZABLE)
    void losesNothingIfTransactionsAreSerializable() {}

    @AnomaliesOf(value = Shop.class, isolation = "serializable")
    void losesNothingOnOurDatabase(AnomalyReplay replay) {
        var dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1");
        replay.on(dataSource);
    }
}
