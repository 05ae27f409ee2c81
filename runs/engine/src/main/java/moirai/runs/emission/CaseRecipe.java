package moirai.runs.emission;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import moirai.history.DataModel;
import moirai.history.History;
import moirai.history.Op;
import moirai.history.Outcome;
import moirai.runs.cases.Claim;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.Precedence;
import moirai.runs.cases.StatementOrder;

/**
 * The maker of a recipe from a case. The recipe uses no text of the case: keys and elements are numbers, the level is
 * one of four, and each case has a table of its own, so that no existing table is touched.
 */
final class CaseRecipe {

    private static final Set<String> LEVELS =
            Set.of("read-uncommitted", "read-committed", "repeatable-read", "serializable");

    private CaseRecipe() {}

    /**
     * Returns the recipe of a case about lists in which each op accesses a single list, on one server, at an SQL
     * isolation level; empty for other cases.
     */
    static Optional<Recipe> of(HistoryCase found) {
        History history = found.history();
        boolean isPlain = found.claim() instanceof Claim.Forbidden
                && history.dataModel() == DataModel.LIST_APPEND
                && history.isTimed()
                && IntStream.range(0, history.opCount()).noneMatch(history::isScan);
        if (!isPlain || !LEVELS.contains(found.header().isolation())) {
            return Optional.empty();
        }
        String table = "moirai_case_" + found.fingerprint().hash();
        String create = "CREATE TABLE " + table + " (id bigint PRIMARY KEY, val varchar(1000) NOT NULL)";
        return Optional.of(new Recipe(
                found.header().isolation(),
                List.of(new Recipe.Made(table, create)),
                rows(history, table),
                steps(found, table),
                List.of()));
    }

    /** Returns the level that the case breaks, which need not be the one that its run expected. */
    static String broken(HistoryCase found) {
        return found.claim() instanceof Claim.Forbidden(var phenomenon, var broken) ? broken.label() : "";
    }

    /** Returns an INSERT of an empty text for each key, in the order of the keys' names. */
    private static List<String> rows(History history, String table) {
        return IntStream.range(0, history.keyCount())
                .mapToObj(history::keyName)
                .sorted()
                .map(key -> "INSERT INTO " + table + " (id, val) VALUES (" + key + ", '')")
                .toList();
    }

    private static List<Recipe.Step> steps(HistoryCase found, String table) {
        History history = found.history();
        List<Integer> sessions = IntStream.range(0, history.txnCount())
                .mapToObj(history::session)
                .distinct()
                .sorted(Comparator.naturalOrder())
                .toList();
        StatementOrder order = found.confirmedOrder().orElseGet(() -> asRead(history));
        var steps = new ArrayList<Recipe.Step>();
        for (StatementOrder.Turn turn : order.turns()) {
            steps.add(step(history, turn, sessions.indexOf(history.session(turn.txn())), table));
        }
        return steps;
    }

    /** Returns an order in which the reads can return the values that they returned; otherwise the observed order. */
    private static StatementOrder asRead(History history) {
        List<StatementOrder.Turn> observed = StatementOrder.observed(history).turns();
        return new Precedence(history, false).by(observed::indexOf);
    }

    private static Recipe.Step step(History history, StatementOrder.Turn turn, int session, String table) {
        int txn = turn.txn();
        if (turn.isBegin()) {
            return new Recipe.Step(session, txn, Recipe.Kind.BEGIN, "", "", "");
        }
        if (turn.isEnd(history)) {
            return history.outcome(txn) instanceof Outcome.Aborted
                    ? new Recipe.Step(session, txn, Recipe.Kind.ROLLBACK, "ROLLBACK", "", "")
                    : new Recipe.Step(session, txn, Recipe.Kind.COMMIT, "COMMIT", "", "");
        }
        return switch (history.op(turn.op(history))) {
            case Op.Append(long key, int element) ->
                new Recipe.Step(
                        session,
                        txn,
                        Recipe.Kind.WRITE,
                        "UPDATE " + table + " SET val = CONCAT(val, ' " + element + "') WHERE id = " + key,
                        "1 row",
                        "");
            case Op.Read(long key, var elements) ->
                new Recipe.Step(
                        session,
                        txn,
                        Recipe.Kind.READ,
                        "SELECT val FROM " + table + " WHERE id = " + key,
                        elements.isKnown()
                                ? elements.toString().replace("[", "").replace("]", "")
                                : Recipe.UNKNOWN,
                        "");
            default -> throw new IllegalStateException("only lists were let in");
        };
    }
}
