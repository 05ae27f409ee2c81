package moirai.runs.cases.groups;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.causes.Cause;
import moirai.directed.program.Assignment;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Program;
import moirai.directed.program.ProgramPrinter;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.runs.cases.Fingerprint;

/*
 * What is hashed: the transaction, the cause, and the statement as SQL, without lines, labels and levels. So a group is
 * recognised if code moves, other statements are added, or the level is another one. Of statements with one text the
 * number in the transaction tells which it is. The kind is left out, since fewer statements can make it milder.
 */
/** The identity of a group in other analyses of the same program. */
final class GroupFingerprint {

    private final TxnType txn;
    private final List<Statement> statements;

    private GroupFingerprint(Program program, int loopMax, Cause cause) {
        this.txn = program.txn(cause.txn());
        this.statements = txn.statements(loopMax);
    }

    /** Returns the fingerprint of a cause. */
    static Fingerprint of(Program program, int loopMax, Cause cause) {
        var here = new GroupFingerprint(program, loopMax, cause);
        return switch (cause) {
            case Cause.StaleRead stale ->
                Fingerprint.of("stale-read", Stream.of("stale-read", here.txn.name(), here.text(stale.read())));
            case Cause.SplitReads split -> Fingerprint.of("split-reads", Stream.of("split-reads", here.txn.name()));
            case Cause.SplitWrites split -> Fingerprint.of("split-writes", Stream.of("split-writes", here.txn.name()));
        };
    }

    private String text(String label) {
        String wanted = text(statement(label));
        long before = statements.stream()
                .takeWhile(statement -> !statement.equals(statement(label)))
                .filter(statement -> text(statement).equals(wanted))
                .count();
        return wanted + " " + before;
    }

    private Statement statement(String label) {
        return statements.stream()
                .filter(statement -> statement.label().split("#", 2)[0].equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no statement " + label + " in " + txn.name()));
    }

    /** Returns a statement without what depends on other statements of the transaction. */
    private String text(Statement statement) {
        List<Assignment> assignments = statement.assignments().stream()
                .map(assignment ->
                        new Assignment(assignment.field(), assignment.value().withLeaves(this::unlabelled)))
                .toList();
        Statement plain =
                statement.with("q", assignments, statement.where().withLeaves(this::unlabelled), Condition.always());
        return ProgramPrinter.print(plain);
    }

    private Expression unlabelled(Expression leaf) {
        return switch (leaf) {
            case Expression.Result(var label, var field, var row) -> found(label, field);
            case Expression.Each(var label, var field) -> found(label, field);
            case Expression.Count(var label) -> found(label, "count");
            case Expression.Any any -> new Expression.Any("");
            case Expression.Constant constant -> constant;
            case Expression.Parameter parameter -> parameter;
            case Expression.Field field -> field;
            case Expression.Arithmetic arithmetic -> arithmetic;
        };
    }

    private Expression found(String label, String field) {
        String table = statements.stream()
                .filter(statement -> statement.label().equals(label))
                .map(Statement::table)
                .collect(Collectors.joining());
        return new Expression.Field(table + "." + field);
    }
}
