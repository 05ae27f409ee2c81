package moirai.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LabelsTest {

    @Test
    void whatHasNoLabelIsCalledByItsNumber() {
        History history = new HistoryBuilder(RunHeader.NONE)
                .append(-9, 7)
                .append(4, -3)
                .end(0, new Outcome.Committed(), 0, 1)
                .labels(Labels.of(Map.of(-9L, ":x"), Map.of(-3L, "\"seven\"")))
                .build();

        assertThat(history.keyLabel(0)).isEqualTo(":x");
        assertThat(history.keyLabel(1)).isEqualTo("4");
        assertThat(history.valueLabel(7)).isEqualTo("7");
        assertThat(history.valueLabel(-3)).isEqualTo("\"seven\"");
        assertThat(HistoryNotation.parse("T0 s0 w1=2\n").labels()).isSameAs(Labels.NONE);
    }
}
