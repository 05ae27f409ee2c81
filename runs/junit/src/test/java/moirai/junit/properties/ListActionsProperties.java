package moirai.junit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import javax.sql.DataSource;
import moirai.analysis.Verdict;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.state.ActionChain;
import org.h2.jdbcx.JdbcDataSource;
import org.hsqldb.jdbc.JDBCDataSource;

class ListActionsProperties {

    private final DataSource h2 = h2();
    private final DataSource hsqldb = hsqldb();

    private static DataSource h2() {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:list-actions;DB_CLOSE_DELAY=-1");
        return source;
    }

    private static DataSource hsqldb() {
        var source = new JDBCDataSource();
        source.setURL("jdbc:hsqldb:mem:list-actions;hsqldb.tx=mvcc");
        source.setUser("sa");
        return source;
    }

    @Provide
    Arbitrary<ActionChain<ListSessions>> h2AtReadCommitted() {
        return ListActions.on(h2)
                .isolation(Connection.TRANSACTION_READ_COMMITTED)
                .chains();
    }

    @Provide
    Arbitrary<ActionChain<ListSessions>> hsqldbAtSerializable() {
        return ListActions.on(hsqldb)
                .isolation(Connection.TRANSACTION_SERIALIZABLE)
                .blockedMillis(50)
                .chains();
    }

    @Property(tries = 100)
    void h2KeepsToReadCommitted(@ForAll("h2AtReadCommitted") ActionChain<ListSessions> chain) {
        keepsTo(IsolationLevel.READ_COMMITTED, chain);
    }

    @Property(tries = 50)
    void hsqldbKeepsToSnapshotIsolation(@ForAll("hsqldbAtSerializable") ActionChain<ListSessions> chain) {
        keepsTo(IsolationLevel.SNAPSHOT_ISOLATION, chain);
    }

    private static void keepsTo(IsolationLevel level, ActionChain<ListSessions> chain) {
        History history = chain.run().history();

        assertThat(new LevelChecker().check(history, level))
                .as(HistoryNotation.format(history))
                .isInstanceOf(Verdict.Pass.class);
    }
}
