package moirai.exploration;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import moirai.exploration.search.Block;
import moirai.exploration.search.Script;
import moirai.exploration.search.Steps;
import moirai.exploration.search.TxnPlace;
import moirai.exploration.search.TxnRunner;

/**
 * A complete execution of a program.
 *
 * @param sessionCount the number of sessions, including the session that runs after the others
 * @param isLastFinal whether the last session begins after all others have ended
 * @param txns the transactions in a possible serial order of their runs; a transaction's index is its number
 */
public record Behaviour(int sessionCount, boolean isLastFinal, List<ExploredTxn> txns) {

    /**
     * Consecutive steps of a transaction, between which no other transaction has made one.
     *
     * @param txn the number of the transaction
     * @param from the first step
     * @param to the step after the last; the same as {@code from} if there is none
     * @param isBegin whether this is the first part of the transaction
     * @param isEnd whether the transaction ends in this part, which is its last then
     */
    public record Part(int txn, int from, int to, boolean isBegin, boolean isEnd) {}

    private static final Pattern SPACE = Pattern.compile("\\s+");

    public Behaviour {
        txns = List.copyOf(txns);
    }

    static Behaviour of(TxnRunner.Sight history, TxnRunner runner) {
        var txns = new ArrayList<ExploredTxn>();
        for (int index = 0; index < history.count(); index++) {
            Block block = history.block(index);
            TxnPlace place = block.place();
            List<ExploredStep> steps = IntStream.range(0, block.steps().count())
                    .mapToObj(step -> step(history, runner, block.steps(), step))
                    .toList();
            txns.add(new ExploredTxn(
                    place.session(),
                    runner.txnName(place.session(), place.position()),
                    steps,
                    block.end().isCommitted(),
                    block.end().reply(),
                    block.end().failure()));
        }
        return new Behaviour(runner.sessionCount(), runner.isLastFinal(), txns);
    }

    private static ExploredStep step(TxnRunner.Sight history, TxnRunner runner, Steps steps, int step) {
        Object value = steps.value(step);
        int source = steps.source(step);
        String statement = SPACE.matcher(steps.statement(step).strip()).replaceAll(" ");
        if (source == Steps.TAKEN_BACK) {
            return new ExploredStep(statement, ExploredStep.Kind.TAKE_BACK, "", value, ExploredStep.FROM_NOBODY);
        }
        String key = runner.keyName(steps.key(step));
        ExploredStep.Kind read = steps.isLocking(step) ? ExploredStep.Kind.READ_LOCKING : ExploredStep.Kind.READ;
        return switch (source) {
            case Steps.WRITE ->
                new ExploredStep(statement, ExploredStep.Kind.WRITE, key, value, ExploredStep.FROM_NOBODY);
            case Steps.OWN ->
                new ExploredStep(statement, ExploredStep.Kind.READ_OWN, key, value, ExploredStep.FROM_NOBODY);
            case Steps.INITIAL -> new ExploredStep(statement, read, key, value, ExploredStep.FROM_START);
            default -> new ExploredStep(statement, read, key, value, indexOf(history, source));
        };
    }

    private static int indexOf(TxnRunner.Sight history, int id) {
        return IntStream.range(0, history.count())
                .filter(index -> history.block(index).id() == id)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("T" + id + " is not in the history"));
    }

    /** Returns the replies to the clients of each session, transaction by transaction. */
    public List<List<Object>> replies() {
        return IntStream.range(0, sessionCount)
                .mapToObj(session -> txns.stream()
                        .filter(txn -> txn.session() == session)
                        .map(ExploredTxn::reply)
                        .toList())
                .toList();
    }

    /** Returns the script that makes the program repeat this behaviour. */
    public Script script() {
        return new Script(txns.stream()
                .map(txn -> new Script.Turn(
                        txn.session(),
                        txn.steps().stream()
                                .filter(step -> step.kind().isExternal())
                                .map(step -> new Script.Read(step.key(), step.from()))
                                .toList()))
                .toList());
    }

    /** Returns a table for people, with a column for each session and one transaction below the other. */
    public String table() {
        return table(IntStream.range(0, txns.size()).mapToObj(this::whole).toList());
    }

    /**
     * Returns a table for people, with a column for each session, of transactions that overlap.
     *
     * @param parts of all transactions, in the order in which they ran
     */
    public String table(List<Part> parts) {
        return new BehaviourTable(this, parts).toString();
    }

    /** Returns the {@linkplain #table() table}. */
    @Override
    public String toString() {
        return table();
    }

    private Part whole(int txn) {
        return new Part(txn, 0, txns.get(txn).steps().size(), true, true);
    }
}
