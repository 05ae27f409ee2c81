package moirai.history.level;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IsolationLevelTest {

    @Test
    void aLevelForbidsWhateverTheLevelsItImpliesForbid() {
        for (IsolationLevel stronger : IsolationLevel.values()) {
            for (IsolationLevel weaker : IsolationLevel.values()) {
                if (stronger.implies(weaker)) {
                    assertThat(stronger.forbidden())
                            .as("%s implies %s", stronger.label(), weaker.label())
                            .containsAll(weaker.forbidden());
                }
            }
        }
    }

    @Test
    void implicationIsAPartialOrder() {
        for (IsolationLevel one : IsolationLevel.values()) {
            assertThat(one.implies(one)).isTrue();
            for (IsolationLevel other : IsolationLevel.values()) {
                assertThat(one != other && one.implies(other) && other.implies(one))
                        .isFalse();
            }
        }
    }

    @Test
    void strictSerializabilityForbidsEverything() {
        assertThat(IsolationLevel.STRICT_SERIALIZABLE.forbidden()).isEqualTo(EnumSet.allOf(Phenomenon.class));
    }

    @Test
    void snapshotIsolationAllowsWriteSkewAlone() {
        var plain = EnumSet.of(Phenomenon.G0, Phenomenon.G1C, Phenomenon.G_SINGLE, Phenomenon.G_NONADJACENT);

        assertThat(IsolationLevel.SNAPSHOT_ISOLATION.forbidden())
                .containsAll(plain)
                .doesNotContain(Phenomenon.G2_ITEM);
    }

    @Test
    void levelsAreFoundByEitherNameInAnyCase() {
        assertThat(IsolationLevel.NAMES.named("snapshot-isolation")).contains(IsolationLevel.SNAPSHOT_ISOLATION);
        assertThat(IsolationLevel.NAMES.named("pl-si")).contains(IsolationLevel.SNAPSHOT_ISOLATION);
        assertThat(IsolationLevel.NAMES.named("snapshot")).isEmpty();
        assertThat(IsolationLevel.NAMES.named("TCC")).contains(IsolationLevel.CAUSAL);
        assertThat(IsolationLevel.NAMES.named("rc")).contains(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW);
        assertThat(IsolationLevel.NAMES.named("si")).contains(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION);
        assertThat(Arrays.stream(IsolationLevel.values()).map(level -> IsolationLevel.NAMES.named(level.label())))
                .allSatisfy(level -> assertThat(level).isPresent());
    }

    @Test
    void strongestAndWeakestLeaveNoImpliedLevel() {
        Set<IsolationLevel> levels = IsolationLevel.unbrokenBy(Set.of(Phenomenon.G2_ITEM));

        assertThat(IsolationLevel.strongest(levels)).containsExactly(IsolationLevel.STRONG_SNAPSHOT_ISOLATION);
        assertThat(IsolationLevel.weakest(levels)).containsExactly(IsolationLevel.READ_UNCOMMITTED);
    }
}
