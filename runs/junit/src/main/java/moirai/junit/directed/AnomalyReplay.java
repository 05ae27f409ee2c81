package moirai.junit.directed;

import java.util.Optional;
import javax.sql.DataSource;
import moirai.junit.databases.Containers;
import moirai.runs.cases.groups.AnomalyGroup;

/**
 * The replay of one cause of anomalies, for a test method with {@link AnomaliesOf} that brings its own database. The
 * method calls one of the methods {@code on…} once. It is called for each cause, and not for other findings.
 *
 * <p>For one invocation of the test method, and its thread.
 */
public final class AnomalyReplay {

    private final ReplayPlace place;
    private final Finding finding;
    private Optional<CauseReplay> done = Optional.empty();

    AnomalyReplay(ReplayPlace place, Finding finding) {
        this.place = place;
        this.finding = finding;
    }

    /**
     * Replays on the database of a data source: H2 or HSQLDB in this process, or PostgreSQL. Tables are made in a
     * schema {@code moirai_directed_…} of their own, which is dropped at the end, and connections go back as they came.
     *
     * <p>A database in memory, or in a file below the folder for temporary files, can be used at once. Any other has to
     * be marked by {@code moirai target mark}, as for {@code moirai schedule run --url}.
     *
     * @throws moirai.runs.consent.RefusedException if the database must not be written to
     */
    public void on(DataSource dataSource) {
        on(dataSource, false);
    }

    /**
     * Replays on the database in a started {@code JdbcDatabaseContainer} of Testcontainers. The test has made it, so it
     * needs no mark.
     *
     * @throws IllegalArgumentException if the object is no such container
     */
    public void onContainer(Object container) {
        on(Containers.dataSource(container), true);
    }

    private void on(DataSource dataSource, boolean isMade) {
        if (done.isPresent()) {
            throw new IllegalStateException("@AnomaliesOf: this cause was replayed on "
                    + done.get().where() + " already; expected one database, which product names or on(…) is given");
        }
        LentPlace lent = LentPlace.of(dataSource, isMade, place.asked(), place.longest(group()));
        try {
            done = Optional.of(place.replayOn(lent, group()));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the replay was interrupted", interrupted);
        }
    }

    /** Replays on the product of the annotation, or the mock store. */
    void onProduct() throws InterruptedException {
        done = Optional.of(place.replay(group()));
    }

    private AnomalyGroup group() {
        if (finding instanceof Finding.OfCause cause) {
            return cause.group();
        }
        throw new IllegalStateException("nothing to replay: " + finding.name());
    }

    /** Returns the outcomes. */
    CauseReplay requireDone() {
        return done.orElseThrow(
                () -> new IllegalStateException("@AnomaliesOf: nothing was replayed; expected one call of"
                        + " on(dataSource) or onContainer(…) of the parameter AnomalyReplay, or a method without it"));
    }
}
