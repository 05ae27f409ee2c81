package moirai.runs.scenarios;

/** Executes scenarios. */
@FunctionalInterface
public interface Trial {

    /** Executes it once. What goes wrong makes the attempt unknown; only our own mistakes are thrown. */
    Attempt attempt(Scenario scenario) throws InterruptedException;
}
