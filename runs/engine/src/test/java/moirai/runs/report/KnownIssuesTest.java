package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import moirai.analysis.Phenomenon;
import org.junit.jupiter.api.Test;

class KnownIssuesTest {

    @Test
    void writeSkewOfPostgres18AtSerializableIsKnown() {
        assertThat(KnownIssues.of("PostgreSQL 18.6", "serializable", Set.of(Phenomenon.G2_ITEM)))
                .hasValueSatisfying(reference -> assertThat(reference).contains("18.4", "https://"));
    }

    @Test
    void nothingElseIs() {
        assertThat(KnownIssues.of("PostgreSQL 18.6", "repeatable-read", Set.of(Phenomenon.G2_ITEM)))
                .isEmpty();
        assertThat(KnownIssues.of("PostgreSQL 17.2", "serializable", Set.of(Phenomenon.G2_ITEM)))
                .isEmpty();
        assertThat(KnownIssues.of("PostgreSQL 18.6", "serializable", Set.of(Phenomenon.G2_ITEM, Phenomenon.G_SINGLE)))
                .isEmpty();
        assertThat(KnownIssues.of("PostgreSQL 18.6", "serializable", Set.of())).isEmpty();
    }
}
