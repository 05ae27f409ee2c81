package moirai.history.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every consistency model that elle-cli accepts is a level here, or is refused with the nearest level that is. */
class ForeignLevelsTest {

    /** The names in Elle's lattice, canonical and friendly. */
    private static final List<String> NAMES = List.of("""
            PL-1 PL-2 PL-2+ PL-2.99 PL-2L PL-3 PL-3U PL-CS PL-FCV PL-MSR PL-SI PL-SS strong-PL-1
            strong-PL-2 strong-session-PL-1 strong-session-PL-2 read-uncommitted read-committed
            monotonic-view cursor-stability consistent-view monotonic-snapshot-read forward-consistent-view
            repeatable-read snapshot-isolation update-serializable serializable strict-serializable
            strong-serializable conflict-serializable view-serializable 1SR session-serializable
            strong-session-read-uncommitted strong-session-read-committed strong-read-uncommitted
            strong-read-committed strong-session-snapshot-isolation strong-snapshot-isolation
            strong-session-serializable monotonic-atomic-view read-atomic ROLA causal-cerone prefix
            parallel-snapshot-isolation linearizable sequential causal PRAM monotonic-reads
            monotonic-writes read-your-writes writes-follow-reads update-atomic
            """.split("\\s+"));

    @Test
    void everyNameOfEllesIsALevelOrIsRefusedWithTheNearest() {
        assertThat(NAMES).allSatisfy(name -> {
            boolean isLevel = IsolationLevel.NAMES.named(name).isPresent();
            assertThat(ForeignLevels.refusals().containsKey(name.toLowerCase(Locale.ROOT)))
                    .as(name)
                    .isEqualTo(!isLevel);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"PL-FCV", "forward-consistent-view", "pl-fcv"})
    void refusalSaysWhyAndWhatIsNear(String name) {
        assertThatThrownBy(() -> IsolationLevel.NAMES.parse(name))
                .hasMessageStartingWith(
                        "'" + name + "' is a level of Elle that is not decided here: it speaks of when snapshots were"
                                + " taken, which no history records; weaker is consistent-view."
                                + " Nearest: snapshot-isolation");
    }

    @Test
    void namesOfNobodyAreNotRefusedAsElles() {
        assertThatThrownBy(() -> IsolationLevel.NAMES.parse("serialisable"))
                .hasMessageStartingWith("'serialisable' is not a level (did you mean serializable?). Known: read-unc");
    }
}
