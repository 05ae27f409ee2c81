package moirai.mockstore.jdbc.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.MockStore;
import moirai.mockstore.StoreOptions;
import moirai.mockstore.jdbc.MoiraiDataSource;
import moirai.mockstore.sql.SqlDatabase;
import org.junit.jupiter.api.Test;

class DatabaseFactsTest {

    private static DatabaseMetaData metaData() throws SQLException {
        var store = new MockStore(StoreOptions.uniform(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION, new Seed(1)));
        return MoiraiDataSource.of(new SqlDatabase(store)).getConnection().getMetaData();
    }

    @Test
    void everyQuestionWithoutArgumentsHasAnAnswer() throws ReflectiveOperationException, SQLException {
        DatabaseMetaData metaData = metaData();
        List<Method> questions = Arrays.stream(DatabaseMetaData.class.getMethods())
                .filter(method -> method.getParameterCount() == 0)
                .toList();

        assertThat(questions).hasSizeGreaterThan(140);
        for (Method question : questions) {
            assertThat(question.invoke(metaData)).as(question.getName()).isNotNull();
        }
    }

    @Test
    void librariesTakeTheStoreForPostgres() throws SQLException {
        assertThat(metaData().getDatabaseProductName()).isEqualTo("PostgreSQL");
        assertThat(metaData().getDatabaseProductVersion()).startsWith("18.0").contains("Moirai");
        assertThat(metaData().getDriverName()).isEqualTo("Moirai mock store");
    }
}
