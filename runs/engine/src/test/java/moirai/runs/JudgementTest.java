package moirai.runs;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.analysis.Verdict;
import moirai.analysis.durability.Durability;
import moirai.analysis.validation.LevelChecker;
import moirai.history.FaultEvent;
import moirai.history.FaultEvent.Phase;
import moirai.history.History;
import moirai.history.HistoryBuilder;
import moirai.history.HistoryNotation;
import moirai.history.level.IsolationLevel;
import org.junit.jupiter.api.Test;

class JudgementTest {

    private static final FaultEvent BEGIN = new FaultEvent(100, Phase.INJECTED, Durability.FINAL_READS, "n1");
    private static final FaultEvent END = new FaultEvent(200, Phase.HEALED, Durability.FINAL_READS, "n1");

    private static final String SOUND = """
            T0 s0 @1..2 a1=1
            T1 s1 @110..120 r1=[1]
            """;

    private static final String STALE = """
            T0 s0 @1..2 a1=1 a2=1
            T1 s1 @3..4 r1=[1] r2=[]
            """;

    @Test
    void aPassIsUnknownWhenFinalReadsAreWantedAndMissing() {
        Judgement judged = judged(SOUND, BEGIN);

        assertThat(judged.verdict()).isInstanceOf(Verdict.Undecided.class);
        assertThat(judged.word()).isEqualTo("UNKNOWN");
        assertThat(judged.exitCode()).isEqualTo(ExitCode.UNKNOWN);
    }

    @Test
    void aPassStandsWhenTheyAreThereOrNobodyWantedThem() {
        assertThat(judged(SOUND, BEGIN, END).exitCode()).isEqualTo(ExitCode.VALID);
        assertThat(judged(SOUND).exitCode()).isEqualTo(ExitCode.VALID);
    }

    @Test
    void whatIsProvenStandsWithoutThem() {
        assertThat(judged(STALE, BEGIN).exitCode()).isEqualTo(ExitCode.INVALID);
    }

    @Test
    void aRunWithoutTheFaultsThatWereAskedForIsNoPass() {
        EvidenceRule rule = EvidenceRule.DEFAULT;

        assertThat(rule.lack(judged(SOUND, BEGIN, END).durability()))
                .hasValueSatisfying(why -> assertThat(why).startsWith("no fault was injected"));
        assertThat(rule.lack(judged(SOUND, fault("failed kill"), BEGIN, END).durability()))
                .isPresent();
        assertThat(rule.lack(judged(SOUND, fault("kill"), BEGIN, END).durability()))
                .isEmpty();
        assertThat(rule.lack(judged(SOUND).durability())).isEmpty();
    }

    private static FaultEvent fault(String name) {
        return new FaultEvent(50, Phase.INJECTED, name, "n1");
    }

    private static Judgement judged(String text, FaultEvent... faults) {
        History plain = HistoryNotation.parse(text);
        var builder = new HistoryBuilder(plain.header());
        for (int txn = 0; txn < plain.txnCount(); txn++) {
            builder.add(plain.txn(txn));
        }
        for (FaultEvent fault : faults) {
            builder.fault(fault);
        }
        return Judgement.of(builder.build(), new LevelChecker(), IsolationLevel.SERIALIZABLE, EvidenceRule.NONE);
    }
}
