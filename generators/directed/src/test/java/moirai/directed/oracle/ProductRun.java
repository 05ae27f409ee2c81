package moirai.directed.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import moirai.directed.program.Program;
import moirai.directed.program.Statement;
import moirai.directed.program.TxnType;

/**
 * A run of calls on PostgreSQL or InnoDB as their manuals describe them: versions of rows, snapshots, row locks, and
 * statements that wait and go on. Written after the products, not after the formulas.
 *
 * <p>Where a product does more than the manual says, as InnoDB's locks of rows that do not exist, the run does less, so
 * that it never prevents what the product allows. A call that fails, or does not commit, ends the run without outcome.
 */
final class ProductRun {

    /** A call to run, at read committed or repeatable read of its product. */
    record Call(TxnType type, Map<String, Integer> arguments, boolean isRepeatable) {}

    /** The rows that each statement of each call returned, or how many it changed; and all rows at the end. */
    record Outcome(List<List<String>> results, Map<String, Map<String, Integer>> rows) {}

    private enum Ended {
        GOES_ON,
        WAITS,
        FAILED
    }

    private record Place(String table, int key) {}

    /** A version of a row; a row that is made again after its removal is another lineage. */
    private record Version(int txn, int lineage, boolean isAlive, Map<String, Integer> values) {}

    private static final int BEFORE_ALL = -1;

    private final Program program;
    private final boolean isPostgres;
    private final Range range;
    private final Map<Place, List<Version>> versions;
    private final Map<Place, Integer> owners = new HashMap<>();
    private final List<Session> sessions = new ArrayList<>();
    private int clock;
    private int lineages;

    /** The state of a call. */
    private final class Session {
        private final int txn;
        private final Call call;
        private final List<Statement> statements;
        private final List<String> results = new ArrayList<>();
        private final Map<String, List<Map<String, Integer>>> found = new HashMap<>();
        private final List<Place> pending = new ArrayList<>();
        private final List<Map<String, Integer>> taken = new ArrayList<>();
        private int next;
        private boolean isInside;
        private int snapshot = BEFORE_ALL;
        private int statementSnapshot;
        private int committedAt = Integer.MAX_VALUE;

        Session(int txn, Call call) {
            this.txn = txn;
            this.call = call;
            this.statements = call.type().statements(1);
        }

        boolean isDone() {
            return committedAt < Integer.MAX_VALUE;
        }

        Ended step() {
            var values = new Values(call.arguments(), found, range);
            if (next == statements.size()) {
                if (!values.holds(call.type().commit(), Map.of()) || values.isOutOfBounds()) {
                    return Ended.FAILED;
                }
                clock++;
                committedAt = clock;
                owners.values().removeIf(owner -> owner == txn);
                return Ended.GOES_ON;
            }
            Statement statement = statements.get(next);
            Ended ended = isInside ? take(statement, values) : begin(statement, values);
            return values.isOutOfBounds() ? Ended.FAILED : ended;
        }

        private Ended begin(Statement statement, Values values) {
            if (!values.holds(statement.guard(), Map.of())) {
                return end(statement);
            }
            if (statement instanceof Statement.Insert insert) {
                return insert(insert, values);
            }
            boolean onlyReads = statement instanceof Statement.Select select && !select.locks();
            boolean keepsSnapshot = call.isRepeatable() && (isPostgres || onlyReads);
            if (keepsSnapshot && snapshot == BEFORE_ALL) {
                snapshot = clock;
            }
            statementSnapshot = keepsSnapshot ? snapshot : clock;
            for (Place place : versions.keySet()) {
                boolean isOfTable = place.table().equals(statement.table());
                if (isOfTable && (isPostgres || onlyReads)) {
                    Version version = seen(place);
                    if (version.isAlive() && values.holds(statement.where(), version.values())) {
                        pending.add(place);
                        if (onlyReads) {
                            taken.add(version.values());
                        }
                    }
                } else if (isOfTable && values.onKey(statement.where(), Map.of("id", place.key()))) {
                    pending.add(place);
                }
            }
            if (onlyReads) {
                pending.clear();
                return end(statement);
            }
            isInside = true;
            return Ended.GOES_ON;
        }

        private List<Version> versionsOf(Place place) {
            return versions.computeIfAbsent(place, none -> new ArrayList<>());
        }

        /** Returns the newest version that was committed when the snapshot was taken, or is its own. */
        private Version seen(Place place) {
            return versionsOf(place).reversed().stream()
                    .filter(version -> isSeen(version))
                    .findFirst()
                    .orElseThrow();
        }

        private boolean isSeen(Version version) {
            return version.txn() == txn || committedAt(version) <= statementSnapshot;
        }

        private boolean isLocked(Place place) {
            return owners.getOrDefault(place, txn) != txn;
        }

        private Ended insert(Statement.Insert insert, Values values) {
            Map<String, Integer> row = new TreeMap<>();
            program.table(insert.table()).fields().forEach(field -> row.put(field, 0));
            insert.values().forEach(value -> row.put(value.field(), values.value(value.value(), Map.of())));
            var place = new Place(insert.table(), row.getOrDefault("id", 0));
            if (!versions.containsKey(place)) {
                return Ended.FAILED;
            }
            if (isLocked(place)) {
                return Ended.WAITS;
            }
            if (versionsOf(place).getLast().isAlive()) {
                return Ended.FAILED;
            }
            lineages++;
            write(place, new Version(txn, lineages, true, row));
            taken.add(row);
            return end(insert);
        }

