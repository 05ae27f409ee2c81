package moirai.runs.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.sql.Connection;
import moirai.nemesis.ClusterException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver as users get it: fetched by Maven, and not on the class path. */
class DuckDbIT {

    @TempDir
    private Path spill;

    private static DuckDb fetched() {
        try {
            return DuckDb.fetched();
        } catch (ClusterException refused) {
            return abort("needs a Maven that reaches its repository: " + refused.getMessage());
        }
    }

    @Test
    void theDriverThatMavenFetchesAnswers() throws Exception {
        DuckDb duckDb = fetched();

        var out = new StringBuilder();
        try (Connection connection = duckDb.inMemory(new DuckDb.Resources("200MiB", spill))) {
            assertThat(connection.getClass().getClassLoader()).isNotSameAs(DuckDb.class.getClassLoader());
            Answer.of(connection, "SELECT version() AS v", new Answer.Form(Answer.Format.CSV, 0, 0), out);
        }
        assertThat(out.toString()).isEqualTo("v\r\nv1.4.4\r\n");
    }
}
