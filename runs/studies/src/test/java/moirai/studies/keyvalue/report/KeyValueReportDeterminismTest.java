package moirai.studies.keyvalue.report;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.Seed;
import org.junit.jupiter.api.Test;

class KeyValueReportDeterminismTest {

    @Test
    void theSameSeedGivesTheSameTables() {
        assertThat(KeyValueReport.table1(new Seed(1), 100)).isEqualTo(KeyValueReport.table1(new Seed(1), 100));
        assertThat(KeyValueReport.levels(new Seed(1), 20)).isEqualTo(KeyValueReport.levels(new Seed(1), 20));
        assertThat(KeyValueReport.coverage(new Seed(1), 1, 50, 200))
                .isEqualTo(KeyValueReport.coverage(new Seed(1), 1, 50, 200));
    }

    @Test
    void anotherSeedGivesOtherNumbers() {
        assertThat(KeyValueReport.table1(new Seed(1), 100)).isNotEqualTo(KeyValueReport.table1(new Seed(2), 100));
    }
}
