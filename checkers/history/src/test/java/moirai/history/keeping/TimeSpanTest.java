package moirai.history.keeping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TimeSpanTest {

    @Test
    void joinedSpansCoverTheSameTimesInOrder() {
        var spans = List.of(new TimeSpan(30, 40), new TimeSpan(1, 5), new TimeSpan(5, 7), new TimeSpan(2, 3));

        assertThat(TimeSpan.joined(spans)).containsExactly(new TimeSpan(1, 7), new TimeSpan(30, 40));
    }
}
