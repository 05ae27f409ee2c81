package moirai.runs.campaign.changes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import moirai.runs.RunException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownReaderTest {

    private static final String WHOLE = """
            - fingerprint: 33af08e8-G2-item-rw-rw
              cell: db=h2*
              reason: "H2 issue 3894"
              link: https://github.com/h2database/h2database/issues/3894
              owner: storage
              until: 2026-12-31
            """;

    @Test
    void everyKeyIsRead() {
        assertThat(KnownReader.read("known.yaml", WHOLE))
                .containsExactly(new KnownFailure(
                        "33af08e8-G2-item-rw-rw",
                        "db=h2*",
                        "H2 issue 3894",
                        "https://github.com/h2database/h2database/issues/3894",
                        "storage",
                        LocalDate.of(2026, 12, 31)));
    }

    /** A failure of a run is one of a product and its versions; it has no cell. */
    @Test
    void aListForRunsNamesTheDatabase() {
        String ofRuns = WHOLE.replace("cell: db=h2*", "database: 'H2 2.3*'");

        assertThat(KnownReader.ofRuns("known.yaml", ofRuns))
                .extracting(KnownFailure::place)
                .containsExactly("H2 2.3*");
        assertThatThrownBy(() -> KnownReader.ofRuns("known.yaml", WHOLE))
                .hasMessageStartingWith("known.yaml:2:3: 'cell' is not a key of a known failure");
        assertThatThrownBy(() -> KnownReader.ofRuns("known.yaml", WHOLE.replace("  cell: db=h2*\n", "")))
                .hasMessage(
                        "known.yaml:1:3: 'database' is missing: expected fingerprint, reason, owner, until, database");
    }

    /** The list stays when its last entry goes. */
    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# nothing is known\n", "[]\n", "  # of no cell\n[ ]\n"})
    void aListMayBeEmpty(String text) {
        assertThat(KnownReader.read("known.yaml", text)).isEmpty();
    }

    /** Each case replaces a part of a good file. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            until: 2026-12-31 | until: tomorrow | known.yaml:6:10: 'tomorrow': expected a date, such as 2026-12-31
            owner: storage | ownr: storage | known.yaml:5:3: 'ownr' is not a key of a known failure
            owner: storage | '' | known.yaml:1:3: 'owner' is missing: expected fingerprint, reason, owner, until
            33af08e8-G2-item-rw-rw | G2-item | known.yaml:1:16: 'G2-item': expected a fingerprint
            - fingerprint | fingerprint | known.yaml:1:1: a mapping is here: expected a list of known failures
            reason: "H2 issue 3894" | reason: [] | known.yaml:3:11: an empty list is here: expected why it is accepted
            """)
    void whatIsWrongIsNamedWithItsPlace(String part, String replacement, String message) {
        String indented = part.startsWith("-") ? WHOLE.replaceAll("(?m)^..", "") : WHOLE.replace(part, replacement);

        assertThatThrownBy(() -> KnownReader.read("known.yaml", indented))
                .isInstanceOf(RunException.class)
                .hasMessageStartingWith(message);
    }
}
