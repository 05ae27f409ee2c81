package moirai.directed.repairs;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.directed.causes.Cause;
import moirai.directed.causes.CauseFinder;
import moirai.directed.levels.Axiom;
import moirai.directed.levels.Promises;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.directed.program.Loop;
import moirai.directed.program.Operator;
import moirai.directed.program.Statement;
import moirai.directed.program.Step;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;

/** The changes that may remove a cause, in the order in which they are tried; none of them is shown to. */
final class FixCandidates {

    private static final String VERSION = "version";

    private final ProgramAtLevels subject;
    private final CauseFinder finder;

    FixCandidates(ProgramAtLevels subject, int loopMax) {
        this.subject = subject;
        this.finder = new CauseFinder(subject.program(), loopMax);
    }

    /** Returns the changes of statements and tables. */
    List<Fix> of(Cause cause) {
        TxnType txn = subject.program().txn(cause.txn());
        return switch (cause) {
            case Cause.StaleRead stale -> ofRead(txn, finder.statements(stale));
            case Cause.SplitReads split -> List.of();
            case Cause.SplitWrites split -> List.of();
        };
    }

    /** Returns the stronger levels of the cause's transaction, weaker ones before stronger ones. */
    List<Fix> levels(Cause cause) {
        Promises level = subject.levels().of(cause.txn());
        return level.family().stream()
                .filter(stronger -> level.isAtMost(stronger) && !stronger.isAtMost(level))
                .map(stronger -> (Fix) new Fix.Level(List.of(cause.txn()), stronger))
                .toList();
    }

    private List<Fix> ofRead(TxnType txn, List<String> labels) {
        List<Statement> reads = statements(txn.steps())
                .filter(statement -> labels.contains(statement.label()))
                .toList();
        var found = new ArrayList<Fix>();
        if (reads.isEmpty() || !reads.stream().allMatch(Statement.Select.class::isInstance)) {
            return found;
        }
        boolean isInserted = statements(txn.steps())
                .anyMatch(statement -> statement instanceof Statement.Insert
                        && statement.table().equals(reads.getFirst().table()));
        Table table = subject.program().table(reads.getFirst().table());
        if (isInserted) {
            constraint(table, reads.getFirst()).forEach(found::add);
        }
        if (reads.stream().allMatch(read -> read.where().pins(table.key()))) {
            found.add(new Fix.Lock(
                    txn.name(), reads.stream().map(Statement::label).toList()));
            List<VersionFix.Check> checks = checks(txn, reads, table);
            if (!checks.isEmpty()) {
                found.add(new VersionFix(txn.name(), table.name(), versionOf(table), checks));
            }
        }
        return found;
    }

    private static Stream<Statement> statements(List<Step> steps) {
        return steps.stream().flatMap(step -> switch (step) {
            case Statement statement -> Stream.of(statement);
            case Loop loop -> statements(loop.steps());
        });
    }

    private static String versionOf(Table table) {
        return table.allFields().contains(VERSION) ? "row_" + VERSION : VERSION;
    }

    /** Returns the constraint that refuses a second row with what a query looked for. */
    private Stream<Fix> constraint(Table table, Statement read) {
        List<String> pinned = table.allFields().stream()
                .filter(field -> read.where().pins(List.of(field)))
                .toList();
        if (pinned.containsAll(table.key())) {
            boolean isChecked =
                    subject.levels().of(subject.program()).stream().allMatch(level -> level.has(Axiom.UNIQUE_KEYS));
            return isChecked ? Stream.empty() : Stream.of(new Fix.Keys(table.name()));
        }
        boolean isNew = !pinned.isEmpty()
                && table.fields().containsAll(pinned)
                && table.unique().stream().noneMatch(pinned::containsAll);
        return isNew ? Stream.of(new Fix.Unique(table.name(), pinned)) : Stream.empty();
    }

    /** Returns the updates of the row that a query found, outside of loops, which run only if the query has. */
    private static List<VersionFix.Check> checks(TxnType txn, List<Statement> reads, Table table) {
        List<Step> steps = txn.steps();
        return IntStream.range(0, steps.size())
                .boxed()
                .flatMap(i -> reads.stream()
                        .filter(read -> steps.indexOf(read) >= 0 && steps.indexOf(read) < i)
                        .filter(read -> steps.get(i) instanceof Statement.Update update && isOfRow(update, read, table))
                        .map(read ->
                                new VersionFix.Check(read.label(), steps.get(i).label())))
                .toList();
    }

    private static boolean isOfRow(Statement.Update update, Statement read, Table table) {
        List<Condition> keys = read.where().conjuncts().stream()
                .filter(part -> part instanceof Condition.Compare(var left, var operator, var right)
                        && operator == Operator.EQUAL
                        && Stream.of(left, right)
                                .anyMatch(side -> side instanceof Expression.Field(var name)
                                        && table.key().contains(name)))
                .toList();
        return update.table().equals(read.table())
                && update.where().conjuncts().containsAll(keys)
                && update.guard().conjuncts().containsAll(read.guard().conjuncts());
    }
}
