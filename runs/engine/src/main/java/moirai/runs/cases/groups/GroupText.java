package moirai.runs.cases.groups;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.causes.Cause;
import moirai.directed.program.Origin;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;
import moirai.runs.cases.PredictedText;

/** The texts for people about a group: what the transaction does, with the lines of its source. */
public final class GroupText {

    private final Program program;
    private final int loopMax;

    /**
     * Creates the texts.
     *
     * @param program a program with at least the transactions of the groups
     */
    public GroupText(Program program, int loopMax) {
        this.program = program;
        this.loopMax = loopMax;
    }

    /** Returns one sentence without a full stop that says what lets the anomalies of a group occur. */
    public String sentence(AnomalyGroup group) {
        AnomalyGroup.Member smallest = group.smallest();
        String txn = group.cause().txn();
        return switch (group.cause()) {
            case Cause.StaleRead stale -> stale(group, smallest, txn, stale);
            case Cause.SplitReads split ->
                txn + " finds " + places(group) + " at several times, and " + others(group) + " may write in between";
            case Cause.SplitWrites split -> others(group) + " may see or order statements of " + txn + " one by one";
        };
    }

    private String stale(AnomalyGroup group, AnomalyGroup.Member smallest, String txn, Cause.StaleRead stale) {
        Statement read = statement(txn, stale.read());
        Statement next = statement(txn, smallest.blamed().in());
        String before = read.table() + at(txn, read.label());
        String after = next.table() + at(txn, next.label());
        String begins = txn + " " + verb(read) + " " + before;
        return switch (group.kind()) {
            case LOST_UPDATE ->
                begins + " and then writes it" + at(txn, next.label()) + ", and " + others(group)
                        + " may change it in between";
            case CHECK_THEN_INSERT ->
                txn + " inserts into " + after + " what it did not find there before" + at(txn, read.label()) + ", and "
                        + others(group) + " may insert it in between";
            case PHANTOM ->
                begins + " and goes on with " + after + ", and " + others(group)
                        + " may make or remove rows in between";
            case WRITE_SKEW, READ_SKEW, LONG_FORK, DIRTY_WRITE, CIRCULAR_FLOW ->
                begins + " and goes on with " + after + ", and " + others(group) + " may change the former in between";
        };
    }

    private static String verb(Statement statement) {
        return switch (statement) {
            case Statement.Select select -> "reads";
            case Statement.Insert insert -> "inserts into";
            case Statement.Update update -> "changes";
            case Statement.Delete delete -> "removes rows from";
        };
    }

    private Statement statement(String txn, String label) {
        TxnType type = program.txn(txn);
        return type.statements(loopMax).stream()
                .filter(statement -> statement.label().split("#", 2)[0].equals(label.split("#", 2)[0]))
                .findFirst()
                .orElseGet(() -> PredictedText.statement(type, label, loopMax));
    }

    private String at(String txn, String label) {
        return program.txn(txn)
                .origin(label)
                .map(origin -> " (" + origin.text() + ")")
                .orElse("");
    }

    private static String others(AnomalyGroup group) {
        List<String> names = group.others().stream()
                .map(other -> other.equals(group.cause().txn()) ? "another " + other : other)
                .toList();
        return joined(names, "or");
    }

    /** Returns the tables at which the transaction is on cycles, each with its lines. */
    private String places(AnomalyGroup group) {
        TxnType txn = program.txn(group.cause().txn());
        Map<String, SortedSet<Origin>> places = new TreeMap<>();
        group.members().stream()
                .flatMap(member ->
                        Stream.of(member.blamed().out(), member.blamed().in()))
                .forEach(label -> txn.origin(label)
                        .ifPresentOrElse(
                                place -> lines(places, txn, label).add(place), () -> lines(places, txn, label)));
        return joined(
                places.entrySet().stream()
                        .map(entry -> entry.getValue().isEmpty()
                                ? entry.getKey()
                                : entry.getKey()
                                        + entry.getValue().stream()
                                                .map(Origin::text)
                                                .collect(Collectors.joining(", ", " (", ")")))
                        .toList(),
                "and");
    }

    private SortedSet<Origin> lines(Map<String, SortedSet<Origin>> places, TxnType txn, String label) {
        return places.computeIfAbsent(statement(txn.name(), label).table(), table -> new TreeSet<>());
    }

    /** Returns a text such as {@code a, b or c}. */
    private static String joined(List<String> words, String last) {
        int end = words.size() - 1;
        String before = String.join(", ", words.subList(0, end));
        return before.isEmpty() ? words.get(end) : before + " " + last + " " + words.get(end);
    }

    /** Returns the places of the source at which the cause's transaction is to blame, each once. */
    public List<Origin> origins(AnomalyGroup group) {
        TxnType txn = program.txn(group.cause().txn());
        return group.members().stream()
                .flatMap(
                        member -> List.of(member.blamed().out(), member.blamed().in()).stream())
                .flatMap(label -> txn.origin(label).stream())
                .distinct()
                .toList();
    }
}
