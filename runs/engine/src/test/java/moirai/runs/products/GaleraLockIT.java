package moirai.runs.products;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import moirai.clients.ClientException;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.nemesis.Node;
import moirai.nemesis.mariadb.MariadbCluster;
import moirai.nemesis.mariadb.MariadbOptions;
import moirai.nemesis.mariadb.MariadbPrograms;
import moirai.runs.Target;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Only one run at a time is admitted on a cluster in which every node has locks of its own. */
class GaleraLockIT {

    private static final int NODES = 2;

    private static final ServerProduct MARIADB =
            (ServerProduct) Products.named("mariadb").orElseThrow();

    @BeforeEach
    void isInstalled() {
        MariadbPrograms.missing(NODES).ifPresent(missing -> Assumptions.abort("skipped: needs " + missing));
    }

    /** Returns clients at a URL that names one node. */
    private static ClientFactory runAt(MariadbCluster cluster, Node node) {
        var endpoint = new Endpoint(node.url(), cluster.user(), cluster.password());
        return MARIADB.existing(endpoint, Wish.of("repeatable-read")) instanceof Target.Existing(var at, var clients)
                ? clients.at(at, 1)
                : failed();
    }

    private static ClientFactory failed() {
        throw new AssertionError("a URL is of a database that exists");
    }

    @Test
    void aRunAtOneNodeKeepsOthersAwayFromAllNodesUntilItEnds() {
        try (var cluster = new MariadbCluster(MariadbOptions.galera(NODES, 10))) {
            cluster.start();
            ClientFactory first = runAt(cluster, cluster.nodes().getFirst());
            try (first;
                    var second = runAt(cluster, cluster.nodes().getLast())) {
                first.prepare();

                assertThatThrownBy(second::prepare)
                        .isInstanceOf(ClientException.class)
                        .matches(refused -> ((ClientException) refused).isGuarded())
                        .hasMessageContaining("another run is using these tables");
                assertThatThrownBy(second::clear).isInstanceOf(ClientException.class);

                first.close();
                assertThatCode(second::prepare).doesNotThrowAnyException();
                assertThatThrownBy(first::prepare).isInstanceOf(ClientException.class);
            }
        }
    }
}
