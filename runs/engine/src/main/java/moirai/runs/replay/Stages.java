package moirai.runs.replay;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.ConnectionWrapping;
import moirai.clients.jdbc.dialects.EmbeddedDatabase;
import moirai.history.Seed;
import moirai.history.TxnPlan;
import moirai.mockstore.jdbc.MockDatabases;
import moirai.nemesis.Cluster;
import moirai.runs.Target;
import moirai.runs.sessions.ClusterSessions;
import moirai.runs.sessions.EndpointSessions;
import moirai.runs.sessions.ReadsAt;
import moirai.runs.sessions.SessionSource;
import moirai.scheduling.HeldSessions;

/** The maker of stages for the databases under test. */
final class Stages {

    private static final TxnPlan NOTHING = new TxnPlan.Builder(0).build();

    private Stages() {}

    /** Returns why statements cannot be held at a target, in words that follow "since"; empty if they can. */
    static Optional<String> objection(Target target) {
        return switch (target) {
            case Target.Simulated simulated -> Optional.of("the database is simulated, and its seed says it all");
            case Target.Reached reached ->
                reached.clients().through(ConnectionWrapping.NONE).isPresent()
                        ? Optional.empty()
                        : Optional.of("sessions there do not speak JDBC");
        };
    }

    /**
     * Makes the stage, servers included.
     *
     * @param sessions how many will be open at a time
     * @param seed the seed of a mock store's choices
     * @throws moirai.nemesis.ClusterException if a server cannot be started
     */
    static Stage of(Target target, int sessions, Seed seed) {
        return switch (target) {
            case Target.Started started -> OnCluster.start(started, sessions);
            case Target.Existing(Endpoint endpoint, Target.Clients clients) ->
                held -> new Stage.Scene(held, prepared(at(endpoint, clients, held, sessions)), () -> {});
            case Target.InProcess inProcess -> new InProcess(inProcess, sessions);
            case Target.Mock mock -> new OnMock(mock, sessions, seed);
            case Target.Simulated simulated -> throw new IllegalStateException("a simulation has no statements");
        };
    }

    private static SessionSource at(Endpoint endpoint, Target.Clients clients, HeldSessions held, int sessions) {
        return new EndpointSessions(Stage.held(clients, held).at(endpoint, sessions));
    }

    private static SessionSource prepared(SessionSource source) {
        try {
            source.prepare(NOTHING);
            return source;
        } catch (RuntimeException failed) {
            source.close();
            throw failed;
        }
    }

    /** A stage on servers that were started. */
    private record OnCluster(Cluster cluster, Target.Started target, int sessions) implements Stage {

        static Stage start(Target.Started target, int sessions) {
            Cluster cluster = target.plan().make(sessions);
            try {
                cluster.start();
                return new OnCluster(cluster, target, sessions);
            } catch (RuntimeException failed) {
                cluster.close();
                throw failed;
            }
        }

        @Override
        public Scene scene(HeldSessions held) {
            Target.Clients clients = Stage.held(target.clients(), held);
            var source = new ClusterSessions(
                    cluster,
                    target.plan().readsAt(),
                    target.plan().arrangement(),
                    endpoint -> clients.at(endpoint, sessions));
            return new Scene(held, prepared(source), () -> {});
        }

        @Override
        public List<Placement> placements(Script script) {
            int nodes = cluster.nodes().size();
            if (nodes == 1) {
                return Stage.super.placements(script);
            }
            ReadsAt readsAt = target.plan().readsAt();
            return cluster.failover().isPresent()
                    ? Placement.reading(script, nodes, readsAt)
                    : Placement.anywhere(script.sessionCount(), nodes);
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    /** A stage on a library, with a new database for each scene. */
    private record InProcess(Target.InProcess target, int sessions) implements Stage {

        @Override
        public Scene scene(HeldSessions held) {
            EmbeddedDatabase database = target.maker().get();
            try {
                SessionSource source = prepared(at(database.endpoint(), target.clients(), held, sessions));
                return new Scene(held, source, database::close);
            } catch (RuntimeException failed) {
                database.close();
                throw failed;
            }
        }
    }

    /** A stage on a mock store: its choices follow from its seed, so each attempt has another store. */
    private static final class OnMock implements Stage {

        private final Target.Mock target;
        private final int sessions;
        private final Seed seed;
        private int made;

        OnMock(Target.Mock target, int sessions, Seed seed) {
            this.target = target;
            this.sessions = sessions;
            this.seed = seed;
        }

        @Override
        public Scene scene(HeldSessions held) {
            String name = UUID.randomUUID().toString();
            Endpoint endpoint = target.interleaved(name, seed.part(made++));
            try {
                return new Scene(
                        held, prepared(at(endpoint, target.clients(), held, sessions)), () -> MockDatabases.drop(name));
            } catch (RuntimeException failed) {
                MockDatabases.drop(name);
                throw failed;
            }
        }

        @Override
        public boolean isOfOneAttempt() {
            return true;
        }
    }
}
