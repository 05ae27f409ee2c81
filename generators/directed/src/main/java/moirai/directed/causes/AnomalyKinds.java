package moirai.directed.causes;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import moirai.directed.encoding.Conflict;
import moirai.directed.execution.Cell;
import moirai.directed.execution.Effects;
import moirai.directed.execution.Execution;
import moirai.directed.execution.Turn;
import moirai.directed.program.Expression;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.search.Anomaly;

/** The decision of which kind an anomaly is, as one of its transactions suffers it in the execution that is shown. */
final class AnomalyKinds {

    private final List<Anomaly.Hop> hops;
    private final Execution execution;
    private final List<String> turns;
    private final Program program;

    AnomalyKinds(Anomaly anomaly, Execution execution, Program program) {
        this.hops = anomaly.hops();
        this.execution = execution;
        this.turns = execution.turns().stream().map(Turn::toString).toList();
        this.program = program;
    }

    /** Returns the kind for the transaction at this place of the cycle. */
    AnomalyKind of(int number) {
        Anomaly.Hop hop = hops.get(number);
        if (hop.conflict() != Conflict.READ_WRITE) {
            return ofEdges();
        }
        Anomaly.Hop next = next(number);
        Statement written = statement(hop.call(), hop.in());
        Statement overtaking = statement(next.call(), next.in());
        Statement read = statement(hop.call(), hop.out());
        boolean isStale = turn(hop.call(), hop.out()) < turn(hop.call(), hop.in());
        if (isStale
                && written instanceof Statement.Insert
                && overtaking instanceof Statement.Insert
                && written.table().equals(read.table())) {
            return AnomalyKind.CHECK_THEN_INSERT;
        }
        if (isStale && writesWhatItRead(hop, next)) {
            return AnomalyKind.LOST_UPDATE;
        }
        return movesRows(read, overtaking) ? AnomalyKind.PHANTOM : ofEdges();
    }

    private Anomaly.Hop next(int number) {
        return hops.get((number + 1) % hops.size());
    }

    /** Returns the kind by the edges of the cycle alone. */
    private AnomalyKind ofEdges() {
        long missed = IntStream.range(0, hops.size()).filter(this::isMissed).count();
        if (missed == 0) {
            return hops.stream().allMatch(hop -> hop.conflict() == Conflict.WRITE_WRITE)
                    ? AnomalyKind.DIRTY_WRITE
                    : AnomalyKind.CIRCULAR_FLOW;
        }
        if (missed == 1) {
            return AnomalyKind.READ_SKEW;
        }
        boolean hasAdjacent =
                IntStream.range(0, hops.size()).anyMatch(hop -> isMissed(hop) && isMissed((hop + 1) % hops.size()));
        return hasAdjacent ? AnomalyKind.WRITE_SKEW : AnomalyKind.LONG_FORK;
    }

    private boolean isMissed(int hop) {
        return hops.get(hop).conflict() == Conflict.READ_WRITE;
    }

    /** Returns whether the transaction reads a row, the next one changes it, and the transaction writes it as well. */
    private boolean writesWhatItRead(Anomaly.Hop hop, Anomaly.Hop next) {
        Effects overtaking = effects(next.call(), next.in());
        Set<Cell> changed =
                rows(effects(hop.call(), hop.out()).reads().stream().filter(overtaking.writes()::containsKey));
        changed.retainAll(rows(effects(hop.call(), hop.in()).writes().keySet().stream()));
        return !changed.isEmpty();
    }

    private static Set<Cell> rows(Stream<Cell> cells) {
        return cells.map(cell -> cell.with(Cell.EXISTENCE)).collect(Collectors.toSet());
    }

    /** Returns whether the later statement can change which rows the earlier one finds. */
    private boolean movesRows(Statement read, Statement overtaking) {
        boolean isOneRow = read.where().pins(program.table(read.table()).key());
        return switch (overtaking) {
            case Statement.Insert insert -> true;
            case Statement.Delete delete -> !isOneRow;
            case Statement.Update update ->
                !isOneRow
                        && Expression.fields(read.where().expressions())
                                .anyMatch(field -> update.set().stream()
                                        .anyMatch(set -> set.field().equals(field)));
            case Statement.Select select -> false;
        };
    }

    private Statement statement(int call, String label) {
        return execution.turns().get(turn(call, label)).statement();
    }

    private Effects effects(int call, String label) {
        return execution.effects().get(turn(call, label));
    }

    private int turn(int call, String label) {
        return turns.indexOf("T" + call + "." + label);
    }
}
