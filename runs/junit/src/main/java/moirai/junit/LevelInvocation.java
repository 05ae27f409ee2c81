package moirai.junit;

import java.util.List;
import moirai.mockstore.levels.StoreLevel;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/** An {@link IsolationTest} at one level. */
record LevelInvocation(IsolationSettings settings, StoreLevel level) implements TestTemplateInvocationContext {

    @Override
    public String getDisplayName(int invocationIndex) {
        return WeakLevels.label(level);
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        return List.of(new LevelExtension(settings, level));
    }
}
