package moirai.testing;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Lowers the number of tries of every property to the one that the system property {@code tests.tries} names, for a
 * lane that has to answer soon. A property that names fewer keeps them.
 */
public final class TriesOfTheBuild implements AroundPropertyHook {

    private static final String PROPERTY = "tests.tries";

    /** Creates the hook for the service loader. */
    public TriesOfTheBuild() {}

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        Integer triesMax = Integer.getInteger(PROPERTY);
        if (triesMax != null) {
            int own = context.attributes().tries().orElse(triesMax);
            context.attributes().setTries(Math.min(own, triesMax));
        }
        return property.execute();
    }
}
