package moirai.junit.examples;

import static moirai.history.level.IsolationLevel.READ_COMMITTED;
import static org.assertj.core.api.Assertions.assertThat;

import moirai.junit.fuzzing.FuzzDatabase;
import moirai.junit.fuzzing.Fuzzing;
import org.h2.jdbcx.JdbcDataSource;

class DatabaseUnderLoadTest {

    @FuzzDatabase(expect = READ_COMMITTED)
    void ourDataSourceReadsOnlyWhatWasCommitted(Fuzzing fuzzing) {
        var dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1");
        fuzzing.on(dataSource);
    }

    @FuzzDatabase(product = "sqlite", workload = "register key-count=5", transactions = 1_000)
    void sqliteKeepsSnapshots(Fuzzing fuzzing) {
        assertThat(fuzzing.run().evidence().committed()).isPositive();
    }
}
