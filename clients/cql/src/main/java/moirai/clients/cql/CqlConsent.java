package moirai.clients.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import moirai.clients.ClientException;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.clients.Inspection;
import moirai.clients.Location;
import moirai.clients.Mark;
import moirai.history.DataModel;

/**
 * The mark of a Cassandra cluster: a keyspace with one row for the mark, and one for the run that has the cluster.
 *
 * <p>The mark is for the cluster as a whole, as sessions share its nodes with all its keyspaces. A cluster is
 * identified by the ids of its nodes: when a node joins or leaves for good, the mark is no longer valid.
 */
public final class CqlConsent implements Consent {

    /** The table of the run that has the cluster. */
    static final String RUN = TABLE + ".run";

    private static final String MARK = TABLE + ".mark";

    private static final List<String> RUN_ALONE = List.of("run");

    private static final int TIMEOUT_SECONDS = 10;

    private static final CqlOptions OPTIONS = new CqlOptions(
            DataModel.LIST_APPEND, CqlMode.LWT, Consistency.QUORUM, Consistency.QUORUM, 1, TIMEOUT_SECONDS);

    private final Endpoint endpoint;
    private final CqlUrl url;

    /**
     * Makes an inspector that has not connected yet.
     *
     * @param endpoint a {@link CqlUrl}, whose first node is asked
     * @throws ClientException if the URL has another form
     */
    public CqlConsent(Endpoint endpoint) {
        this.endpoint = endpoint;
        this.url = CqlUrl.parse(endpoint.url());
    }

    /** Inspects the cluster by statements that only select or list; a datacenter that does not exist is a refusal. */
    @Override
    public Inspection inspect() {
        return at("cannot look for the mark at", this::inspect);
    }

    private Inspection inspect(CqlSession session) {
        var topology = Topology.of(session).in(url.datacenter());
        Map<String, List<String>> tables = tables(session);
        var own = new ArrayList<String>();
        var others = new ArrayList<String>();
        tables.forEach((keyspace, all) -> {
            if (!keyspace.equals(TABLE)) {
                (Keyspace.isOfRun(keyspace) ? own : others)
                        .addAll(all.stream()
                                .map(table -> keyspace + "." + table)
                                .toList());
            }
        });
        // A run was killed before it made its table.
        keyspacesOfRuns(session).stream()
                .filter(keyspace -> !tables.containsKey(keyspace))
                .forEach(own::add);
        return new Inspection(
                new Location(topology.name(), "cassandra " + String.join(" ", topology.hosts())),
                endpoint.user().isEmpty() ? "anonymous" : endpoint.user(),
                isSuperuser(session),
                tables.containsKey(TABLE) && !RUN_ALONE.equals(tables.get(TABLE)) ? marks(session) : List.of(),
                own,
                others);
    }

    /** Returns the tables by keyspace, without Cassandra's own. */
    private static Map<String, List<String>> tables(CqlSession session) {
        var tables = new TreeMap<String, List<String>>();
        for (Row row : session.execute("SELECT keyspace_name, table_name FROM system_schema.tables")) {
            String keyspace = String.valueOf(row.getString(0));
            if (!keyspace.equals("system") && !keyspace.startsWith("system_")) {
                tables.computeIfAbsent(keyspace, name -> new ArrayList<>()).add(String.valueOf(row.getString(1)));
            }
        }
        return tables;
    }

    /** Returns the keyspaces with a run's name in which every table has a run's comment. */
    static List<String> keyspacesOfRuns(CqlSession session) {
        var isOurs = new TreeMap<String, Boolean>();
        for (Row row : session.execute("SELECT keyspace_name FROM system_schema.keyspaces")) {
            String keyspace = String.valueOf(row.getString(0));
            if (Keyspace.isOfRun(keyspace)) {
                isOurs.put(keyspace, true);
            }
        }
        for (Row row : session.execute("SELECT keyspace_name, comment FROM system_schema.tables")) {
            isOurs.computeIfPresent(
                    String.valueOf(row.getString(0)), (keyspace, so) -> so && Keyspace.MARK.equals(row.getString(1)));
        }
        return isOurs.keySet().stream().filter(isOurs::get).toList();
    }

