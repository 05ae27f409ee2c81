package moirai.testing;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Gives every property that names no seed the one that the system property {@code tests.seed} names, a decimal number.
 * Continuous integration takes it from the commit, so that a failure there can be had again, and the next commit tries
 * other inputs. Without it each run draws its own.
 *
 * <p>The parent project compiles this into the tests of every module; jqwik finds it by its service file.
 */
public final class SeedOfTheBuild implements AroundPropertyHook {

    private static final String PROPERTY = "tests.seed";

    /** For the service loader. */
    public SeedOfTheBuild() {}

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        String seed = System.getProperty(PROPERTY, "");
        if (!seed.isEmpty() && context.attributes().seed().isEmpty()) {
            context.attributes().setSeed(seed);
        }
        return property.execute();
    }
}
