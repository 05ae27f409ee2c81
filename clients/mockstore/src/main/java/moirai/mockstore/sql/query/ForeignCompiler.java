package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Computed;
import moirai.mockstore.sql.expression.ForeignExpression;
import moirai.mockstore.sql.expression.RandomUuid;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.plan.ColumnReference;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Words;
import moirai.mockstore.sql.types.ColumnType;
import moirai.mockstore.sql.types.ForeignCall;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.JsonExpression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.util.deparser.ExpressionDeParser;
import org.jspecify.annotations.Nullable;

/** Finds out whether PostgreSQL can evaluate an expression that the store does not understand. */
record ForeignCompiler(QueryScope scope) {

    /**
     * Words that no expression for PostgreSQL has: those of sub-queries and window functions, and those of values that
     * the store has itself, such as the time and the user.
     */
    private static final Set<String> OTHER = Set.of("""
            SELECT VALUES OVER DEFAULT CURRENT_TIMESTAMP CURRENT_TIME CURRENT_DATE LOCALTIME LOCALTIMESTAMP
            CURRENT_USER SESSION_USER USER CURRENT_ROLE CURRENT_CATALOG CURRENT_SCHEMA
            'NOW' 'TODAY' 'TOMORROW' 'YESTERDAY'
            """.strip().split("\\s+"));

    /** Functions that return such values; as names of columns these words mean nothing else. */
    private static final Set<String> OTHER_FUNCTIONS = Set.of("""
            NOW TRANSACTION_TIMESTAMP STATEMENT_TIMESTAMP AGE CURRENT_SCHEMAS CURRENT_DATABASE CURRENT_SETTING
            CURRVAL LASTVAL NEXTVAL SETVAL
            """.strip().split("\\s+"));

    /** The function of an extension that does the same as one of the store's. */
    private static final Pattern RANDOM_UUID =
            Pattern.compile("(\\w+\\s*\\.\\s*)?uuid_generate_v4\\s*\\(\\s*\\)", Pattern.CASE_INSENSITIVE);

    /** Stands for each parameter when texts are compared. */
    private static final String PLACE = "?";

    /** Returns the expression as one that PostgreSQL evaluates, with its columns; empty if that cannot be. */
    Optional<QueryScope.Compiled> compile(Expression expression) {
        ForeignType.Source source = scope.environment().catalog().foreignTypes();
        if (scope.environment().notes().sql().isEmpty() || !source.isThere()) {
            return Optional.empty();
        }
        QueryScope.Compiled compiled;
        try {
            if (namesOther(words(expression.toString()))) {
                return Optional.empty();
            }
            compiled = scope.recording(() -> new Call(scope).of(expression, source));
        } catch (StoreException notUnderstood) {
            return Optional.empty();
        }
        if (compiled.expression() instanceof ForeignExpression foreign) {
            StoreException failure = foreign.call().failure();
            if (failure != null) {
                scope.impossible(failure);
            }
        }
        return Optional.of(compiled);
    }

    private static boolean namesOther(List<String> words) {
        for (int index = 0; index < words.size(); index++) {
            String word = words.get(index).toUpperCase(Locale.ROOT);
            boolean isCalled = index + 1 < words.size() && words.get(index + 1).equals("(");
            if (OTHER.contains(word) || (isCalled && OTHER_FUNCTIONS.contains(word))) {
                return true;
            }
        }
        return false;
    }

    private static List<String> words(String text) {
        var words = new ArrayList<String>();
        Words rest = Words.of(text);
        while (!rest.isEmpty()) {
            words.add(rest.take());
        }
        return words;
    }

    /**
     * Returns whether an expression stands in a statement word by word: the parser's tree may have lost a part. All
     * parameters are the same here.
     */
    private static boolean isPartOf(String statement, String expression) {
        String all = joined(words(statement));
        return all.contains(joined(words(expression)));
    }

    private static String joined(List<String> words) {
        return words.stream()
                .map(word -> word.matches("\\$\\d+") ? PLACE : word)
                .map(word -> word.startsWith("'") || word.startsWith("\"") ? word : word.toUpperCase(Locale.ROOT))
                .collect(Collectors.joining("\n", "\n", "\n"));
    }

    /** Writes an expression as a call. */
    private static final class Call extends ExpressionDeParser {

