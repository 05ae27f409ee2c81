package moirai.directed.repairs;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import moirai.directed.levels.Promises;
import moirai.directed.program.Program;
import moirai.directed.program.Table;
import moirai.directed.search.Levels;

/** A change of a program, or of its levels, that may remove anomalies. */
public sealed interface Fix permits Fix.Lock, VersionFix, Fix.Unique, Fix.Keys, Fix.Level {

    /** Returns the program with this change. */
    ProgramAtLevels of(ProgramAtLevels before);

    /**
     * SELECTs that lock what they return.
     *
     * @param selects their labels
     */
    record Lock(String txn, List<String> selects) implements Fix {

        public Lock {
            selects = List.copyOf(selects);
        }

        @Override
        public ProgramAtLevels of(ProgramAtLevels before) {
            return before.with(before.program().txns().stream()
                    .map(type -> type.name().equals(txn) ? type.locking(selects) : type)
                    .toList());
        }
    }

    /** Fields of a table in which no two rows are equal, besides its key. */
    record Unique(String table, List<String> fields) implements Fix {

        public Unique {
            fields = List.copyOf(fields);
        }

        @Override
        public ProgramAtLevels of(ProgramAtLevels before) {
            Program program = before.program();
            List<Table> tables = program.tables().stream()
                    .map(found -> found.name().equals(table) ? unique(found) : found)
                    .toList();
            return new ProgramAtLevels(program.with(tables, program.txns()), before.levels());
        }

        private Table unique(Table found) {
            List<List<String>> unique =
                    Stream.concat(found.unique().stream(), Stream.of(fields)).toList();
            return new Table(found.name(), found.key(), found.fields(), unique);
        }
    }

    /** Keys that the database checks at each INSERT, for all transactions. */
    record Keys(String table) implements Fix {

        private static final String CHECKED = ":unique-keys";

        @Override
        public ProgramAtLevels of(ProgramAtLevels before) {
            Levels levels = before.levels();
            Map<String, Promises> special = new TreeMap<>(levels.special());
            special.replaceAll((txn, level) -> checked(level));
            return new ProgramAtLevels(before.program(), new Levels(checked(levels.usual()), special, levels.pairs()));
        }

        /** Returns the level that promises the same, and that keys are checked. */
        public static Promises checked(Promises level) {
            return Promises.parse(level.name() + CHECKED);
        }
    }

    /** Transactions at a stronger level. */
    record Level(List<String> txns, Promises level) implements Fix {

        public Level {
            txns = List.copyOf(txns);
        }

        @Override
        public ProgramAtLevels of(ProgramAtLevels before) {
            return new ProgramAtLevels(before.program(), before.levels().with(txns, level));
        }
    }
}
