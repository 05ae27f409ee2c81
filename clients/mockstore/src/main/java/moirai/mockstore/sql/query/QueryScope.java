package moirai.mockstore.sql.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.expression.Frame;
import moirai.mockstore.sql.expression.Parameter;
import moirai.mockstore.sql.expression.Scope;
import moirai.mockstore.sql.expression.SqlExpression;
import moirai.mockstore.sql.expression.aggregate.Aggregate;
import moirai.mockstore.sql.expression.compile.ExpressionCompiler;
import moirai.mockstore.sql.plan.ColumnReference;
import moirai.mockstore.sql.plan.Grouping;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.plan.RowsOnce;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.syntax.Unsupported;
import moirai.mockstore.sql.types.ForeignType;
import moirai.mockstore.sql.types.SqlType;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Select;
import org.jspecify.annotations.Nullable;

/** The scope of a query: the names of its sources, and of those of the queries around it. */
public final class QueryScope implements Scope {

    private final Environment environment;
    private final @Nullable QueryScope outer;
    private final List<Source> sources = new ArrayList<>();
    /** The columns that USING merged, by name. */
    private final Map<String, ColumnReference> merged = new HashMap<>();

    private final List<Grouping.Call> calls = new ArrayList<>();
    private boolean aggregatesAllowed;
    private boolean subqueriesAllowed = true;
    private boolean isOfChange;
    private Usage usage = new Usage();
    /** True if the expression being compiled needs a column of a query around this one. */
    private boolean usesOuter;
    /** True if the query being compiled inside this one needs a column of this query, or of one around it. */
    private boolean isReached;
    /** True if the query being compiled inside this one may have other rows whenever it is executed. */
    private boolean isVaried;

    /** An expression with the columns that it needs. */
    record Compiled(SqlExpression expression, Usage usage) {}

    QueryScope(Environment environment, @Nullable QueryScope outer) {
        this.environment = environment;
        this.outer = outer;
    }

    Environment environment() {
        return environment;
    }

    @Nullable
    QueryScope outer() {
        return outer;
    }

    List<Source> sources() {
        return sources;
    }

    /** Returns the aggregates that expressions have used. */
    List<Grouping.Call> calls() {
        return calls;
    }

    /** Adds a source; returns its number. */
    int add(Source source) {
        if (sources.stream().anyMatch(other -> other.alias().equals(source.alias()))) {
            throw new StoreException("42712", "table name \"" + source.alias() + "\" specified more than once");
        }
        sources.add(source);
        return sources.size() - 1;
    }

    /** Makes an unqualified name mean this column, although other columns have the same name. */
    void merge(String name, ColumnReference column) {
        merged.put(name, column);
    }

    Optional<ColumnReference> merged(String name) {
        return Optional.ofNullable(merged.get(name));
    }

    void allowAggregates(boolean allowed) {
        aggregatesAllowed = allowed;
    }

    void refuseSubqueries() {
        subqueriesAllowed = false;
    }

    /** Compiles an expression over this query's rows. */
    Compiled compile(Expression expression) {
        return recording(() -> ExpressionCompiler.compile(expression, this));
    }

    /**
     * Compiles an expression of which PostgreSQL may have to evaluate the whole. It is asked for each row, so that the
     * store reads what the expression needs; where rows of several tables would be tried one with another, this is
     * refused, as it is inside another query.
     */
    Compiled compileOrAsk(Expression expression) {
        try {
            return environment.parameters().unlessFailing(() -> compile(expression));
        } catch (StoreException refusal) {
            boolean isSimple = outer == null && (isOfChange || sources.size() <= 1);
            boolean isOfMeaning =
                    refusal.sqlState().equals("0A000") || refusal.sqlState().startsWith("42");
            return Optional.of(expression)
                    .filter(any -> isSimple && isOfMeaning)
                    .flatMap(new ForeignCompiler(this)::compile)
                    .orElseThrow(() -> refusal);
        }
    }

    /** Makes the scope one of a statement that changes rows. */
    QueryScope ofChange() {
        isOfChange = true;
        return this;
    }

    Compiled recording(Supplier<SqlExpression> compilation) {
        Usage before = usage;
        usage = new Usage();
        try {
            return new Compiled(compilation.get(), usage);
        } finally {
            usage = before;
        }
    }

