package moirai.junit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.StoreLevels;
import moirai.mockstore.levels.ProductLevel;
import moirai.mockstore.levels.StoreLevel;

/** The levels at which tests run, by the names that people give them. */
final class WeakLevels {

    /** The levels of tests that name none. */
    static final List<IsolationLevel> DEFAULTS = List.of(
            IsolationLevel.READ_COMMITTED,
            IsolationLevel.CAUSAL,
            IsolationLevel.SNAPSHOT_ISOLATION,
            IsolationLevel.SERIALIZABLE);

    /** The end of a message that names the levels: what else there is. */
    static final String PRODUCTS = "; or name products, of "
            + Arrays.stream(ProductLevel.values()).map(Enum::name).collect(Collectors.joining(", "));

    private WeakLevels() {}

    /** Returns the level of the store that stands for a level; empty if the store has none. */
    static Optional<IsolationLevel> ofStore(IsolationLevel level) {
        if (StoreLevels.all().contains(level)) {
            return Optional.of(level);
        }
        return switch (level) {
            case READ_COMMITTED, MONOTONIC_ATOMIC_VIEW ->
                Optional.of(IsolationLevel.STRONG_SESSION_MONOTONIC_ATOMIC_VIEW);
            case SNAPSHOT_ISOLATION -> Optional.of(IsolationLevel.STRONG_SESSION_SNAPSHOT_ISOLATION);
            case SERIALIZABLE -> Optional.of(IsolationLevel.STRONG_SESSION_SERIALIZABLE);
            default -> Optional.empty();
        };
    }

    /** Returns the names of all levels that have one of the store, for messages. */
    static String accepted() {
        return Arrays.stream(IsolationLevel.values())
                .filter(level -> ofStore(level).isPresent())
                .map(IsolationLevel::name)
                .collect(Collectors.joining(", "));
    }

    static String label(StoreLevel level) {
        return StoreLevels.ALL.label(level);
    }
}
