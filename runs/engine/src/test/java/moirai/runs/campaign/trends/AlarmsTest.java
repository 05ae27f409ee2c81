package moirai.runs.campaign.trends;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class AlarmsTest {

    private static final double WHOLE = Alarms.SHARE_MAX / 2;

    @Test
    void testsThatCannotPassHaveNoPart() {
        double[] least = DoubleStream.concat(
                        DoubleStream.of(1e-9, 1e-9),
                        Arrays.stream(new double[100]).map(none -> 0.1))
                .toArray();

        assertThat(Alarms.significance(least)).isEqualTo(WHOLE / 2);
        assertThat(Alarms.significance(new double[0])).isEqualTo(WHOLE);
        assertThat(Alarms.significance(new double[] {0.1, 0.1})).isEqualTo(WHOLE);
    }

    @Test
    void testsThatCouldPassShareItAlike() {
        assertThat(Alarms.significance(new double[50])).isEqualTo(WHOLE / 50);
    }

    /** Of these, the third could pass at a half, and none of the others at a third. */
    @Test
    void testsThatOnlyFewCouldPassAreNotCounted() {
        double[] least = {WHOLE / 10, WHOLE / 10, WHOLE / 2.5, WHOLE / 2.9};

        assertThat(Alarms.significance(least)).isEqualTo(WHOLE / 3);
    }
}
