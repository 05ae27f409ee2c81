package moirai.runs;

import java.util.Optional;
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
import moirai.reenactment.databases.CaseEngine;
import moirai.reenactment.databases.DirectedDatabase;

/** The database under test: which one, and how sessions reach it. Nothing is touched until it is opened. */
public sealed interface Target {

    /** Returns where the database is, if it was there before. Whoever writes to it has to see to its consent first. */
    default Optional<Endpoint> existing() {
        return Optional.empty();
    }

    /** Returns the cluster that is started for a run, if it is one. */
    default Optional<ClusterPlan> cluster() {
        return Optional.empty();
    }

    /** Returns whether the database is simulated: then it has no sessions, and the same seed gives the same history. */
    default boolean isSimulated() {
        return false;
    }

    /**
     * Opens the database for replays of predicted anomalies.
     *
     * @param engine the product's
     * @param isolation as SQL has a label for it; the mock store takes the level of each case instead
     * @param sessions how many will be open at a time
     * @throws IllegalArgumentException if it has no SQL
     */
    DirectedDatabase openForScenarios(CaseEngine engine, String isolation, int sessions);

    /** A database that sessions reach by clients. */
    sealed interface Reached extends Target {

        /** Returns the way to the database. */
        Clients clients();
    }

    /** Knows how to talk to a database at an endpoint. */
    @FunctionalInterface
    interface Clients {

        /**
         * A factory of sessions at this endpoint.
         *
         * @param sessions how many will be open at a time
         */
        ClientFactory at(Endpoint endpoint, int sessions);

        /**
         * A factory of sessions that only read and that take a node as it comes, primary or replica: at the level asked
         * for, or, where replicas refuse that, at the strongest that they do not. Not to be {@linkplain
         * ClientFactory#prepare prepared}.
         */
        default ClientFactory readersAt(Endpoint endpoint, int sessions) {
            return at(endpoint, sessions);
        }

        /** The same with something between sessions and their connections; empty if it is not JDBC that they speak. */
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

        /** One session more sets up, and one reads what is left. */
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
        public DirectedDatabase openForScenarios(CaseEngine engine, String isolation, int sessions) {
            return DirectedDatabase.existing(engine, endpoint, isolation);
        }
    }

    /**
     * A database inside this process, new for each run and removed after it, which sessions reach through JDBC.
     *
     * @param maker makes one, empty
     */
    record InProcess(Supplier<EmbeddedDatabase> maker, Clients clients) implements Reached {

        @Override
        public DirectedDatabase openForScenarios(CaseEngine engine, String isolation, int sessions) {
            return DirectedDatabase.embedded(engine, maker.get(), isolation);
        }
    }

    /** A mock store inside this process, new for each run, which sessions reach through JDBC as they would a server. */
    record Mock(IsolationLevel level, Clients clients) implements Reached {

        @Override
        public DirectedDatabase openForScenarios(CaseEngine engine, String isolation, int sessions) {
            return DirectedDatabase.mock();
        }

        /**
         * A store of this name. It takes one session's transaction after the other's and decides whose is next, so that
         * a seed gives one behaviour; that loses none which another interleaving would show (Biswas et al. 2021,
         * theorem 4.1). But where real time counts, transactions that never overlap could show nothing: at those levels
         * they come as they come.
         */
        public Endpoint open(String name, Seed seed, int sessions) {
            return keepsRealTime() ? interleaved(name, seed) : endpoint(name, seed, "lock-step&sessions=" + sessions);
        }

        /** A store of this name that takes statements as they come. */
        public Endpoint interleaved(String name, Seed seed) {
            return endpoint(name, seed, "interleaved");
        }

        private Endpoint endpoint(String name, Seed seed, String schedule) {
            String url = "jdbc:moirai:mem:" + name + "?isolation=" + StoreLevels.NAMES.label(level) + "&seed=" + seed
                    + "&schedule=" + schedule;
            return new Endpoint(url, "", "");
        }

        private boolean keepsRealTime() {
            return StoreLevels.axioms(level).order() == BaseOrder.REALTIME;
        }
    }

    /** A database inside this process. */
    sealed interface Simulated extends Target {

        @Override
        default boolean isSimulated() {
            return true;
        }

        @Override
        default DirectedDatabase openForScenarios(CaseEngine engine, String isolation, int sessions) {
            throw new IllegalArgumentException("a simulated database has no SQL");
        }

        /** A new one, empty. */
        MemoryDatabase open(Seed seed);

        /** Product and version, so to speak. */
        String describe();
    }

    /** A simulated database that keeps what it promises. */
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
     * A simulated database with a bug.
     *
     * @param probability with which the bug shows at each opportunity
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
