package moirai.junit;

import java.util.List;
import moirai.history.level.IsolationLevel;
import moirai.mockstore.levels.StoreLevel;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/**
 * An {@link IsolationTest} at one level.
 *
 * @param name the level as the annotation names it; for a product, the strongest that it implies
 */
record LevelInvocation(IsolationSettings settings, StoreLevel level, IsolationLevel name)
        implements TestTemplateInvocationContext {

    @Override
    public String getDisplayName(int invocationIndex) {
        return WeakLevels.label(level);
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        return List.of(new LevelExtension(settings, level, name));
    }
}
