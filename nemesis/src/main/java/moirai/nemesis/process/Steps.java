package moirai.nemesis.process;

import java.util.ArrayList;
import java.util.List;

/** The steps of a shutdown, each of which has to be tried. */
public final class Steps {

    private Steps() {}

    /** Takes all steps in order, and throws the first failure when all are done; the others are suppressed in it. */
    public static void all(List<Runnable> steps) {
        var failures = new ArrayList<RuntimeException>();
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        if (!failures.isEmpty()) {
            RuntimeException first = failures.getFirst();
            failures.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
    }
}
