package moirai.runs.scenarios;

/** An executor of scenarios. */
@FunctionalInterface
public interface Trial {

    /**
     * Executes a scenario once. A failure of the environment makes the attempt unknown; only defects of Moirai are
     * thrown.
     */
    Attempt attempt(Scenario scenario) throws InterruptedException;
}
