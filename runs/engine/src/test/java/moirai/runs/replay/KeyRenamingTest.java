package moirai.runs.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import moirai.history.HistoryNotation;
import moirai.history.Op;
import org.junit.jupiter.api.Test;

class KeyRenamingTest {

    @Test
    void eachAttemptHasKeysOfItsOwnWhichLeadBack() {
        KeyRenaming keys = KeyRenaming.of(HistoryNotation.parse("T0 s0 a5=1 a2000000=2 r-7=[]\n"));

        assertThat(IntStream.range(0, 50)
                        .boxed()
                        .flatMapToInt(attempt -> IntStream.of(
                                keys.renamed(5, attempt), keys.renamed(2_000_000, attempt), keys.renamed(-7, attempt))))
                .doesNotHaveDuplicates()
                .hasSize(150)
                .allMatch(key -> key >= 0 && key < 150);
        assertThat(keys.original(new Op.Append(keys.renamed(2_000_000, 41), 3), 41))
                .isEqualTo(new Op.Append(2_000_000, 3));
    }

    @Test
    void rangesKeepTheirDistances() {
        KeyRenaming keys = KeyRenaming.of(HistoryNotation.parse("T0 s0 p10..19=1 r12=[5] a15=6\n"));

        assertThat(keys.renamed(12, 3) - keys.renamed(10, 3)).isEqualTo(2);
        assertThat(keys.renamed(10, 4)).isGreaterThan(keys.renamed(19, 3));
        assertThat(keys.original(new Op.Scan(keys.renamed(10, 9), keys.renamed(19, 9), 2), 9))
                .isEqualTo(new Op.Scan(10, 19, 2));
        // A list that only the replay found in the range.
        assertThat(keys.original(keys.renamed(10, 9) + 8, 9)).isEqualTo(18);
    }
}
