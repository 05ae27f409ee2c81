package moirai.runs.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import moirai.analysis.durability.Durability;
import moirai.analysis.durability.WriteKind;
import moirai.analysis.validation.LevelChecker;
import moirai.history.History;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import moirai.runs.EvidenceRule;
import moirai.runs.Judgement;
import moirai.runs.interim.AnomalyKind;
import org.junit.jupiter.api.Test;

class FoundKindsTest {

    /** T0 and T1 are a write skew; T3 reads what T2 took back. */
    private static final History BOTH = HistoryNotation.parse("""
            T0 s0 @1000..9000 r10=[] a25=7
            T1 s5 @2000..8000 r25=[] a10=8
            T2 s2 fail @9000..9100 a3=9
            T3 s3 @9200..9300 r3=[9]
            """);

    @Test
    void forbiddenKindsComeFirst() {
        List<AnomalyKind> kinds = FoundKinds.of(BOTH, judge(IsolationLevel.SNAPSHOT_ISOLATION));

        assertThat(kinds.stream().map(kind -> kind.phenomenon() + " " + kind.isForbidden() + " " + kind.count()))
                .containsExactly("G1a true 1", "G2-item false 1");
        assertThat(kinds.getLast().name()).isEqualTo("write skew");
        assertThat(kinds.getLast().shape()).matches("[0-9a-f]{4}-G2-item-rw-rw");
        assertThat(kinds.getLast().times()).isEqualTo(new AnomalyKind.Times(9_000, 9_000));
    }

    @Test
    void lostAppendsAreForbiddenAtEveryLevel() {
        Judgement judged = judge(IsolationLevel.READ_UNCOMMITTED);
        var durability = new Durability(
                WriteKind.APPEND,
                true,
                true,
                new Durability.Counts(9, 2, 0, 0, 0),
                Durability.Losses.NONE,
                judged.durability().faults());
        var broken = new Judgement(judged.expect(), judged.verdict(), judged.findings(), judged.weight(), durability);

        AnomalyKind lost = FoundKinds.of(BOTH, broken).getFirst();

        assertThat(lost.shape()).matches("[0-9a-f]{4}-lost-append");
        assertThat(lost.isForbidden()).isTrue();
        assertThat(lost.count()).isEqualTo(2);
        assertThat(lost.times().firstNanos()).isEqualTo(9_300);
    }

    private static Judgement judge(IsolationLevel expect) {
        return Judgement.of(BOTH, new LevelChecker(), expect, EvidenceRule.NONE);
    }
}
