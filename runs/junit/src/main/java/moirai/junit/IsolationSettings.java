package moirai.junit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import moirai.history.Seed;
import moirai.history.level.IsolationLevel;
import moirai.junit.build.BuildTool;
import moirai.junit.weak.SearchOptions;
import moirai.mockstore.levels.StoreLevel;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The settings of an {@link IsolationTest} or an {@link EveryBehaviour}, with those that configuration parameters stand
 * for.
 *
 * @param isExhaustive whether every combination is tried, and not some at random
 * @param hasOwnSeed whether the annotation has a seed, which goes before that of the configuration
 * @param holdsFrom the level from which no try may fail
 * @param directory the directory of the tries that have failed
 */
record IsolationSettings(
        boolean isExhaustive,
        boolean hasOwnSeed,
        IsolationLevel holdsFrom,
        SearchOptions search,
        List<Class<? extends Throwable>> conflicts,
        String database,
        Path directory) {

    private static final String TRIES_PROPERTY = "moirai.tries";
    private static final int TRIES = 500;
    private static final Duration SHRINKING = Duration.ofSeconds(10);

    IsolationSettings {
        conflicts = List.copyOf(conflicts);
    }

    static IsolationSettings of(IsolationTest test, ExtensionContext context) {
        int tries = test.tries() != 0
                ? test.tries()
                : context.getConfigurationParameter(TRIES_PROPERTY, Integer::valueOf)
                        .orElse(TRIES);
        if (tries < 1) {
            throw new ExtensionConfigurationException(
                    context.getRequiredTestMethod().getName() + " has " + tries
                            + " tries; expected 1 or more, or 0 in the annotation for " + TRIES_PROPERTY);
        }
        String seed = test.seed().isEmpty() ? BuildTool.seed(context).orElse("") : test.seed();
        return of(
                context,
                () -> new IsolationSettings(
                        false,
                        !test.seed().isEmpty(),
                        WeakLevels.ofStore(test.holdsFrom()).orElse(test.holdsFrom()),
                        new SearchOptions(tries, seed.isEmpty() ? Seed.random() : Seed.parse(seed), SHRINKING),
                        List.of(test.conflicts()),
                        test.database(),
                        BuildTool.directory(context)));
    }

    static IsolationSettings of(EveryBehaviour test, ExtensionContext context) {
        return of(
                context,
                () -> new IsolationSettings(
                        true,
                        false,
                        WeakLevels.ofStore(test.holdsFrom()).orElse(test.holdsFrom()),
                        new SearchOptions(test.runsMax(), new Seed(0), SHRINKING),
                        List.of(test.conflicts()),
                        test.database(),
                        BuildTool.directory(context)));
    }

    private static IsolationSettings of(ExtensionContext context, Supplier<IsolationSettings> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException wrong) {
            throw new ExtensionConfigurationException(
                    context.getRequiredTestMethod().getName() + ": " + wrong.getMessage(), wrong);
        }
    }

    /** Returns whether tries may fail at a level; at a product's level none may. */
    boolean mayFailAt(StoreLevel level) {
        return level instanceof StoreLevel.OfAxioms(IsolationLevel ofAxioms) && !ofAxioms.implies(holdsFrom);
    }
}
