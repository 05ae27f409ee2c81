package moirai.runs.emission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.runs.cases.Case;
import moirai.runs.cases.Claim;
import moirai.runs.cases.Precedence;
import moirai.runs.cases.StatementOrder;

/**
 * A case as SQL that a person or a program can follow: statements in one order, each of one session, with what is to
 * be read. Nothing of it comes from texts of the case: keys and elements are numbers, the level is one of four.
 *
 * @param table of its own for each case, so that nobody's table is touched
 * @param isolation in SQL's words
 * @param broken the level that the case breaks, which need not be the one that its run expected
 * @param keys of the rows, which are there from the beginning, with an empty text
 */
record Recipe(String table, String isolation, String broken, List<Long> keys, List<Step> steps) {

    /** What a step is. */
    enum Kind {
        BEGIN,
        READ,
        APPEND,
        COMMIT,
        ROLLBACK
    }

    /**
     * One statement.
     *
     * @param session from 0, densely
     * @param seen what a read is to return; {@value #UNKNOWN} if nobody knows what it returned; empty for others
     */
    record Step(int session, int txn, Kind kind, String sql, String seen) {}

    /** What a read without an answer returned; no list looks like it. */
    static final String UNKNOWN = "?";

    private static final Map<String, String> LEVELS = Map.of(
            "read-uncommitted", "READ UNCOMMITTED",
            "read-committed", "READ COMMITTED",
            "repeatable-read", "REPEATABLE READ",
            "serializable", "SERIALIZABLE");

    private static final Pattern UNSAFE = Pattern.compile("[^A-Za-z0-9 .,:;=()\\[\\]_+-]");

    /** Of lists, each op on one of them, at one server, at a level of SQL's; empty for other cases. */
    static Optional<Recipe> of(Case found) {
        History history = found.history();
        String isolation = LEVELS.getOrDefault(found.header().isolation(), "");
        if (!(found.claim() instanceof Claim.Forbidden(var phenomenon, var broken))) {
            return Optional.empty();
        }
        boolean isPlain = history.dataModel() == DataModel.LIST_APPEND
                && history.isTimed()
                && IntStream.range(0, history.opCount()).noneMatch(history::isScan);
        if (!isPlain || isolation.isEmpty()) {
            return Optional.empty();
        }
        String table = "moirai_case_" + found.fingerprint().hash();
        return Optional.of(new Recipe(table, isolation, broken.label(), keys(history), steps(found, table)));
    }

    private static List<Long> keys(History history) {
        return IntStream.range(0, history.keyCount())
                .mapToObj(history::keyName)
                .sorted()
                .toList();
    }

    private static List<Step> steps(Case found, String table) {
        History history = found.history();
        List<Integer> sessions = IntStream.range(0, history.txnCount())
                .mapToObj(history::session)
                .distinct()
                .sorted(Comparator.naturalOrder())
                .toList();
        StatementOrder order = found.confirmedOrder().orElseGet(() -> asRead(history));
        var steps = new ArrayList<Step>();
        for (StatementOrder.Turn turn : order.turns()) {
            steps.add(step(history, turn, sessions.indexOf(history.session(turn.txn())), table));
        }
        return steps;
    }

    /** An order in which the reads can show what they showed; otherwise that of observation. */
    private static StatementOrder asRead(History history) {
        List<StatementOrder.Turn> observed = StatementOrder.observed(history).turns();
        return new Precedence(history, false).by(observed::indexOf);
    }

    private static Step step(History history, StatementOrder.Turn turn, int session, String table) {
        int txn = turn.txn();
        if (turn.isBegin()) {
            return new Step(session, txn, Kind.BEGIN, "", "");
        }
        if (turn.isEnd(history)) {
            return history.outcome(txn) instanceof Outcome.Aborted
                    ? new Step(session, txn, Kind.ROLLBACK, "ROLLBACK", "")
                    : new Step(session, txn, Kind.COMMIT, "COMMIT", "");
        }
        return switch (history.op(turn.op(history))) {
            case Op.Append(long key, int element) ->
                new Step(
                        session,
                        txn,
                        Kind.APPEND,
                        "UPDATE " + table + " SET val = CONCAT(val, ' " + element + "') WHERE id = " + key,
                        "");
            case Op.Read(long key, var elements) ->
                new Step(
                        session,
                        txn,
                        Kind.READ,
                        "SELECT val FROM " + table + " WHERE id = " + key,
                        elements.isKnown()
                                ? elements.toString().replace("[", "").replace("]", "")
                                : UNKNOWN);
            default -> throw new IllegalStateException("only lists were let in");
        };
    }

    /** How many sessions there are. */
    int sessionCount() {
        Set<Integer> sessions = new LinkedHashSet<>();
        steps.forEach(step -> sessions.add(step.session()));
        return sessions.size();
    }

    /** Makes the table. */
    String create() {
        return "CREATE TABLE " + table + " (id bigint PRIMARY KEY, val varchar(1000) NOT NULL)";
    }

    /** Makes the rows. */
    List<String> inserts() {
        return keys.stream()
                .map(key -> "INSERT INTO " + table + " (id, val) VALUES (" + key + ", '')")
                .toList();
    }

    /** Removes the table. */
    String drop() {
        return "DROP TABLE " + table;
    }

    /** A text of a case that can stand in any comment. */
    static String comment(String text) {
        return UNSAFE.matcher(text).replaceAll("?");
    }
}
