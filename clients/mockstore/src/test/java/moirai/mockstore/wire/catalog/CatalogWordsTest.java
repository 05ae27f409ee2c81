package moirai.mockstore.wire.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogWordsTest {

    private static final Set<String> FUNCTIONS = Set.of("random", "pg_sleep");
    private static final Set<String> VIEWS = Set.of("pg_locks", "pg_stat_activity");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM pg_class",
                "SELECT * FROM PG_CATALOG.PG_TABLES",
                "SELECT * FROM information_schema.columns",
                "SELECT 'person'::regclass",
                "SELECT to_regclass('person')",
                "SELECT format_type(23, -1)",
                "SELECT obj_description(1, 'pg_class'), col_description(1, 1)",
                "SELECT has_table_privilege('person', 'select')",
                "SELECT current_schemas(true)",
            })
    void aQuestionOfTheCatalogsIsKnownByItsWords(String sql) {
        assertThat(CatalogWords.areIn(sql)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM person",
                "SELECT region FROM city",
                "SELECT page FROM book",
                "SELECT has_pets FROM p"
            })
    void otherWordsAreNone(String sql) {
        assertThat(CatalogWords.areIn(sql)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELECT random(); random",
                "SELECT Random (); random",
                "SELECT pg_catalog.random(); random",
                "SELECT \"random\"(); random",
                "SELECT random/* none */(); random",
                "SELECT random -- none/n (); random",
                "SELECT 1 FROM pg_locks; pg_locks",
                "SELECT 1 FROM pg_catalog.PG_LOCKS; pg_locks",
                "SELECT 1 FROM \"pg_locks\"; pg_locks",
                "SELECT 1 FROM person WHERE EXISTS (SELECT pg_sleep(1) FROM pg_locks); pg_sleep",
            })
    void aWordThatNoDefinitionAnswersIsFound(String sql, String name) {
        assertThat(CatalogWords.foreignIn(sql.replace("/n", "\n"), FUNCTIONS::contains, VIEWS::contains))
                .contains(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT random FROM person",
                "SELECT randomly() FROM person",
                "SELECT count(*) AS random FROM person",
                "SELECT 'random()'",
                "SELECT relname FROM pg_class WHERE relname = 'pg_locks'",
                "SELECT 1 -- random()",
            })
    void columnsTextsAndCommentsAreNoFunctions(String sql) {
        assertThat(CatalogWords.foreignIn(sql, FUNCTIONS::contains, VIEWS::contains))
                .isEmpty();
    }
}
