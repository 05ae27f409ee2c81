package moirai.junit.properties;

import java.util.function.BiConsumer;
import javax.sql.DataSource;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.state.Action;
import net.jqwik.api.state.ActionChain;
import net.jqwik.api.state.ActionChainArbitrary;
import net.jqwik.api.state.Transformer;

/**
 * Transactions on lists in a database, as chains of jqwik's actions. An action is one step of one session: it reads a
 * list, appends to a list, commits or rolls back. A session begins a transaction with its first step. So transactions
 * overlap, and they do so in one thread and in the same way each time.
 *
 * <p>For example {@code ListActions.on(dataSource).isolation(Connection.TRANSACTION_SERIALIZABLE).chains()} provides
 * chains. A property runs one and judges {@code chain.run().history()}.
 *
 * <p>A step that waits for a lock would wait forever, since the session that holds the lock cannot go on meanwhile.
 * Such a step is broken off after a time, and its transaction is recorded as aborted.
 *
 * @param isolation a constant of {@link java.sql.Connection}, or {@link #AS_IT_IS}
 * @param blockedMillis how long a step may take before it is broken off
 * @param permitted the JDBC URL, without options, of a database outside of this process that may be written to; empty
 *    if none may
 */
public record ListActions(
        DataSource dataSource, int sessions, int keys, int isolation, long blockedMillis, String permitted) {

    /** The isolation of connections as the data source gives them. */
    public static final int AS_IT_IS = -1;

    private static final int SESSIONS = 3;
    private static final int KEYS = 2;
    private static final long BLOCKED_MILLIS = 500;

    /** The weights of actions: a chain with few commits shows little. */
    private static final int READS = 4;

    private static final int APPENDS = 4;
    private static final int COMMITS = 3;
    private static final int ROLLBACKS = 1;

    public ListActions {
        if (sessions < 1 || keys < 1 || blockedMillis < 1) {
            throw new IllegalArgumentException(sessions + " sessions, " + keys + " lists and " + blockedMillis
                    + " ms; expected at least 1 of each");
        }
    }

    /** Returns actions of 3 sessions on 2 lists, in a table of their own that each chain makes and removes. */
    public static ListActions on(DataSource dataSource) {
        return new ListActions(dataSource, SESSIONS, KEYS, AS_IT_IS, BLOCKED_MILLIS, "");
    }

    /** Returns the same with another number of sessions. */
    public ListActions sessions(int count) {
        return new ListActions(dataSource, count, keys, isolation, blockedMillis, permitted);
    }

    /** Returns the same on another number of lists. */
    public ListActions keys(int count) {
        return new ListActions(dataSource, sessions, count, isolation, blockedMillis, permitted);
    }

    /** Returns the same at an isolation level, which is a constant of {@link java.sql.Connection}. */
    public ListActions isolation(int jdbcLevel) {
        return new ListActions(dataSource, sessions, keys, jdbcLevel, blockedMillis, permitted);
    }

    /** Returns the same with another time after which a step counts as blocked. */
    public ListActions blockedMillis(long millis) {
        return new ListActions(dataSource, sessions, keys, isolation, millis, permitted);
    }

    /**
     * Returns the same with permission to write to a database outside of this process, such as {@code
     * mayWriteTo("jdbc:postgresql://localhost:5432/test")}.
     *
     * <p>A host, database or user with a name that looks like production is refused all the same.
     *
     * @param url its whole JDBC URL, as the driver tells it; options, which begin with {@code ?} or {@code ;}, do not
     *    count
     */
    public ListActions mayWriteTo(String url) {
        return new ListActions(dataSource, sessions, keys, isolation, blockedMillis, url);
    }

    /** Returns chains of up to 32 actions, or as many as {@link ActionChainArbitrary#withMaxTransformations} says. */
    public ActionChainArbitrary<ListSessions> chains() {
        return ActionChain.startWith(() -> ListSessions.open(this))
                .withAction(READS, onList("reads", ListSessions::read))
                .withAction(APPENDS, onList("appends to", ListSessions::append))
                .withAction(COMMITS, ofSession("commits", ListSessions::commit))
                .withAction(ROLLBACKS, ofSession("rolls back", ListSessions::rollBack));
    }

    /** A step of a session on a list. */
    @FunctionalInterface
    private interface ListStep {

        void run(ListSessions state, int session, int key);
    }

    private Action<ListSessions> onList(String verb, ListStep step) {
        Arbitrary<Transformer<ListSessions>> transformers = Combinators.combine(below(sessions), below(keys))
                .as((session, key) -> Transformer.mutate(
                        "session " + session + " " + verb + " list " + key, state -> step.run(state, session, key)));
        return new Independent(transformers);
    }

    private Action<ListSessions> ofSession(String verb, BiConsumer<ListSessions, Integer> end) {
        return new Independent(below(sessions)
                .map(session ->
                        Transformer.mutate("session " + session + " " + verb, state -> end.accept(state, session))));
    }

    private static Arbitrary<Integer> below(int count) {
        return Arbitraries.integers().between(0, count - 1).withDistribution(RandomDistribution.uniform());
    }

    /** An action that is possible in each state. */
    private record Independent(Arbitrary<Transformer<ListSessions>> transformer)
            implements Action.Independent<ListSessions> {}
}
