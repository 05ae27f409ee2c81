package moirai.runs.cases.groups;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.levels.Promises;
import moirai.directed.program.Origin;
import moirai.directed.program.Statement;
import moirai.directed.program.Table;
import moirai.directed.program.TxnType;
import moirai.directed.repairs.Fix;
import moirai.directed.repairs.ProgramAtLevels;
import moirai.directed.repairs.RepairSearch;
import moirai.directed.repairs.VersionFix;
import moirai.runs.cases.PredictedText;

/** The texts for people about repairs: which statement to change, with its line, and what to write there. */
public final class RepairText {

    private final ProgramAtLevels subject;
    private final int loopMax;

    /** Creates the texts about repairs of a program. */
    public RepairText(ProgramAtLevels subject, int loopMax) {
        this.subject = subject;
        this.loopMax = loopMax;
    }

    /** Returns a repair, a line each: the change, the statements as they are after it, and what it needs besides. */
    public List<String> of(RepairSearch.Shown shown) {
        var lines = new ArrayList<String>(of(shown.fix()));
        if (!shown.together().isEmpty()) {
            lines.add("together with "
                    + shown.together().stream().map(this::brief).collect(Collectors.joining("; ")));
        }
        return lines;
    }

    private List<String> of(Fix fix) {
        return switch (fix) {
            case Fix.Lock lock -> statements("lock the row", lock, lock.txn(), lock.selects());
            case VersionFix version ->
                statements(
                        "add a column " + version.field() + " to " + version.table()
                                + ", to which each UPDATE adds 1, and roll back if no row has the version",
                        version,
                        version.txn(),
                        labels(version));
            case Fix.Unique unique -> List.of(brief(unique));
            case Fix.Keys keys -> List.of(keys(keys));
            case Fix.Level level -> List.of(brief(level));
        };
    }

    private String keys(Fix.Keys keys) {
        Table table = subject.program().table(keys.table());
        return "a database that refuses a second row of one key (" + String.join(", ", table.key()) + ") in "
                + table.name() + ", as PostgreSQL and MySQL do: --level "
                + Fix.Keys.checked(subject.levels().usual()).name();
    }

    /** Returns a change without the text to write. */
    private String brief(Fix fix) {
        return switch (fix) {
            case Fix.Lock lock ->
                "a lock of " + table(lock.txn(), lock.selects().getFirst()) + " in " + lock.txn() + at(lock);
            case VersionFix version -> "a version of " + version.table() + " in " + version.txn();
            case Fix.Unique unique ->
                "ALTER TABLE " + unique.table() + " ADD UNIQUE (" + String.join(", ", unique.fields()) + ")";
            case Fix.Keys keys -> keys(keys);
            case Fix.Level level ->
                String.join(", ", level.txns()) + " at " + level.level().name() + product(level.level());
        };
    }

    /** Returns a level of a product that promises as much, for a level of the theory. */
    private static String product(Promises level) {
        return Promises.all().contains(level)
                ? Promises.NAMES.parse("postgres-ser").family().stream()
                        .filter(level::isAtMost)
                        .findFirst()
                        .map(product -> ", such as " + product.name())
                        .orElse("")
                : "";
    }

    private String table(String txn, String label) {
        return statement(subject.program().txn(txn), label).table();
    }

    private String at(Fix.Lock lock) {
        return subject.program()
                .txn(lock.txn())
                .origin(lock.selects().getFirst())
                .map(origin -> " (" + origin.text() + ")")
                .orElse("");
    }

    private static List<String> labels(VersionFix version) {
        return Stream.concat(
                        version.checks().stream().map(VersionFix.Check::read),
                        version.checks().stream().map(VersionFix.Check::write))
                .distinct()
                .toList();
    }

    /** Returns what to do and the changed statements as they are then, one for each place and table. */
    private List<String> statements(String what, Fix fix, String txn, List<String> labels) {
        TxnType after = fix.of(subject).program().txn(txn);
        Map<String, String> byPlace = new LinkedHashMap<>();
        for (String label : labels) {
            Statement statement = statement(after, label);
            String place = after.origin(label).map(Origin::text).orElse(label);
            byPlace.putIfAbsent(
                    place + statement.table() + statement.getClass(),
                    PredictedText.line(after, statement).replace(" ATOMICALLY", ""));
        }
        return Stream.concat(Stream.of(what), byPlace.values().stream()).toList();
    }

    private Statement statement(TxnType txn, String label) {
        return txn.statements(loopMax).stream()
                .filter(statement -> statement.label().split("#", 2)[0].equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no statement " + label + " in " + txn.name()));
    }
}
