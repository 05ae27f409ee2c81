package moirai.sources;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;
import moirai.directed.program.Statement;
import moirai.sources.sql.SqlContext;
import moirai.sources.sql.SqlTranslator;
import moirai.sources.sql.tables.DefiningSql;
import moirai.sources.sql.tables.Schema;
import moirai.sources.sql.tables.TableDefinition;

/**
 * A translated program with the way back to its source: the methods of its transactions, the definitions of its tables,
 * the texts of its numbers, and the statements that an executed text becomes. Thread-safe.
 */
public final class SourceCode {

    private final Translation translation;
    private final List<TxnSource> txns;
    private final Schema schema;
    private final SqlTranslator translator;
    private final Set<String> statements;

    SourceCode(Translation translation, List<TxnSource> txns, Schema schema, SqlTranslator translator) {
        this.translation = translation;
        this.txns = List.copyOf(txns);
        this.schema = schema;
        this.translator = translator;
        this.statements = translator.texts();
    }

    /** Returns the program, with its diagnostics. */
    public Translation translation() {
        return translation;
    }

    /** Returns the methods of the program's transactions, in their order. */
    public List<TxnSource> txns() {
        return txns;
    }

    /** Returns the tables of the program as they were defined, in the order of definitions. */
    public List<TableDefinition> tables() {
        return schema.definitions().stream()
                .filter(table -> schema.table(table.name())
                        .filter(known -> translation.program().tables().stream()
                                .anyMatch(used -> used.name().equals(known.name())))
                        .isPresent())
                .toList();
    }

    /** Returns the statements that define the tables with all their rules, also those that the program does not use. */
    public List<DefiningSql> script() {
        return schema.script();
    }

    /** Returns whether the script says all that the sources do of the tables: they have no triggers, for example. */
    public boolean hasWholeScript() {
        return schema.isWhole();
    }

    /** Returns the texts that stand in the sources, by the numbers that the program has for them. */
    public Map<Integer, String> texts() {
        synchronized (translator) {
            return translator.constants().texts();
        }
    }

    /**
     * Returns whether a statement asks if a column is NULL. Where the program has 0 in such a column, the application
     * means NULL.
     */
    public boolean isComparedWithNull(String column) {
        Pattern test = Pattern.compile("(?is).*\\b" + Pattern.quote(column) + "\\s+IS\\s+(NOT\\s+)?NULL\\b.*");
        return statements.stream().anyMatch(text -> test.matcher(text).matches());
    }

    /**
     * Returns the statements that an executed text becomes, with labels of their own and without a guard; none if the
     * translation leaves it out.
     *
     * @param sql with question marks
     * @param bound the value of each, from 1
     */
    public List<Statement> statements(String sql, IntFunction<Expression> bound) {
        synchronized (translator) {
            return translator.translate(sql, new Executed(bound)).statements();
        }
    }

    /** The context of a statement that is executed with all its values. */
    private static final class Executed implements SqlContext {

        private static final Origin ORIGIN = new Origin("executed", 1);

        private final IntFunction<Expression> bound;
        private final Map<String, Integer> numbers = new HashMap<>();

        Executed(IntFunction<Expression> bound) {
            this.bound = bound;
        }

        private String name(String prefix) {
            return prefix + numbers.merge(prefix, 1, Integer::sum);
        }

        @Override
        public Expression bound(int index) {
            return bound.apply(index);
        }

        @Override
        public Expression hole(String name) {
            return any(name);
        }

        @Override
        public String label(String letter) {
            return name(letter);
        }

        @Override
        public Expression any(String name) {
            return new Expression.Any(name(name + "-"));
        }

        @Override
        public Origin origin() {
            return ORIGIN;
        }
    }
}
