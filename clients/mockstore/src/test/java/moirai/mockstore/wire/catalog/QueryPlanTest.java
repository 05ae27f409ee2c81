package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueryPlanTest {

    @Test
    void tablesAreNamedOnceInOrder() {
        var plan = new QueryPlan("""
                [{"Plan": {"Node Type": "Hash Join", "Output": ["b.id"],
                  "Plans": [
                    {"Node Type": "Seq Scan", "Relation Name": "person",
                     "Schema": "public", "Alias": "b"},
                    {"Node Type": "Seq Scan", "Relation Name": "city", "Schema": "app", "Alias": "c"},
                    {"Node Type": "Index Scan", "Index Name": "k", "Relation Name": "person", "Schema": "public"}]}}]
                """);

        assertThat(plan.tables()).containsExactly("app.city", "person");
        assertThat(plan.locks() || plan.changes()).isFalse();
    }

    @Test
    void tablesOfTheSystemAndTemporaryOnesAreNoneOfTheStore() {
        var plan = new QueryPlan("""
                [{"Plan": {"Node Type": "Append", "Plans": [
                    {"Node Type": "Seq Scan", "Relation Name": "pg_class", "Schema": "pg_catalog"},
                    {"Node Type": "Seq Scan", "Relation Name": "sql_features", "Schema": "information_schema"},
                    {"Node Type": "Seq Scan", "Relation Name": "pg_toast_1", "Schema": "pg_toast"},
                    {"Node Type": "Seq Scan", "Relation Name": "person", "Schema": "pg_temp_3"},
                    {"Node Type": "Function Scan", "Function Name": "unnest", "Schema": "pg_catalog"}]}}]
                """);

        assertThat(plan.tables()).isEmpty();
    }

    @Test
    void aTextThatLooksLikeAPlanIsNone() {
        var plan = new QueryPlan("""
                [{"Plan": {"Node Type": "Result", "Output": ["'\\"Relation Name\\": \\"t\\", \\"Schema\\": \\"s\\"'",
                  "'\\"Node Type\\": \\"LockRows\\"'"]}}]
                """);

        assertThat(plan.tables()).isEmpty();
        assertThat(plan.locks() || plan.changes()).isFalse();
    }

    @Test
    void namesWithQuotesStayWhatTheyAre() {
        var plan = new QueryPlan("""
                {"Node Type": "Seq Scan", "Relation Name": "odd \\"name\\"", "Schema": "App"}
                """);

        assertThat(plan.tables()).containsExactly("App.odd \"name\"");
    }

    @Test
    void locksAndChangesAreMoreThanAQuery() {
        assertThat(new QueryPlan("{\"Node Type\": \"LockRows\"}").locks()).isTrue();
        assertThat(new QueryPlan("{\"Node Type\": \"LockRows\"}").changes()).isFalse();
        var update = new QueryPlan("{\"Node Type\": \"ModifyTable\", \"Operation\": \"Update\"}");
        assertThat(update.changes()).isTrue();
        assertThat(update.locks()).isFalse();
        assertThat(update.onlyUpdatesOrDeletes()).isTrue();
        assertThat(new QueryPlan("{\"Node Type\": \"ModifyTable\", \"Operation\": \"Insert\"}").onlyUpdatesOrDeletes())
                .isFalse();
    }
}
