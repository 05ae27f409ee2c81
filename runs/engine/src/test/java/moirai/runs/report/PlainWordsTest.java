package moirai.runs.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlainWordsTest {

    @ParameterizedTest
    @EnumSource
    void everyPhenomenonIsExplainedWithoutJargon(Phenomenon phenomenon) {
        assertThat(PlainWords.meaning(phenomenon))
                .endsWith(".")
                .doesNotContainPattern("\\brw\\b|\\bww\\b|\\bwr\\b|\\bG[012]|anti-dependency");
        assertThat(PlainWords.name(phenomenon)).doesNotContain("G");
    }

    @Test
    void noWordsAreLeftOver() {
        assertThat(PlainWords.keys())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Phenomenon.values())
                        .map(PlainWords::plain)
                        .distinct()
                        .flatMap(label -> Stream.of(label + ".name", label + ".meaning"))
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void variantsSayWhatTheyNeedBesides(Phenomenon phenomenon) {
        assertThat(PlainWords.meaning(phenomenon).contains("order of the clock"))
                .isEqualTo(phenomenon.label().endsWith("-realtime"));
    }
}
