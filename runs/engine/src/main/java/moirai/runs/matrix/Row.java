package moirai.runs.matrix;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.ExitCode;
import moirai.runs.Judgement;
import moirai.runs.products.Promise;
import moirai.runs.report.KnownIssues;
import moirai.runs.report.Numbers;

/**
 * A row of the table: a level that was asked for, and the runs at that level, one for each workload.
 *
 * @param runs at least one
 */
public record Row(String level, List<Measurement> runs) {

    public Row {
        runs = List.copyOf(runs);
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("no run at " + level);
        }
    }

    /**
     * Returns the cell of a column. What some run has shown is shown. Otherwise a search that was cut short outranks
     * one that found nothing, and that outranks a run which could not have found anything.
     */
    public Cell cell(Column column) {
        List<Cell> cells = runs.stream().map(run -> run.cell(column)).toList();
        List<Cell.Shown> shown = of(Cell.Shown.class, cells);
        if (!shown.isEmpty()) {
            return new Cell.Shown(
                    shown.stream().mapToLong(Cell.Shown::count).sum(),
                    shown.stream().mapToLong(Cell.Shown::txns).sum()
                            + of(Cell.NotSeen.class, cells).stream()
                                    .mapToLong(Cell.NotSeen::txns)
                                    .sum(),
                    shown.stream().anyMatch(Cell.Shown::isForbidden),
                    shown.getFirst().shownBy());
        }
        List<Cell.NotSeen> notSeen = of(Cell.NotSeen.class, cells);
        List<Cell.Undecided> undecided = of(Cell.Undecided.class, cells);
        if (undecided.isEmpty() && !notSeen.isEmpty()) {
            return new Cell.NotSeen(
                    notSeen.stream().mapToLong(Cell.NotSeen::txns).sum());
        }
        var open = new ArrayList<Cell>(undecided);
        open.addAll(of(Cell.Insufficient.class, cells));
        return open.isEmpty() ? cells.getFirst() : open.getFirst();
    }

    private static <T extends Cell> List<T> of(Class<T> kind, List<Cell> cells) {
        return cells.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Returns product and version, as the database reports them. */
    public String database() {
        return runs.getFirst().run().header().database();
    }

    /** Returns the number of committed transactions of all runs. */
    public long committed() {
        return runs.stream().mapToLong(Measurement::committed).sum();
    }

    /** Returns the label of the level that the database documents; empty if it is unknown or there is none. */
    public String promise() {
        return runs.getFirst().promise().map(IsolationLevel::label).orElse("");
    }

    /** Returns why nothing is documented for the level that was asked for; empty if there is no such reason. */
    public String exception() {
        return Promise.exception(database(), runs.getFirst().run().header().isolation())
                .orElse("");
    }

    /** Returns the phenomena that were seen although the documented level forbids them. */
    public Set<Phenomenon> broken() {
        var broken = EnumSet.noneOf(Phenomenon.class);
        runs.forEach(run -> broken.addAll(run.broken()));
        return broken;
    }

    /** Returns the phenomena that were seen and have no column, with how many. */
    public Map<Phenomenon, Integer> beside() {
        var beside = new EnumMap<Phenomenon, Integer>(Phenomenon.class);
        runs.forEach(run -> run.run().judgement().findings().counts().forEach((phenomenon, count) -> {
            if (count > 0 && !Column.isCountedSomewhere(phenomenon)) {
                beside.merge(phenomenon, count, Integer::sum);
            }
        }));
        return beside;
    }

    /** Returns the phenomena that were seen and have no column, in words, with a mark on forbidden ones; or empty. */
    String besideInWords() {
        Set<Phenomenon> broken = broken();
        return beside().entrySet().stream()
                .map(seen -> seen.getKey().label() + " ×" + Numbers.count(seen.getValue())
                        + (broken.contains(seen.getKey()) ? " (FORBIDDEN)" : ""))
                .collect(Collectors.joining(", "));
    }

    /** Returns the reference of the known issue that explains all that the documented level forbids; empty if none. */
    public Optional<String> known() {
        return KnownIssues.of(database(), runs.getFirst().run().header().isolation(), broken());
    }

    /** Returns sentences about what went wrong beside the verdicts. */
    List<String> notes() {
        return runs.stream().flatMap(run -> run.run().notes().stream()).toList();
    }

    /** Returns the exit code of the row: that of its runs against the level that the database documents. */
    public ExitCode exitCode() {
        ExitCode code = broken().isEmpty() ? ExitCode.VALID : ExitCode.INVALID;
        for (Measurement run : runs) {
            Judgement judgement = run.run().judgement();
            code = code.and(run.run().beside().code())
                    .and(run.promise()
                            .map(level -> judgement.at(level).exitCode())
                            .orElseGet(() -> weight(judgement)));
        }
        return code;
    }

    private static ExitCode weight(Judgement judgement) {
        return judgement.lack().isEmpty() ? ExitCode.VALID : ExitCode.INSUFFICIENT_EVIDENCE;
    }
}