    /**
     * Returns the column, unless it is of a type that the store can only pass on.
     *
     * @throws StoreException if it is of one (SQLSTATE 0A000)
     */
    @Override
    public SqlExpression column(Column name) {
        ColumnReference column = passedOn(name);
        output(column).map(output -> output.type().foreign()).ifPresent(type -> {
            throw Unsupported.refuse("a value of type " + type.name() + ", that of " + name + ", in an expression");
        });
        return column;
    }

    /** Returns the column of a source, of this query or one around it; empty if it is the result of an aggregate. */
    Optional<Output> output(ColumnReference column) {
        QueryScope scope = this;
        for (int up = column.levelsUp(); up > 0 && scope.outer != null; up--) {
            scope = scope.outer;
        }
        return column.source() < scope.sources.size()
                ? Optional.of(scope.sources.get(column.source()).columns().get(column.column()))
                : Optional.empty();
    }

    @Override
    public ColumnReference passedOn(Column name) {
        QueryScope scope = this;
        for (int levelsUp = 0; scope != null; levelsUp++) {
            scope.isReached |= levelsUp > 0;
            Optional<ColumnReference> found = scope.find(name);
            if (found.isPresent()) {
                ColumnReference column = found.get();
                scope.usage.add(column.source(), column.column());
                return new ColumnReference(levelsUp, column.source(), column.column(), column.type());
            }
            scope.usesOuter = true;
            scope.usage.correlate();
            scope = scope.outer;
        }
        if (name.getTable() != null && !knows(Identifiers.of(name.getTable().getName()))) {
            throw new StoreException(
                    "42P01", "missing FROM-clause entry for table \"" + name.getTable() + "\" in: " + name);
        }
        throw new StoreException("42703", "column \"" + name + "\" does not exist; there are " + describe());
    }

    private boolean knows(String alias) {
        return sources.stream().anyMatch(source -> source.alias().equals(alias))
                || (outer != null && outer.knows(alias));
    }

    private List<String> describe() {
        return sources.stream()
                .flatMap(source -> source.columns().stream().map(column -> source.alias() + "." + column.label()))
                .toList();
    }

    /** Returns the column of this name in this query alone. */
    Optional<ColumnReference> find(Column name) {
        String column = Identifiers.of(name.getColumnName());
        boolean qualified = name.getTable() != null;
        if (!qualified && merged.containsKey(column)) {
            return Optional.ofNullable(merged.get(column));
        }
        var found = new ArrayList<ColumnReference>();
        for (int source = 0; source < sources.size(); source++) {
            if (!qualified || isNamed(sources.get(source), name)) {
                for (int number : sources.get(source).find(column)) {
                    found.add(reference(source, number));
                }
            }
        }
        if (found.size() > 1) {
            throw new StoreException("42702", "column reference \"" + name + "\" is ambiguous among " + describe());
        }
        return found.stream().findFirst();
    }

    private boolean isNamed(Source source, Column name) {
        String schema = name.getTable().getSchemaName();
        String table = Identifiers.of(name.getTable().getName());
        if (schema == null) {
            return source.alias().equals(table);
        }
        String qualified =
                environment.catalog().names().resolve(schema, name.getTable().getName());
        return source.alias().equals(table)
                && switch (source) {
                    case Source.OfTable of -> of.table().schema().name().equals(qualified);
                    // The row that a statement changes.
                    case Source.Given given ->
                        given.columns().stream()
                                .anyMatch(column -> column.table().equals(qualified));
                    case Source.OfQuery query -> false;
                };
    }

    /** Returns the column of a source, by number. */
    ColumnReference reference(int source, int column) {
        SqlType type = sources.get(source).columns().get(column).type().type();
        return new ColumnReference(0, source, column, type == SqlType.UNKNOWN ? SqlType.TEXT : type);
    }

    /** Records that the expression being compiled needs a column. */
    void use(ColumnReference column) {
        usage.add(column.source(), column.column());
    }

    @Override
    public SqlExpression parameter(int index) {
        return environment.parameters().at(index);
    }

    @Override
    public void parameterType(int index, SqlType type) {
        environment.parameters().take(index, type);
    }

    @Override
    public void leaveOpen(int index) {
        environment.parameters().leaveOpen(index);
    }

