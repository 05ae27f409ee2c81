package moirai.mockstore.sql.query;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import moirai.mockstore.sql.plan.Execution;
import moirai.mockstore.sql.plan.Output;
import moirai.mockstore.sql.plan.PlanFrame;
import moirai.mockstore.sql.plan.QueryPlan;
import moirai.mockstore.sql.schema.Catalog;
import moirai.mockstore.sql.schema.Sequence;
import moirai.mockstore.sql.schema.TableSchema;
import moirai.mockstore.sql.syntax.Identifiers;
import moirai.mockstore.sql.types.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * The supported views of {@code information_schema}, with their important columns. The columns are text, like most in
 * PostgreSQL, where their type is a domain over text. These views are, like the definitions they show, not part of
 * transactions.
 */
final class InformationSchema {

    private static final String NAME = "information_schema";

    /** The name of the only database, which PostgreSQL's views show here. */
    private static final String DATABASE = "moirai";

    private InformationSchema() {}

    /** Returns whether a statement names this schema. */
    static boolean isNamed(String schema) {
        return Identifiers.of(schema).equals(NAME);
    }

    /** Returns the view of this name; empty if there is none. */
    static Optional<QueryPlan> find(String view, Catalog catalog) {
        return switch (view) {
            case "sequences" ->
                Optional.of(view(
                        catalog,
                        InformationSchema::sequences,
                        "sequence_catalog sequence_schema sequence_name data_type start_value minimum_value"
                                + " maximum_value increment cycle_option"));
            case "tables" ->
                Optional.of(view(
                        catalog,
                        InformationSchema::tables,
                        "table_catalog table_schema table_name table_type is_insertable_into"));
            default -> Optional.empty();
        };
    }

    private static View view(Catalog catalog, Function<Catalog, List<List<Object>>> rows, String columns) {
        List<Output> outputs = Arrays.stream(columns.split(" "))
                .map(name -> Output.computed(name, SqlType.TEXT))
                .toList();
        return new View(catalog, rows, outputs);
    }

    /** A view whose rows are computed from the catalogue when they are requested. */
    private record View(Catalog catalog, Function<Catalog, List<List<Object>>> rows, List<Output> outputs)
            implements QueryPlan {
        @Override
        public Iterator<List<Object>> open(Execution execution, @Nullable PlanFrame outer) {
            return rows.apply(catalog).iterator();
        }
    }

    private static List<List<Object>> sequences(Catalog catalog) {
        return catalog.sequences().stream().map(InformationSchema::row).toList();
    }

    private static List<Object> row(Sequence sequence) {
        Sequence.Numbers numbers = sequence.numbers();
        return List.of(
                DATABASE,
                Identifiers.schema(sequence.name()),
                Identifiers.bare(sequence.name()),
                numbers.type().sqlName(),
                String.valueOf(numbers.start()),
                String.valueOf(numbers.min()),
                String.valueOf(numbers.max()),
                String.valueOf(numbers.increment()),
                numbers.cycles() ? "YES" : "NO");
    }

    private static List<List<Object>> tables(Catalog catalog) {
        return catalog.tables().stream()
                .map(TableSchema::name)
                .map(name -> List.<Object>of(
                        DATABASE, Identifiers.schema(name), Identifiers.bare(name), "BASE TABLE", "YES"))
                .toList();
    }
}
