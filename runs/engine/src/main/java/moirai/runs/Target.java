package moirai.runs;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import moirai.analysis.axioms.BaseOrder;
import moirai.clients.ClientFactory;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.ConnectionWrapping;
import moirai.clients.jdbc.dialects.EmbeddedDatabase;
import moirai.clients.memory.MemoryDatabase;
import moirai.clients.memory.MemoryIsolation;
import moirai.clients.memory.PlantedBug;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.jdbc.MockDatabases;
import moirai.nemesis.Cluster;
import moirai.reenactment.databases.CaseEngine;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.sessions.ClusterSessions;
import moirai.runs.sessions.EndpointSessions;
import moirai.runs.sessions.SessionSource;

/** The database under test and the way in which sessions reach it. Nothing is touched until it is opened. */
public sealed interface Target {

    /**
     * Returns the location of the database if it existed before the run. A caller that writes to it has to obtain
     * consent first.
     */
    default Optional<Endpoint> existing() {
        return Optional.empty();
    }

    /** Returns the cluster that is started for a run; empty for other targets. */
    default Optional<ClusterPlan> cluster() {
        return Optional.empty();
    }

    /**
     * Returns whether the database is simulated: a simulated database has no sessions, and the same seed gives the same
     * history.
     */
    default boolean isSimulated() {
        return false;
    }

    /**
     * Opens the database for replays of predicted anomalies.
     *
     * @param engine the product's engine
     * @param isolation the level by its SQL name; the mock store takes the level of each case instead
     * @param sessions how many will be open at a time
     * @throws IllegalArgumentException if the database does not speak SQL
     */
    DirectedDatabase openForScenarios(CaseEngine engine, String isolation, int sessions);

    /** A database that sessions reach by clients. */
    sealed interface Reached extends Target {

        /** Returns the clients that reach the database. */
        Clients clients();

        /**
         * Returns the place where sessions of one run or one replay are opened. Nothing is started yet.
         *
         * @param sessions how many will be open at a time
         * @param seeds the seed of each mock store that is made
         * @param areHeld whether the caller decides which statement is next, so that a mock store must not
         */
        Site site(int sessions, Supplier<Seed> seeds, boolean areHeld);
    }

    /** A place where sessions are opened for one run or one replay. */
    @FunctionalInterface
    interface Site extends AutoCloseable {

        /**
         * Returns a source of sessions on tables of their own; a database inside this process is new each time, and
         * {@link SessionSource#remove} removes it.
         *
         * @param clients the target's clients, possibly with a wrapper
         */
        SessionSource sessions(Clients clients);

        /** Returns the cluster, which the caller starts; empty for other targets. */
        default Optional<Cluster> cluster() {
            return Optional.empty();
        }

        /** Removes the cluster, if there is one. */
        @Override
        default void close() {}
    }

    /** The clients for a product, which can connect to a database at an endpoint. */
    @FunctionalInterface
    interface Clients {

        /**
         * Returns a factory of sessions at this endpoint.
         *
         * @param sessions how many will be open at a time
         */
        ClientFactory at(Endpoint endpoint, int sessions);

        /**
         * Returns a factory of sessions that only read, at any node, primary or replica. They use the requested level
         * or, where replicas refuse it, the strongest that replicas accept. The factory must not be {@linkplain
         * ClientFactory#prepare prepared}.
         */
        default ClientFactory readersAt(Endpoint endpoint, int sessions) {
            return at(endpoint, sessions);
        }

        /**
         * Returns the same clients with a wrapper between sessions and their connections; empty if they do not use
         * JDBC.
         */
        default Optional<Clients> through(ConnectionWrapping wrapping) {
            return Optional.empty();
        }
    }

    /** A cluster that is made for the run and removed after it. */
    record Started(ClusterPlan plan, Clients clients) implements Reached {

        @Override
        public Optional<ClusterPlan> cluster() {
            return Optional.of(plan);
        }

        @Override
        public Site site(int sessions, Supplier<Seed> seeds, boolean areHeld) {
            Cluster cluster = plan.make(sessions);
            return new Site() {
                @Override
                public SessionSource sessions(Clients through) {
                    return new ClusterSessions(
                            cluster, plan.readsAt(), plan.arrangement(), endpoint -> through.at(endpoint, sessions));
                }

                @Override
                public Optional<Cluster> cluster() {
                    return Optional.of(cluster);
                }

                @Override
                public void close() {
                    cluster.close();
                }
            };
        }