        private void write(Place place, Version version) {
            owners.put(place, txn);
            versionsOf(place).add(version);
        }

        private Ended take(Statement statement, Values values) {
            if (pending.isEmpty()) {
                return end(statement);
            }
            Place place = pending.getFirst();
            Version newest = versionsOf(place).reversed().stream()
                    .filter(version -> version.txn() == txn || committedAt(version) <= clock)
                    .findFirst()
                    .orElseThrow();
            boolean matches = newest.isAlive() && values.holds(statement.where(), newest.values());
            if (isLocked(place)) {
                boolean isSkipped =
                        !isPostgres && !call.isRepeatable() && statement instanceof Statement.Update && !matches;
                if (!isSkipped) {
                    return Ended.WAITS;
                }
                pending.removeFirst();
                return Ended.GOES_ON;
            }
            if (isPostgres && call.isRepeatable() && !isSeen(newest)) {
                return Ended.FAILED;
            }
            if (isPostgres && newest.lineage() != seen(place).lineage()) {
                matches = false;
            }
            pending.removeFirst();
            boolean isScan = !statement.where().pins(List.of("id"));
            if (matches || (!isPostgres && call.isRepeatable() && (isScan || newest.isAlive()))) {
                owners.put(place, txn);
            }
            if (matches) {
                change(statement, place, newest, values);
            }
            return Ended.GOES_ON;
        }

        private void change(Statement statement, Place place, Version newest, Values values) {
            taken.add(newest.values());
            switch (statement) {
                case Statement.Update update -> {
                    var row = new TreeMap<>(newest.values());
                    update.set().forEach(set -> row.put(set.field(), values.value(set.value(), newest.values())));
                    write(place, new Version(txn, newest.lineage(), true, row));
                }
                case Statement.Delete delete ->
                    write(place, new Version(txn, newest.lineage(), false, newest.values()));
                case Statement.Select select -> {}
                case Statement.Insert insert -> throw new IllegalStateException("inserts take no rows");
            }
        }

        private Ended end(Statement statement) {
            found.put(statement.label(), List.copyOf(taken));
            var shown = new ArrayList<String>();
            if (statement instanceof Statement.Select select) {
                taken.forEach(row -> {
                    var fields = new TreeMap<>(row);
                    fields.keySet().retainAll(select.fields());
                    shown.add(row.get("id") + fields.toString());
                });
            } else {
                shown.add(String.valueOf(taken.size()));
            }
            results.add(statement.label() + shown);
            taken.clear();
            isInside = false;
            next++;
            return Ended.GOES_ON;
        }
    }

    private int committedAt(Version version) {
        return version.txn() == BEFORE_ALL ? 0 : sessions.get(version.txn()).committedAt;
    }

    /** Creates a run on these rows, by table and key; all others with keys up to the greatest number do not exist. */
    ProductRun(
            Program program,
            boolean isPostgres,
            Range range,
            List<Call> calls,
            Map<String, Map<Integer, Map<String, Integer>>> rows) {
        this.program = program;
        this.isPostgres = isPostgres;
        this.range = range;
        this.versions = new LinkedHashMap<>();
        rows.forEach((table, keys) -> keys.forEach((key, row) -> {
            var values = new TreeMap<>(row);
            values.put("id", key);
            var first = new Version(BEFORE_ALL, 0, row.getOrDefault("", 0) == 1, values);
            versions.put(new Place(table, key), new ArrayList<>(List.of(first)));
        }));
        for (int txn = 0; txn < calls.size(); txn++) {
            sessions.add(new Session(txn, calls.get(txn)));
        }
    }

    /** Runs the calls one after the other. Returns no outcome, or one. */
    List<Outcome> serial(List<Integer> order) {
        for (int txn : order) {
            while (!sessions.get(txn).isDone()) {
                if (sessions.get(txn).step() != Ended.GOES_ON) {
                    return List.of();
                }
            }
        }
        return List.of(outcome());
    }

    /** Runs the calls, each step of whom it happens. Returns no outcome, or one. */
    List<Outcome> concurrent(Random random) {
        List<Session> waiting = new ArrayList<>();
        while (sessions.stream().anyMatch(session -> !session.isDone())) {
            List<Session> ready = sessions.stream()
                    .filter(session -> !session.isDone() && !waiting.contains(session))
                    .toList();
            if (ready.isEmpty()) {
                return List.of();
            }
            Session session = ready.get(random.nextInt(ready.size()));
            switch (session.step()) {
                case GOES_ON -> waiting.clear();
                case WAITS -> waiting.add(session);
                case FAILED -> {
                    return List.of();
                }
            }
        }
        return List.of(outcome());
    }

    private Outcome outcome() {
        Map<String, Map<String, Integer>> rows = new TreeMap<>();
        versions.forEach((place, all) -> {
            if (all.getLast().isAlive()) {
                var values = new TreeMap<>(all.getLast().values());
                values.remove("");
                rows.put(place.table() + place.key(), values);
            }
        });
        return new Outcome(
                sessions.stream().map(session -> List.copyOf(session.results)).toList(), rows);
    }
}
