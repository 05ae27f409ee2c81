package moirai.analysis.streaming.lists;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpansTest {

    private final Spans spans = new Spans();

    @Test
    void spansThatOverlapAreOneChain() {
        spans.add(10, 20);
        spans.add(30, 40);
        spans.add(18, 32);

        assertThat(spans.begin(41)).isEqualTo(41);
        assertThat(spans.begin(35)).isEqualTo(10);
        assertThat(spans.contain(10, 40)).isTrue();
        assertThat(spans.contain(10, 41)).isFalse();
    }

    @Test
    void whatIsForgottenCountsAsOneSpan() {
        for (int i = 0; i < 100_000; i++) {
            spans.add(10L * i, 10L * i + 5);
        }

        assertThat(spans.begin(999_999)).isEqualTo(999_999);
        assertThat(spans.begin(12)).isZero();
        assertThat(spans.contain(0, 12)).isTrue();
        assertThat(spans.contain(999_990, 999_995)).isTrue();
        assertThat(spans.contain(999_980, 999_995)).isFalse();
    }
}
