package moirai.runs.interim;

import static org.assertj.core.api.Assertions.assertThat;

import moirai.history.level.Phenomenon;
import org.junit.jupiter.api.Test;

class SightingsTest {

    private final Sightings sightings = new Sightings();

    private static InterimVerdict.Sighting one(String shape, boolean isForbidden, long completeNanos) {
        return new InterimVerdict.Sighting(shape, Phenomenon.G2_ITEM, isForbidden, completeNanos);
    }

    /** Otherwise a run that is known to be invalid would be reported as without forbidden anomalies. */
    @Test
    void whatIsForbiddenHasAPlaceHoweverMuchThatIsAllowedWasSeen() {
        for (int length = 0; length < 2 * Sightings.SHAPES_MAX; length++) {
            sightings.add(one("allowed-" + length, false, length));
        }
        sightings.add(one("forbidden", true, 7));

        assertThat(sightings.all()).hasSize(Sightings.SHAPES_MAX + 1).endsWith(one("forbidden", true, 7));
    }

    @Test
    void whatIsForbiddenHasALimitToo() {
        for (int length = 0; length < 2 * Sightings.SHAPES_MAX; length++) {
            sightings.add(one("forbidden-" + length, true, length));
        }

        assertThat(sightings.all()).hasSize(Sightings.SHAPES_MAX);
    }

    /**
     * Two cycles of one shape may break different levels, as one may rest on inferred orders of versions and the other
     * not.
     */
    @Test
    void theFirstOfAShapeStaysUnlessALaterOneIsForbidden() {
        sightings.add(one("a", false, 1));
        sightings.add(one("a", false, 2));
        assertThat(sightings.all()).containsExactly(one("a", false, 1));

        sightings.add(one("a", true, 3));
        sightings.add(one("a", true, 4));
        sightings.add(one("a", false, 5));
        assertThat(sightings.all()).containsExactly(one("a", true, 3));
    }
}