    /**
     * Returns whether the user may do everything: by a role, or because the cluster does not check users or rights. If
     * that cannot be determined, the user counts as a super-user.
     */
    private boolean isSuperuser(CqlSession session) {
        String user = "'" + endpoint.user().replace("'", "''") + "'";
        try {
            boolean isSuperuser = endpoint.user().isEmpty();
            for (Row row : session.execute("LIST ROLES OF " + user)) {
                isSuperuser |= row.getBoolean("super");
            }
            // Refused where no authorizer is set up, which lets everybody do everything.
            session.execute("LIST ALL PERMISSIONS OF " + user);
            return isSuperuser;
        } catch (DriverException unknown) {
            if (CqlFailures.isAnswer(unknown)) {
                return true;
            }
            throw unknown;
        }
    }

    private List<Mark> marks(CqlSession session) {
        var marks = new ArrayList<Mark>();
        try {
            for (Row row : session.execute(SimpleStatement.newInstance(
                            "SELECT environment, owner, allow_faults, expires_at, seal FROM " + MARK)
                    .setConsistencyLevel(DefaultConsistencyLevel.QUORUM))) {
                marks.add(new Mark(
                        text(row, 0), text(row, 1), row.getBoolean(2), Instant.parse(text(row, 3)), text(row, 4)));
            }
            return marks;
        } catch (DateTimeException | InvalidQueryException | IllegalArgumentException foreign) {
            throw new ClientException(
                    "the keyspace " + TABLE + " at " + endpoint + " holds no mark of Moirai's; rename it", foreign);
        }
    }

    private static String text(Row row, int column) {
        return Objects.requireNonNullElse(row.getString(column), "");
    }

    @Override
    public void give(Mark mark) {
        at("cannot mark", session -> {
            // One of them alone is there if somebody was killed in the middle of this.
            if (tables(session).getOrDefault(TABLE, List.of()).size() < 2) {
                create(session);
            }
            session.execute(SimpleStatement.newInstance(
                            "INSERT INTO " + MARK
                                    + " (id, environment, owner, allow_faults, expires_at, seal)"
                                    + " VALUES (0, ?, ?, ?, ?, ?)",
                            mark.environment(),
                            mark.owner(),
                            mark.allowsFaults(),
                            mark.expiresAt().toString(),
                            mark.token())
                    .setConsistencyLevel(DefaultConsistencyLevel.QUORUM));
            return mark;
        });
    }

    private void create(CqlSession session) {
        var topology = Topology.of(session).in(url.datacenter());
        Keyspace.define(
                session, "CREATE KEYSPACE IF NOT EXISTS " + TABLE + " WITH replication = " + topology.replication());
        Keyspace.define(
                session,
                "CREATE TABLE IF NOT EXISTS " + MARK
                        + " (id int PRIMARY KEY, environment text, owner text, allow_faults boolean,"
                        + " expires_at text, seal text)");
        Keyspace.define(session, "CREATE TABLE IF NOT EXISTS " + RUN + " (id int PRIMARY KEY, holder text)");
        Keyspace.awaitAgreement(session);
    }

    /** Takes the cluster first: a run that lost its lease with the mark could not be judged. */
    @Override
    public void withdraw() {
        at("cannot remove the mark at", session -> {
            Map<String, List<String>> tables = tables(session);
            if (tables.getOrDefault(TABLE, List.of()).contains("run")) {
                Lease.seize(session, Lease.ofRelease());
            }
            if (tables.containsKey(TABLE)) {
                Keyspace.drop(session, TABLE);
                Keyspace.awaitAgreement(session);
            }
            return session;
        });
    }

    private <T> T at(String what, Function<CqlSession, T> work) {
        try (CqlNode node = new CqlNode(endpoint, OPTIONS, Keyspace.ofCluster(DataModel.LIST_APPEND))) {
            return work.apply(node.driver());
        } catch (DriverException failed) {
            throw CqlFailures.exception(what + " " + endpoint, failed);
        }
    }
}
