package moirai.programs.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ShareTest {

    @Test
    void intervalIsWilsons() {
        var share = new Share(8, 10);

        assertThat(share.fraction()).isEqualTo(0.8);
        assertThat(share.low()).isCloseTo(0.4902, within(0.0001));
        assertThat(share.high()).isCloseTo(0.9433, within(0.0001));
    }

    @Test
    void noneOfFiftyMayStillBeSevenPercent() {
        assertThat(new Share(0, 50)).hasToString("0 % [0, 7]");
        assertThat(new Share(50, 50)).hasToString("100 % [93, 100]");
    }

    @Test
    void impossibleSharesAreRefused() {
        assertThatThrownBy(() -> new Share(2, 1)).hasMessage("2 of 1 is no share");
        assertThatThrownBy(() -> new Share(0, 0)).hasMessage("0 of 0 is no share");
    }
}