        /** Opens the database with two additional sessions: one sets up, the other reads the final state. */
        @Override
        public DirectedDatabase openForScenarios(CaseEngine engine, String isolation, int sessions) {
            return DirectedDatabase.started(engine, plan.make(sessions + 2), isolation);
        }
    }

    /** A database that is already there. */
    record Existing(Endpoint endpoint, Clients clients) implements Reached {

        @Override
        public Optional<Endpoint> existing() {
            return Optional.of(endpoint);
        }

        @Override
        public Site site(int sessions, Supplier<Seed> seeds, boolean areHeld) {
            return through -> EndpointSessions.of(() -> through.at(endpoint, sessions), () -> {});
        }

        @Override
        public DirectedDatabase openForScenarios(CaseEngine engine, String isolation, int sessions) {
            return DirectedDatabase.existing(engine, endpoint, isolation);
        }
    }

    /**
     * A database inside this process, new for each run and removed after it, which sessions reach through JDBC.
     *
     * @param maker creates an empty database
     */
    record InProcess(Supplier<EmbeddedDatabase> maker, Clients clients) implements Reached {

        @Override
        public Site site(int sessions, Supplier<Seed> seeds, boolean areHeld) {
            return through -> {
                EmbeddedDatabase database = maker.get();
                return EndpointSessions.of(() -> through.at(database.endpoint(), sessions), database::close);
            };
        }

        @Override
        public DirectedDatabase openForScenarios(CaseEngine engine, String isolation, int sessions) {
            return DirectedDatabase.embedded(engine, maker.get(), isolation);
        }
    }

    /** A mock store inside this process, new for each run, which sessions reach through JDBC like a server. */
    record Mock(IsolationLevel level, Clients clients) implements Reached {

        @Override
        public Site site(int sessions, Supplier<Seed> seeds, boolean areHeld) {
            return through -> {
                String name = UUID.randomUUID().toString();
                Endpoint endpoint = endpoint(name, seeds.get(), schedule(sessions, areHeld));
                return EndpointSessions.of(() -> through.at(endpoint, sessions), () -> MockDatabases.drop(name));
            };
        }

        @Override
        public DirectedDatabase openForScenarios(CaseEngine engine, String isolation, int sessions) {
            return DirectedDatabase.mock();
        }

        /**
         * Returns the schedule of a store. Unless the statements are held, it runs transactions one session after the
         * other and itself decides whose is next, so that a seed gives one behaviour. No behaviour that another
         * interleaving would show is lost by that (Biswas et al. 2021, theorem 4.1). Where real time counts, however,
         * transactions that never overlap could show nothing: at those levels the store runs statements as they arrive.
         */
        private String schedule(int sessions, boolean areHeld) {
            boolean keepsRealTime = StoreLevels.axioms(level).order() == BaseOrder.REALTIME;
            return areHeld || keepsRealTime ? "interleaved" : "lock-step&sessions=" + sessions;
        }

        private Endpoint endpoint(String name, Seed seed, String schedule) {
            String url = "jdbc:moirai:mem:" + name + "?isolation=" + StoreLevels.NAMES.label(level) + "&seed=" + seed
                    + "&schedule=" + schedule;
            return new Endpoint(url, "", "");
        }
    }

    /** A simulated database inside this process. */
    sealed interface Simulated extends Target {

        @Override
        default boolean isSimulated() {
            return true;
        }

        @Override
        default DirectedDatabase openForScenarios(CaseEngine engine, String isolation, int sessions) {
            throw new IllegalArgumentException("a simulated database has no SQL");
        }

        /** Returns a new, empty database. */
        MemoryDatabase open(Seed seed);

        /** Returns the equivalent of product and version. */
        String describe();
    }

    /** A simulated database that keeps its promises. */
    record Honest(MemoryIsolation isolation) implements Simulated {

        @Override
        public MemoryDatabase open(Seed seed) {
            return MemoryDatabase.honest(isolation);
        }

        @Override
        public String describe() {
            return "memory (simulated)";
        }
    }

    /**
     * A simulated database with a planted bug.
     *
     * @param probability the probability with which the bug shows at each opportunity
     */
    record Planted(PlantedBug bug, double probability) implements Simulated {

        @Override
        public MemoryDatabase open(Seed seed) {
            return MemoryDatabase.planted(bug, probability, seed);
        }

        @Override
        public String describe() {
            return "memory (simulated) with planted bug " + bug.cliName();
        }
    }
}
