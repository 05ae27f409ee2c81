package moirai.reenactment;

import java.util.Map;
import javax.sql.DataSource;
import moirai.nemesis.postgres.PostgresCluster;
import moirai.nemesis.postgres.PostgresOptions;
import org.h2.jdbcx.JdbcDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A real server and an embedded one for all tests of this process; a watchdog ends the server with the process. */
final class Servers {

    /** Some tests need the embedded one alone. */
    private static final class Started {

        private static final PostgresCluster CLUSTER = start();
    }

    private static final DataSource H2 = embedded();

    private Servers() {}

    private static PostgresCluster start() {
        var cluster = new PostgresCluster(new PostgresOptions(6, Map.of("fsync", "off")));
        cluster.start();
        return cluster;
    }

    private static DataSource embedded() {
        var source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:directed;DB_CLOSE_DELAY=-1");
        return source;
    }

    static ReplayTarget postgresql(int isolation) {
        return new ServerTarget("PostgreSQL", postgresql(), isolation);
    }

    static DataSource postgresql() {
        var source = new PGSimpleDataSource();
        source.setUrl(Started.CLUSTER.url());
        source.setUser(Started.CLUSTER.user());
        source.setPassword(Started.CLUSTER.password());
        return source;
    }

    static ReplayTarget h2(int isolation) {
        return new ServerTarget("H2", H2, isolation);
    }
}