        private final QueryScope scope;
        private final List<SqlExpression> columns = new ArrayList<>();
        private final List<Integer> types = new ArrayList<>();
        private final List<String> names = new ArrayList<>();
        /** The indexes of the statement's parameters, by number in the call; null for a column. */
        private final List<@Nullable Integer> indexes = new ArrayList<>();
        /** The number of each column, by source. */
        private final Map<String, Map<String, Integer>> numbers = new LinkedHashMap<>();

        /** True if the expression names what a row of this query does not have: a column around it, or all columns. */
        private boolean isStrange;

        Call(QueryScope scope) {
            this.scope = scope;
        }

        /**
         * Returns the expression for PostgreSQL.
         *
         * @throws StoreException if there is none
         */
        SqlExpression of(Expression expression, ForeignType.Source source) {
            expression.accept(this, null);
            String text = getBuilder().toString();
            if (isStrange || !isPartOf(scope.environment().notes().sql(), text)) {
                throw new StoreException("0A000", "not as it was written: " + text);
            }
            String from = numbers.entrySet().stream()
                    .map(alias -> alias.getValue().entrySet().stream()
                                    .map(column -> "$" + column.getValue() + "::"
                                            + names.get(column.getValue() - 1) + " AS "
                                            + Identifiers.literal(column.getKey()))
                                    .collect(Collectors.joining(", ", "(SELECT ", ")"))
                            + " AS " + Identifiers.literal(alias.getKey()))
                    .collect(Collectors.joining(", "));
            ForeignCall call = source.describe(text, from.isEmpty() ? "" : " FROM " + from, types)
                    .orElseThrow(() -> new StoreException("0A000", "not understood by PostgreSQL either: " + text));
            if (RANDOM_UUID.matcher(text).matches()) {
                return new Computed(SqlType.UUID, frame -> RandomUuid.of(frame.random()));
            }
            var arguments = new ArrayList<SqlExpression>();
            for (int number = 0; number < types.size(); number++) {
                Integer index = indexes.get(number);
                arguments.add(
                        index == null
                                ? columns.get(number)
                                : ForeignExpression.parameter(
                                        scope, index, call.parameters().get(number)));
            }
            return new ForeignExpression(call, arguments);
        }

        @Override
        public <S> StringBuilder visit(JdbcParameter parameter, S context) {
            int index = parameter.getIndex() - 1;
            int known = indexes.indexOf(index);
            if (known < 0) {
                known = types.size();
                indexes.add(index);
                columns.add(scope.parameter(index));
                SqlType declared = scope.parameter(index).type();
                types.add(declared == SqlType.UNKNOWN ? 0 : declared.oid());
                names.add("");
            }
            return getBuilder().append('$').append(known + 1);
        }

        /** Writes a JSON path, in which the parser's own writer does not visit columns and parameters. */
        @Override
        public <S> StringBuilder visit(JsonExpression path, S context) {
            path.getExpression().accept(this, context);
            for (Map.Entry<Expression, String> step : path.getIdentList()) {
                getBuilder().append(' ').append(step.getValue()).append(' ');
                step.getKey().accept(this, context);
            }
            return getBuilder();
        }

        @Override
        public <S> StringBuilder visit(AllColumns all, S context) {
            isStrange = true;
            return super.visit(all, context);
        }

        @Override
        public <S> StringBuilder visit(AllTableColumns all, S context) {
            isStrange = true;
            return super.visit(all, context);
        }

        private static String name(ColumnType type) {
            if (type.foreign() != null) {
                // Without quotes it is that of a single bit.
                return type.foreign().name().equals("bit")
                        ? "\"bit\""
                        : type.foreign().name();
            }
            // The standard's name is that of a single character.
            return type.type() == SqlType.CHAR ? "bpchar" : type.type().sqlName();
        }

        @Override
        public <S> StringBuilder visit(Column column, S context) {
            ColumnReference found = scope.passedOn(new Column(column.getTable(), column.getColumnName()));
            isStrange |=
                    found.levelsUp() > 0 || found.source() >= scope.sources().size();
            if (!isStrange) {
                Source source = scope.sources().get(found.source());
                Output output = source.columns().get(found.column());
                Map<String, Integer> known = numbers.computeIfAbsent(source.alias(), alias -> new LinkedHashMap<>());
                if (!known.containsKey(output.label())) {
                    columns.add(found);
                    indexes.add(null);
                    types.add(output.type().oid());
                    names.add(name(output.type()));
                    known.put(output.label(), types.size());
                }
            }
            return getBuilder().append(column);
        }
    }
}
