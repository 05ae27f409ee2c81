package moirai.junit.directed;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.code.LoadedCode;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.cases.groups.AnomalyGroup;
import moirai.runs.prediction.CaseReplays;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The loaded methods and the database that all tests of one annotation have in common, opened by the first test that
 * needs them. JUnit closes it after the last one: an {@code AutoCloseable} since version 5.13, and the other type
 * before.
 *
 * <p>Replays run one after the other, also of parallel tests: on a server a replay notices by its waiting that a
 * statement is blocked, and methods may share static state.
 */
@SuppressWarnings("deprecation")
final class ReplayPlace implements ExtensionContext.Store.CloseableResource, AutoCloseable {

    /** The longest time of a replay in which each step waits for a lock. */
    private static final Duration EACH_MAX = Duration.ofSeconds(30);

    private final AnomaliesOf asked;
    private final PredictedAnomalies predicted;
    private final ReentrantLock turn = new ReentrantLock();
    private Optional<LoadedCode> code = Optional.empty();
    private String reason = "";
    private Optional<DirectedDatabase> made = Optional.empty();
    private boolean isLoaded;

    ReplayPlace(AnomaliesOf asked, PredictedAnomalies predicted) {
        this.asked = asked;
        this.predicted = predicted;
    }

    /** Returns whether the annotation names a product. */
    boolean hasProduct() {
        return !asked.product().isEmpty();
    }

    AnomaliesOf asked() {
        return asked;
    }

    /** Returns the longest time that replays of a cause are expected to take. */
    Duration longest(AnomalyGroup group) {
        return EACH_MAX.multipliedBy(group.members().size());
    }

    /**
     * Replays the anomalies of a cause on the product of the annotation, or the mock store, until one happens.
     *
     * @throws org.opentest4j.TestAbortedException if this machine lacks what the product needs
     * @throws InterruptedException if interrupted meanwhile
     */
    CauseReplay replay(AnomalyGroup group) throws InterruptedException {
        turn.lockInterruptibly();
        try {
            if (made.isEmpty()) {
                made = Optional.of(
                        asked.product().isEmpty()
                                ? DirectedDatabase.mock()
                                : product().open(sessions()));
            }
            return replay(group, made.get());
        } finally {
            turn.unlock();
        }
    }

    /** Replays the anomalies of a cause on a data source, until one happens. */
    CauseReplay replayOn(LentPlace lent, AnomalyGroup group) throws InterruptedException {
        turn.lockInterruptibly();
        try (DirectedDatabase database = lent.open()) {
            return replay(group, database);
        } finally {
            turn.unlock();
        }
    }

    private ReplayedProduct product() {
        return ReplayedProduct.of(asked);
    }

    private int sessions() {
        return predicted.cases().cases().stream()
                .mapToInt(found -> found.anomaly().scenario().calls().size())
                .max()
                .orElse(0);
    }

    private CauseReplay replay(AnomalyGroup group, DirectedDatabase database) throws InterruptedException {
        load();
        Optional<DirectedDatabase> methods = database.runsMethods() ? code.map(database::running) : Optional.empty();
        var replays = new CaseReplays(predicted.cases(), database, methods, unusable -> false);
        var all = new ArrayList<CauseReplay.One>();
        for (AnomalyGroup.Member member : group.members()) {
            PredictedCase found = predicted.cases().cases().get(member.number() - 1);
            CaseReplays.Replayed replayed = replays.replay(found, found.directed());
            var one = new CauseReplay.One(
                    found,
                    replayed.isOfSource() || !replayed.reason().isEmpty()
                            ? replayed
                            : new CaseReplays.Replayed(replayed.outcome(), false, reason));
            all.add(one);
            if (one.isVisible()) {
                break;
            }
        }
        return new CauseReplay(group, database.describe(), all);
    }

    private void load() {
        if (isLoaded) {
            return;
        }
        isLoaded = true;
        try {
            code = Optional.of(LoadedCode.of(predicted.source(), predicted.files(), predicted.classpath()));
        } catch (CodeException unusable) {
            reason = String.valueOf(unusable.getMessage());
        }
    }

    @Override
    public void close() {
        made.ifPresent(DirectedDatabase::close);
        code.ifPresent(LoadedCode::close);
    }
}
