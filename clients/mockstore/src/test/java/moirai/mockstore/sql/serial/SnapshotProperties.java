package moirai.mockstore.sql.serial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.Chooser;
import moirai.mockstore.sql.SqlResult;
import moirai.mockstore.sql.SqlSession;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Checks the meaning of snapshot isolation for a program: there is a state for each prefix of the commits, each
 * transaction's answers are those that it would get in one of them, and its changes there are added to the last one.
 */
class SnapshotProperties {

    /** Foreign keys are left out: snapshots keep none of them together. */
    private static final List<String> TABLES = List.of("t", "p");

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void answersAreThoseOfSnapshotsFromTheBeginning(@ForAll long seed) {
        requireSnapshots(IsolationLevel.STRONG_SNAPSHOT_ISOLATION, seed, Program.random(new Random(seed)));
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    void answersAreThoseOfSnapshots(@ForAll long seed) {
        requireSnapshots(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, seed, Program.random(new Random(seed)));
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void answersToSearchesByValueAreThoseOfSnapshots(@ForAll long seed) {
        requireSnapshots(
                seed % 2 == 0
                        ? IsolationLevel.STRONG_SNAPSHOT_ISOLATION
                        : IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION,
                seed,
                Program.moving(new Random(seed)));
    }

    private static void requireSnapshots(IsolationLevel level, long seed, Program any) {
        var random = new Random(seed);
        Program program = withoutOtherTables(any);
        var database = new Database(level, Chooser.uniform(new Seed(seed)), program);
        List<Observed> committed = Observed.interleaved(program, database, random, random.nextInt(4) == 0);
        Map<String, String> first = content(Database.serial(program.rows()));

        assertThat(fits(committed, List.of(first), List.of(), level == IsolationLevel.STRONG_SNAPSHOT_ISOLATION))
                .as("seed %d at %s: %s%n%s", seed, level, program, committed)
                .isTrue();
    }

    private static Program withoutOtherTables(Program program) {
        return new Program(
                program.indexes(),
                program.isIndexedLate(),
                program.rows().stream().filter(SnapshotProperties::isCovered).toList(),
                program.sessions().stream()
                        .map(session -> session.stream()
                                .map(txn -> txn.stream()
                                        .filter(SnapshotProperties::isCovered)
                                        .toList())
                                .filter(txn -> !txn.isEmpty())
                                .toList())
                        .filter(session -> !session.isEmpty())
                        .toList());
    }

    private static boolean isCovered(String statement) {
        return !statement.matches(".*\\b(h|c)\\b.*");
    }

    /**
     * @param states after each prefix of the commits so far
     * @param snapshots of those that committed, each as the length of a prefix
     */
    private static boolean fits(
            List<Observed> committed, List<Map<String, String>> states, List<Integer> snapshots, boolean realTime) {
        int number = states.size() - 1;
        if (number == committed.size()) {
            return true;
        }
        Observed txn = committed.get(number);
        int earliest = realTime ? sinceBegin(committed, number) : sinceSession(committed, states, snapshots);
        for (int snapshot = number; snapshot >= earliest; snapshot--) {
            Database at = restored(states.get(snapshot));
            if (at.run(txn.statements()).equals(txn.answers())) {
                var longer = new ArrayList<>(states);
                longer.add(changed(states.getLast(), states.get(snapshot), content(at)));
                var taken = new ArrayList<>(snapshots);
                taken.add(snapshot);
                if (fits(committed, longer, taken, realTime)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns how many of the commits the snapshot has to contain in real time. */
    private static int sinceBegin(List<Observed> committed, int number) {
        int ended = number;
        while (ended > 0
                && committed.get(ended - 1).ended() >= committed.get(number).began()) {
            ended--;
        }
        return ended;
    }

    /** The same if only sessions are kept: one that changed nothing has its place directly after its snapshot. */
    private static int sinceSession(
            List<Observed> committed, List<Map<String, String>> states, List<Integer> snapshots) {
        int number = snapshots.size();
        for (int other = number - 1; other >= 0; other--) {
            if (committed.get(other).session() == committed.get(number).session()) {
                boolean changed = !states.get(other).equals(states.get(other + 1));
                return changed ? other + 1 : snapshots.get(other);
            }
        }
        return 0;
    }

    /** The last state with the changes that were made to a snapshot. */
    private static Map<String, String> changed(
            Map<String, String> last, Map<String, String> before, Map<String, String> after) {
        var changed = new TreeMap<>(last);
        var all = new HashMap<>(before);
        all.putAll(after);
        for (String cell : all.keySet()) {
            if (!before.getOrDefault(cell, "").equals(after.getOrDefault(cell, ""))) {
                if (after.containsKey(cell)) {
                    changed.put(cell, after.get(cell));
                } else {
                    changed.remove(cell);
                }
            }
        }
        return changed;
    }

    /** Returns the cells of all rows by table, key and column; a row exists if its key is there. */
    private static Map<String, String> content(Database database) {
        var cells = new TreeMap<String, String>();
        try (SqlSession session = database.sql.session()) {
            for (String table : TABLES) {
                SqlResult rows = session.execute(session.prepare("SELECT * FROM " + table), List.of());
                for (List<Object> row : rows.rows()) {
                    int keys = table.equals("t") ? 1 : 2;
                    String key = table + " " + row.subList(0, keys);
                    cells.put(key, "there");
                    for (int column = keys; column < row.size(); column++) {
                        cells.put(key + " " + column, row.get(column).toString());
                    }
                }
            }
        }
        return cells;
    }

    private static Database restored(Map<String, String> cells) {
        var rows = new ArrayList<String>();
        cells.forEach((key, value) -> {
            if (value.equals("there")) {
                var values = new ArrayList<String>();
                values.add(key.substring(key.indexOf('[') + 1, key.indexOf(']')));
                for (int column = key.startsWith("t") ? 1 : 2; column < 3; column++) {
                    values.add(cells.getOrDefault(key + " " + column, "NULL"));
                }
                rows.add("INSERT INTO " + key.substring(0, 1) + " VALUES (" + String.join(", ", values) + ")");
            }
        });
        return Database.serial(rows);
    }
}
