package moirai.testing;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Multiplies the number of tries of every property by the system property {@code tests.factor}, for those who want to
 * be surer than a build, and then lowers it to {@code tests.tries}, for a lane that has to answer soon.
 */
public final class TriesOfTheBuild implements AroundPropertyHook {

    private static final String FACTOR = "tests.factor";
    private static final String TRIES_MAX = "tests.tries";

    /** The tries of a property that names none, in jqwik. */
    private static final int TRIES = 1_000;

    /** Creates the hook for the service loader. */
    public TriesOfTheBuild() {}

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        int own = context.attributes().tries().orElse(TRIES);
        int tries = Math.multiplyExact(own, Integer.getInteger(FACTOR, 1));
        context.attributes().setTries(Math.min(tries, Integer.getInteger(TRIES_MAX, Integer.MAX_VALUE)));
        return property.execute();
    }
}