    @Override
    public void arrayParameter(int index, SqlType element) {
        if (!environment.catalog().foreignTypes().equals(ForeignType.Source.NONE)) {
            ForeignType.arrayOf(element).ifPresent(type -> parameterType(index, type));
        }
    }

    @Override
    public void parameterType(int index, ForeignType type) {
        environment.parameters().take(index, type);
    }

    @Override
    public void vary() {
        for (QueryScope scope = this; scope != null; scope = scope.outer) {
            scope.isVaried |= scope != this;
            scope.usage.vary();
        }
    }

    @Override
    public void impossible(StoreException failure) {
        environment.notes().impossible(failure);
    }

    @Override
    public Subquery subquery(Select select) {
        if (!subqueriesAllowed) {
            throw new StoreException("0A000", "a sub-query is not supported here: " + select);
        }
        usage.query();
        boolean wasVolatile = usage.isVolatile();
        Inner inner = inside(environment, this, select);
        if (!inner.isCorrelated) {
            // It is executed once, whatever it calls.
            usage.setVolatile(wasVolatile);
        }
        requireOwnTypes(inner.plan.outputs(), "a sub-query");
        return new PlannedSubquery(inner.plan, inner.isCorrelated);
    }

    /**
     * The plan of a query inside another.
     *
     * @param isCorrelated whether it needs columns of queries around it
     * @param isVolatile whether its rows may be others whenever it is executed
     */
    record Inner(QueryPlan plan, boolean isCorrelated, boolean isVolatile) {}

    /** Compiles a query that may name the columns of another, or of none. */
    static Inner inside(Environment environment, @Nullable QueryScope around, Select select) {
        var compiler = new QueryCompiler(environment, around);
        if (around == null) {
            return new Inner(compiler.compile(select), false, false);
        }
        boolean wasReached = around.isReached;
        boolean wasVaried = around.isVaried;
        around.isReached = false;
        around.isVaried = false;
        try {
            QueryPlan plan = compiler.compile(select);
            return new Inner(plan, around.isReached, around.isVaried);
        } finally {
            around.isReached |= wasReached;
            around.isVaried |= wasVaried;
        }
    }

    /**
     * Fails if there are columns of types that only PostgreSQL has, where their values are to be compared.
     *
     * @throws StoreException with SQLSTATE 0A000
     */
    static void requireOwnTypes(List<Output> outputs, String where) {
        for (Output output : outputs) {
            ForeignType foreign = output.type().foreign();
            if (foreign != null) {
                throw Unsupported.refuse(
                        "a value of type " + foreign.name() + ", that of " + output.label() + ", in " + where);
            }
        }
    }

    private record PlannedSubquery(QueryPlan plan, boolean isCorrelated) implements Subquery {

        @Override
        public List<SqlType> types() {
            return plan.types();
        }

        @Override
        public Iterable<List<Object>> rows(Frame frame) {
            if (!(frame instanceof PlanFrame around)) {
                throw new IllegalStateException("a sub-query outside a query");
            }
            return isCorrelated
                    ? () -> plan.open(around.execution(), around)
                    : around.once(this, () -> new RowsOnce(plan.open(around.execution(), null)));
        }
    }

    @Override
    public SqlExpression aggregate(Aggregate function, boolean distinct, List<Expression> arguments) {
        if (!aggregatesAllowed) {
            throw new StoreException("42803", "aggregate functions are not allowed here: " + arguments);
        }
        aggregatesAllowed = false;
        Usage around = usage;
        boolean usedOuter = usesOuter;
        usage = new Usage();
        usesOuter = false;
        try {
            List<SqlExpression> compiled = arguments.stream()
                    .map(argument -> ExpressionCompiler.compile(argument, this))
                    .map(argument -> !distinct && function.takesAny() ? Parameter.leftOpen(argument) : argument)
                    .toList();
            if (usesOuter && usage.sources().isEmpty()) {
                throw Unsupported.refuse("an aggregate of the query around the one that it stands in, of " + arguments);
            }
            var call = new Grouping.Call(function, distinct, compiled);
            calls.add(call);
            SqlType type =
                    function.type(compiled.stream().map(SqlExpression::type).toList());
            return new ColumnReference(0, sources.size(), calls.size() - 1, type);
        } finally {
            usage = around;
            usesOuter |= usedOuter;
            aggregatesAllowed = true;
        }
    }
}
