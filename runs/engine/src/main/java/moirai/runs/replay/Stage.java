package moirai.runs.replay;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import moirai.clients.jdbc.ConnectionWrapping;
import moirai.clients.jdbc.tables.TableSql;
import moirai.history.Seed;
import moirai.history.TxnPlan;
import moirai.nemesis.Cluster;
import moirai.runs.Target;
import moirai.runs.sessions.ReadsAt;
import moirai.runs.sessions.SessionSource;
import moirai.scheduling.HeldSessions;
import moirai.scheduling.StepRule;

/** A database of the kind that a case needs, with sessions whose statements can be held, for all attempts. */
final class Stage implements AutoCloseable {

    private static final TxnPlan NOTHING = new TxnPlan.Builder(0).build();

    /**
     * The rule that counts each op on a list as one statement, or as one with its fallback if the row does not exist
     * yet.
     */
    private static final StepRule OPS = (sql, before) ->
            sql.contains(TableSql.PREFIX) && !before.startsWith("SAVEPOINT") && !before.startsWith("ROLLBACK TO");

    private final Target.Reached target;
    private final Target.Site site;

    /**
     * A set of sessions on tables that were just made.
     *
     * @param held the sessions whose statements can be held
     */
    record Scene(HeldSessions held, SessionSource source) implements AutoCloseable {

        @Override
        public void close() {
            end(source);
        }
    }

    private Stage(Target.Reached target, Target.Site site) {
        this.target = target;
        this.site = site;
    }

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
     * @param target a target without an objection
     * @param sessions how many will be open at a time
     * @param seed the seed of the choices of mock stores, of which each has another part
     * @throws moirai.nemesis.ClusterException if a server cannot be started
     */
    static Stage of(Target target, int sessions, Seed seed) {
        if (!(target instanceof Target.Reached reached)) {
            throw new IllegalStateException("a simulation has no statements");
        }
        var made = new AtomicLong();
        Target.Site site = reached.site(sessions, () -> seed.part(made.getAndIncrement()), true);
        try {
            site.cluster().ifPresent(Cluster::start);
            return new Stage(reached, site);
        } catch (RuntimeException failed) {
            site.close();
            throw failed;
        }
    }

    /**
     * Returns sessions on empty tables.
     *
     * @param sessions how many sessions can be held
     * @throws moirai.clients.ClientException if the database cannot be reached or refuses
     */
    Scene scene(int sessions) {
        var held = new HeldSessions(sessions, OPS);
        SessionSource source = site.sessions(target.clients()
                .through(held::wrap)
                .orElseThrow(() -> new IllegalStateException("statements of these sessions cannot be held")));
        try {
            source.prepare(NOTHING);
            return new Scene(held, source);
        } catch (RuntimeException failed) {
            end(source);
            throw failed;
        }
    }

    private static void end(SessionSource source) {
        try {
            source.close();
        } finally {
            source.remove();
        }
    }

    /** Returns the possible placements of sessions, the most promising first. */
    List<Placement> placements(Script script) {
        int nodes = site.cluster().map(cluster -> cluster.nodes().size()).orElse(1);
        if (nodes == 1) {
            return List.of(Placement.single(script.sessionCount()));
        }
        ReadsAt readsAt = target.cluster().orElseThrow().readsAt();
        return site.cluster().orElseThrow().failover().isPresent()
                ? Placement.reading(script, nodes, readsAt)
                : Placement.anywhere(script.sessionCount(), nodes);
    }

    /** Returns whether a scene serves one attempt alone, because a mock store's choices depend on earlier attempts. */
    boolean isOfOneAttempt() {
        return target instanceof Target.Mock;
    }

    @Override
    public void close() {
        site.close();
    }
}
